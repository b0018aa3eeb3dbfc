import type { DatabaseMachine } from './network.ts';

/** Something that was asked for, by the clock of the asker. */
export interface Attempt {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly ok: boolean;
}

/** A commit that a node has acknowledged. */
export interface Commit {
  readonly id: number;
  readonly node: DatabaseMachine;
  /** Counts the primaries: each that takes over begins the next. */
  readonly timeline: number;
  readonly sentAt: number;
  readonly ackedAt: number;
}

/** The longest time from the first request that failed to the end of the next that did not, in milliseconds; 0 where none failed. */
export function longestOutage(attempts: readonly Attempt[]): number {
  let [longest, since] = [0, null as number | null];
  for (const { sentAt, endedAt, ok } of attempts) {
    if (!ok) since ??= sentAt;
    if (since !== null) longest = Math.max(longest, endedAt - since);
    if (ok) since = null;
  }
  return longest;
}

/** The longest time between two of these moments, one of which is after `from`, in milliseconds. */
export function longestSilence(moments: readonly number[], from: number): number {
  const sorted = moments.toSorted((a, b) => a - b);
  const gaps = sorted.slice(1).map((moment, index) => (moment > from ? moment - (sorted[index] ?? moment) : 0));
  return Math.max(0, ...gaps);
}

/**
 * Commits that a node acknowledged though another had begun to: asked for when the successor had already answered one, or on
 * the timeline of another node.
 */
export function splitBrain(commits: readonly Commit[]): readonly Commit[] {
  const firstAck = new Map<number, number>();
  const owner = new Map<number, DatabaseMachine>();
  for (const { timeline, ackedAt, node } of commits.toSorted((a, b) => a.ackedAt - b.ackedAt)) {
    if (!firstAck.has(timeline)) firstAck.set(timeline, ackedAt);
    if (!owner.has(timeline)) owner.set(timeline, node);
  }
  const supersededAt = (timeline: number) =>
    Math.min(...[...firstAck].map(([other, at]) => (other > timeline ? at : Number.POSITIVE_INFINITY)));
  return commits.filter(
    ({ timeline, sentAt, node }) => owner.get(timeline) !== node || sentAt > supersededAt(timeline),
  );
}
