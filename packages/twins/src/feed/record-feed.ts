import type { World } from '../world/world.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** An upstream's records over time. Made from a world, or by tests with `fromRecords`. */
export interface RecordFeed {
  readonly size: number;
  /** Yields every record once, lazily, because a feed may exceed memory. */
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
  /** Null if the record does not exist (any more). */
  value(): Fields | null;
  /** Served unchanged. Absent if the twin writes the value in its upstream's format. */
  readonly bytes?: () => Buffer;
}

export function isRecordFeed(source: World | RecordFeed): source is RecordFeed {
  return 'records' in source;
}

/** Null before the first revision. */
export function revisionAt({ revisions }: FeedRecord, instant: number): Revision | null {
  return revisions.findLast(({ at }) => at <= instant) ?? null;
}

/** Upstream data may have another type here. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
