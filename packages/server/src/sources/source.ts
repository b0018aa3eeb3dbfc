import type { SourceId, SourceStatus, SourceWarning } from '@almanac/contract';
import type { HttpClient } from '../platform/http-client.ts';
import type { Origin, Token } from '../platform/http-client-origin.ts';

/** The static part of `/sources`. */
export type SourceInfo = Pick<
  SourceStatus,
  | 'id'
  | 'name'
  | 'kind'
  | 'home'
  | 'licence'
  | 'attribution'
  | 'redistribute'
  | 'cadenceSeconds'
  | 'expectedChangeSeconds'
  | 'reconciliation'
>;

/**
 * How a source is read; each channel has its own schedule and position, and they may run concurrently. `bulk`:
 * everything, from archives. `delta`: what changed since. `sweep`: everything again, for what deltas missed.
 */
export const CHANNELS = ['bulk', 'delta', 'sweep'] as const;
export type ChannelName = (typeof CHANNELS)[number];

/**
 * One upstream. It yields lazily and never touches the database: ingest stores what it yields, in batches of one
 * transaction each. An example of a source that is an archive with a list of changes beside it:
 *
 *     return { id: 'osv', volatile: [], first: 'bulk', upstreams: [{ url }], channels: { bulk: { read: bulk } }, fetchOne };
 *
 *     async function* bulk({ http }: SourceDeps, since: string | null, signal: AbortSignal) {
 *       await using archive = await http.download(`${url}/all.zip`, { signal, etag: since, maxBytes: 4 * GIGABYTE });
 *       if (archive.status === 304) return;
 *       if (archive.file === null) throw new UnexpectedUpstream('osv', `${url} answers ${archive.status}`);
 *       await using zip = await openZip(archive.file.path);              // platform/zip.ts
 *       yield { expected: zip.count };
 *       for await (const entry of zip.entries()) yield recordOf(await entry.read());
 *       yield { complete: true };
 *       yield { checkpoint: newest, channel: 'delta' };                  // where the deltas begin
 *       if (archive.etag !== null) yield { checkpoint: archive.etag };
 *     }
 *
 * What is not as promised is thrown: a failed read removes nothing, and what was yielded before it is kept.
 */
export interface Source<T> {
  readonly id: SourceId;
  /** Members that change without the content changing. The content hash ignores them. */
  readonly volatile: readonly string[];
  /** Every host that may be requested, including redirects. */
  readonly upstreams: readonly Upstream[];
  readonly channels: Readonly<Partial<Record<ChannelName, Channel<T>>>>;
  /** Fills an empty store; the other channels wait for it. Null if records are only fetched one by one. */
  readonly first: ChannelName | null;
  /** Filling takes minutes to days, so small sources go first on a first start. */
  readonly large?: true;
  readonly partsRead?: readonly string[] | undefined;
  /** Fetches one record's newest state for a waiting person. */
  readonly fetchOne?: (deps: SourceDeps, key: string, signal: AbortSignal) => Promise<Fetched<T>>;
  /** Parses bytes again that were unreadable when they came. No side effects. */
  readonly reread?: (kept: KeptBytes) => SourceRecord<T> | Unreadable;
}

export interface KeptBytes {
  readonly raw: Uint8Array;
  /** The key they were set aside under; null if unknown. */
  readonly key: string | null;
  readonly now: Date;
}

export interface Channel<T> {
  /** `since` is this channel's last stored checkpoint, or null. */
  read(deps: SourceDeps, since: string | null, signal: AbortSignal): AsyncIterable<SourceItem<T>>;
  /** Its records may be older than another channel's. Records dated before ours are skipped. */
  readonly lagging?: boolean;
  /** Returns a position from which everything changed at or after `instant` is read. */
  readonly positionAt?: (instant: Date, now: Date) => string;
}

export interface EntrySum {
  readonly key: string;
  readonly crc32: number;
  /** Unpacked. */
  readonly size: number;
}

export interface Upstream extends Origin {
  /** Request limit for the whole fleet. */
  readonly limit?: { readonly requests: number; readonly seconds: number };
  /** Limit for a longer span, such as a day. Requests beyond it fail instead of waiting for hours. */
  readonly budget?: { readonly requests: number; readonly seconds: number };
  /** `anonymousLimit` applies while the token is refused. */
  readonly token?: Token & { readonly anonymousLimit: { readonly requests: number; readonly seconds: number } };
}

export interface SourceDeps {
  readonly http: Http;
  /** Returns which of these records we have, with the source's date. Removed records are not included. */
  readonly held: (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly modified: Date | null }>>;
  /** Reports whether we have exactly these bytes. Absent without a store. */
  readonly holds?: (key: string, raw: Uint8Array) => Promise<boolean>;
  /** Returns the keys of entries that would change nothing. Absent without a store. */
  readonly unchanged?: (entries: readonly EntrySum[]) => Promise<ReadonlySet<string>>;
  /** Returns the keys of our records with this prefix. Absent without a store. */
  readonly heldKeys?: (prefix: string) => Promise<readonly string[]>;
  /** Returns the keys of records first set aside after `since`. Absent without a store. */
  readonly setAside?: (since: Date) => Promise<readonly string[]>;
  /** Parts whose listing is held for review, with the tag of that list. Absent without a store. */
  readonly heldParts?: ReadonlyMap<string, string | null>;
  /** An operator approved the removal: read everything again, whatever its tag. */
  readonly released?: boolean;
  readonly now: () => Date;
  readonly log: SourceLog;
}

