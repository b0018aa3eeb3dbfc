import { instantOf, type When } from './when.ts';

/** Changes these members from this moment on; the others stay. */
export interface Step<T> {
  readonly at: When;
  readonly set: Partial<T>;
}

/** The first step has everything, later ones only changes. */
export type Timeline<T> = readonly [{ readonly at: When; readonly set: T }, ...Step<T>[]];

/** Null before the first step. */
export function stateAt<T extends object>(timeline: Timeline<T> | undefined, instant: number, start: number): T | null {
  if (timeline === undefined || instantOf(timeline[0].at, start) > instant) return null;
  const merged: T = { ...timeline[0].set };
  for (const step of timeline.slice(1)) if (instantOf(step.at, start) <= instant) Object.assign(merged, step.set);
  return merged;
}

export function instantsOf(timeline: Timeline<object> | undefined, start: number): number[] {
  return (timeline ?? []).map(({ at }) => instantOf(at, start)).sort((a, b) => a - b);
}
