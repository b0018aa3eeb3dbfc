import type { SourceId, SourceStatus } from '@almanac/contract';

/** What `/sources` tells of an upstream that does not change from day to day. */
export type SourceInfo = Pick<
  SourceStatus,
  'id' | 'name' | 'kind' | 'home' | 'licence' | 'attribution' | 'redistribute' | 'cadenceSeconds'
>;

/** One upstream. Yields lazily; never touches the database (the ingest task stores what it yields). */
export interface Source<T> {
  readonly id: SourceId;
  /** Members of a record that change without its content changing; they take no part in its content hash. */
  readonly volatile: readonly string[];
  /** `since` is the last checkpoint that this source yielded and that was stored, or null. */
  read(deps: SourceDeps, since: string | null, signal: AbortSignal): AsyncIterable<SourceItem<T>>;
}

export interface SourceDeps {
  readonly http: Http;
  readonly now: () => Date;
}

export type SourceItem<T> = Expected | SourceRecord<T> | Unreadable | Complete | Checkpoint;

/** How many records are to come, where the upstream says so beforehand. */
export interface Expected {
  readonly expected: number;
}

export interface SourceRecord<T> {
  readonly key: string;
  /** The upstream's bytes for this record, exactly as received; the integrity hash is over these. */
  readonly raw: Uint8Array;
  /** The whole value of those bytes: the content hash is over this. */
  readonly value: unknown;
  /** What we make use of. */
  readonly parsed: T;
  /** When the upstream says it last changed the record. */
  readonly modified?: Date;
}

/** A record that could not be read: it goes to quarantine, the rest go on. */
export interface Unreadable {
  readonly unreadable: string;
  readonly raw: Uint8Array;
  /** Where it can be told: the record of that key is then not taken for removed. */
  readonly key?: string;
}

/** "These were all there are": a record that we have and that was not yielded is gone from the upstream. */
export interface Complete {
  readonly complete: true;
}

/** "Everything yielded so far is complete up to here": the only place a run may resume from. */
export interface Checkpoint {
  readonly checkpoint: string;
}

export interface Http {
  get(
    url: string,
    options: { readonly signal: AbortSignal; readonly etag?: string | null },
  ): Promise<{ readonly status: number; readonly etag: string | null; readonly body: Uint8Array }>;
}

/** The upstream answered, but not with what it promised. */
export class UnexpectedUpstream extends Error {
  override readonly name = 'UnexpectedUpstream';
  readonly source: SourceId;
  constructor(source: SourceId, detail: string, options?: ErrorOptions) {
    super(`${source}: ${detail}`, options);
    this.source = source;
  }
}
