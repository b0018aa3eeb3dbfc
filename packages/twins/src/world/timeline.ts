import { instantOf, type When } from './when.ts';

/** From this moment on, these members have these values; the others stay as they were. */
export interface Step<T> {
  readonly at: When;
  readonly set: Partial<T>;
}

/** What one party says over time: everything at first, then what changed. */
export type Timeline<T> = readonly [{ readonly at: When; readonly set: T }, ...Step<T>[]];

/** What stands at that instant, or null before the first word. */
export function stateAt<T extends object>(timeline: Timeline<T> | undefined, instant: number, start: number): T | null {
  if (timeline === undefined || instantOf(timeline[0].at, start) > instant) return null;
  const merged: T = { ...timeline[0].set };
  for (const step of timeline.slice(1)) if (instantOf(step.at, start) <= instant) Object.assign(merged, step.set);
  return merged;
}

/** The instants at which something changed, in order. */
export function instantsOf(timeline: Timeline<object> | undefined, start: number): number[] {
  return (timeline ?? []).map(({ at }) => instantOf(at, start)).sort((a, b) => a - b);
}