/** Applies rate limits and retries, and rejects other origins, bombs and oversized responses. */
export type Http = Pick<HttpClient, 'get' | 'download'>;

/** Messages are fixed texts; variable parts go into the object. */
export interface SourceLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export type SourceItem<T> =
  | Expected
  | Total
  | Part
  | SourceRecord<T>
  | LazyRecord<T>
  | Present
  | Unchanged
  | Unreadable
  | Complete
  | Checkpoint
  | Announced
  | Noticed;

/** A warning for operators about a source that is still read. Shown for a week, or until it is cleared. */
export interface Noticed {
  readonly noticed: Extract<
    SourceWarning['code'],
    'RECORDS_LACKING' | 'READ_FROM_MIRROR' | 'UNKNOWN_FORM' | 'TOKEN_REFUSED' | 'BLOCKED' | 'SETTING_MISSING'
  >;
  /** Null clears the warning. */
  readonly detail: string | null;
}

/** Ids named by the upstream before their records can be read: soon to be published, or new at some time. */
export interface Announced {
  readonly announced: readonly Announcement[];
}

export interface Announcement {
  readonly id: string;
  readonly kind: 'new' | 'updated';
  readonly at: Date;
  /** The record's date, if the upstream gives one. */
  readonly modified: Date | null;
}

/** How many records will follow, if the upstream says so in advance. */
export interface Expected {
  readonly expected: number;
}

/** How many records the upstream has, to compare with ours if it has no listing. */
export interface Total {
  readonly total: number;
}

/** A part that may stand still while the rest moves, such as an ecosystem. */
export interface Part {
  readonly part: string;
  readonly size: number;
  readonly changedAt: Date | null;
  /** The longest pause among its recent changes; null if there are too few. */
  readonly pauseSeconds: number | null;
}

export interface SourceRecord<T> {
  /** Equal in all channels. */
  readonly key: string;
  /** The upstream's bytes for this record, exactly as received; the integrity hash is over these. */
  readonly raw: Uint8Array;
  /** The value for the content hash. For formats other than JSON, anything that identifies the content. */
  readonly value: unknown;
  /**
   * The part of the record that we use. May be a lazy getter, and an iterable if large: it is read at most once, and
   * only if the content is new. A getter that throws quarantines the record.
   */
  readonly parsed: T;
  /** When the upstream says it last changed the record. */
  readonly modified?: Date;
  /** The record is marked as withdrawn. Many at once are held for review, like removals. */
  readonly withdrawn?: boolean;
  readonly odd?: Noticed;
}

/** A record whose key is known before parsing. If we have the same bytes, it is never parsed. */
export interface LazyRecord<T> {
  readonly key: string;
  readonly raw: Uint8Array;
  /** From an archive entry: if unchanged, that is noted, so that next time it need not be unpacked. */
  readonly isEntry?: true;
  read(): SourceRecord<T> | Unreadable;
}

export function materialise<Item extends object, T>(item: Item | LazyRecord<T>): Item | SourceRecord<T> | Unreadable {
  return 'read' in item ? item.read() : item;
}

/** The upstream has this record, but it was not fetched because it has not changed. Needed for `complete`. */
export interface Present {
  readonly present: string;
}

/** The archive has these records unchanged: they count as seen and were not unpacked. */
export interface Unchanged {
  readonly unchanged: readonly string[];
}

/** Its bytes are valid, but we cannot tell which of the two records is meant. */
export const SECOND_RECORD = 'second record of this key in one run';

/** An unreadable record goes to quarantine; the others go on. */
export interface Unreadable {
  readonly unreadable: string;
  readonly raw: Uint8Array;
  /** If known, so that the stored record does not count as removed. */
  readonly key?: string;
}

/** Ends a full listing: records that we had before the run and that were not yielded are gone. */
export interface Complete {
  readonly complete: true;
  /** The listing's age. Anything we observed later is not judged by it. */
  readonly asOf?: Date;
  /**
   * Limits the listing to keys with this prefix; everything yielded since the last `complete` must have it, and other
   * records are not affected. If its removals are held, the run and its positions go on, and the part is among the
   * `heldParts` of later runs, with this tag.
   */
  readonly within?: string;
  readonly tag?: string | null;
}

/** Everything yielded so far is complete, so a later run may resume here. */
export interface Checkpoint {
  readonly checkpoint: string;
  /** Sets the start of another channel, unless its own position is later. */
  readonly channel?: ChannelName;
}

/**
 * `absent`: the upstream has no such record (removes nothing, because one missing record is not a complete listing).
 * `state`: there is no record, but the key has a state, such as `reserved`. `records`: these records name the id, but
 * none has it as key.
 */
export type Fetched<T> =
  | SourceRecord<T>
  | Unreadable
  | 'absent'
  | { readonly state: string }
  | { readonly records: readonly (SourceRecord<T> | Unreadable)[] };

/** The upstream responded, but not as promised. */
export class UnexpectedUpstream extends Error {
  override readonly name = 'UnexpectedUpstream';
  readonly source: SourceId;
  /** The upstream says that we ask too often. */
  readonly isThrottle: boolean;
  constructor(source: SourceId, detail: string, options: ErrorOptions & { readonly isThrottle?: boolean } = {}) {
    super(`${source}: ${detail}`, options);
    this.source = source;
    this.isThrottle = options.isThrottle ?? false;
  }
}
