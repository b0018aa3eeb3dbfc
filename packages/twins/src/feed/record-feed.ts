import type { World } from '../world/world.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * The records of one upstream over time: what a twin serves. A twin makes one from the world it is given, or takes one
 * that a test made with `fromRecords`.
 */
export interface RecordFeed {
  readonly size: number;
  /** Every record once. Lazily, so that a feed may be larger than the memory. */
  records(): Iterable<FeedRecord>;
  find(id: string): FeedRecord | null;
}

export interface FeedRecord {
  readonly id: string;
  /** Oldest first; never empty. */
  readonly revisions: readonly Revision[];
}

export interface Revision {
  readonly at: number;
  /** The record from then on; null where the upstream has none any more, or not yet. */
  value(): Fields | null;
  /** Given bytes, to be served as they are; absent where the twin writes the value as its upstream does. */
  readonly bytes?: () => Buffer;
}

export function isRecordFeed(source: World | RecordFeed): source is RecordFeed {
  return 'records' in source;
}

/** The revision that stands at that instant, or null before the first. */
export function revisionAt({ revisions }: FeedRecord, instant: number): Revision | null {
  return revisions.findLast(({ at }) => at <= instant) ?? null;
}

/** A member that should be an object; upstream data is not asked to keep to it. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
