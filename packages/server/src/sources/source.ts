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
 * The ways in which a source is read, each on its own timetable and with its own position. They may run side by side.
 * `bulk`: all there is, from archives. `delta`: what changed since. `sweep`: all there is once more, for what deltas missed.
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
  /** Members of a record that change without its content changing; they take no part in its content hash. */
  readonly volatile: readonly string[];
  /** Every host that is asked, redirects included: no other will be. */
  readonly upstreams: readonly Upstream[];
  readonly channels: Readonly<Partial<Record<ChannelName, Channel<T>>>>;
  /** Fills an empty store; the other channels wait until it has. Null: records are fetched one by one only. */
  readonly first: ChannelName | null;
  /** To fill it takes from many minutes to days: on a first start the small ones go before. */
  readonly large?: true;
  /** The parts that are read where a deployment has chosen some; left out: all. */
  readonly partsRead?: readonly string[] | undefined;
  /** The newest state of one record, for a person who waits. */
  readonly fetchOne?: (deps: SourceDeps, key: string, signal: AbortSignal) => Promise<Fetched<T>>;
  /** Bytes that could not be read when they came, read once more by the rules of now. Touches nothing outside. */
  readonly reread?: (kept: KeptBytes) => SourceRecord<T> | Unreadable;
}

export interface KeptBytes {
  readonly raw: Uint8Array;
  /** Under which they were set aside; null where it could not be told. */
  readonly key: string | null;
  readonly now: Date;
}

export interface Channel<T> {
  /** `since` is the last checkpoint that was yielded for this channel and that was stored, or null. */
  read(deps: SourceDeps, since: string | null, signal: AbortSignal): AsyncIterable<SourceItem<T>>;
  /** Its records may be older than another channel's. Records dated before ours are skipped. */
  readonly lagging?: boolean;
  /** A position from which all is read that has changed at `instant` or later; left out where there is none. */
  readonly positionAt?: (instant: Date, now: Date) => string;
}

/** A record's entry in an archive, as its directory announces it. */
export interface EntrySum {
  readonly key: string;
  readonly crc32: number;
  /** Unpacked. */
  readonly size: number;
}

/** An origin that is read, and how: its patience, what it calls too often, what it is sent. */
export interface Upstream extends Origin {
  /** Request limit for the whole fleet. */
  readonly limit?: { readonly requests: number; readonly seconds: number };
  /** Limit for a longer span, such as a day. Requests beyond it fail instead of waiting for hours. */
  readonly budget?: { readonly requests: number; readonly seconds: number };
  /** Without the token its limit is another, which counts while the token is refused. */
  readonly token?: Token & { readonly anonymousLimit: { readonly requests: number; readonly seconds: number } };
}

export interface SourceDeps {
  readonly http: Http;
  /** Which of these records we have, and how the source dated what we have. Removed ones are not among them. */
  readonly held: (keys: readonly string[]) => Promise<ReadonlyMap<string, { readonly modified: Date | null }>>;
  /** Whether these are the very bytes that we have of a record; left out where nothing is held. */
  readonly holds?: (key: string, raw: Uint8Array) => Promise<boolean>;
  /** The keys of those entries that have bytes which would change nothing; left out where nothing is held. */
  readonly unchanged?: (entries: readonly EntrySum[]) => Promise<ReadonlySet<string>>;
  /** The keys of all records that we have and whose keys begin like this; left out where nothing is held. */
  readonly heldKeys?: (prefix: string) => Promise<readonly string[]>;
  /** The keys of records that were first set aside after `since`; left out where nothing is held. */
  readonly setAside?: (since: Date) => Promise<readonly string[]>;
  /** Parts whose listing awaits a person's word, with the tag of the list that was judged; left out where nothing is held. */
  readonly heldParts?: ReadonlyMap<string, string | null>;
  /** An operator approved the removal: read everything again, whatever its tag. */
  readonly released?: boolean;
  readonly now: () => Date;
  readonly log: SourceLog;
}

/** Waits for the upstream's rate, retries what may be retried, refuses other origins, bombs and oversize. */
export type Http = Pick<HttpClient, 'get' | 'download'>;

/** The message is fixed text; what varies goes into the object. */
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

/** Something that a person should know of, though the source is read: shown among its warnings for a week, or until it is over. */
export interface Noticed {
  readonly noticed: Extract<
    SourceWarning['code'],
    'RECORDS_LACKING' | 'READ_FROM_MIRROR' | 'UNKNOWN_FORM' | 'TOKEN_REFUSED' | 'BLOCKED' | 'SETTING_MISSING'
  >;
  /** Null: it is over. */
  readonly detail: string | null;
}

/** Ids that the upstream has named before their records can be read: what is published soon, and what was new when. */
export interface Announced {
  readonly announced: readonly Announcement[];
}

export interface Announcement {
  readonly id: string;
  readonly kind: 'new' | 'updated';
  readonly at: Date;
  /** How the record is dated, where the upstream says so. */
  readonly modified: Date | null;
}

/** How many records are to come, where the upstream says so beforehand. */
export interface Expected {
  readonly expected: number;
}

/** How many records the upstream has in all: where it lists none, that is what ours can be compared with. */
export interface Total {
  readonly total: number;
}

/** A part that can stand still while the rest of the source moves, such as an ecosystem. */
export interface Part {
  readonly part: string;
  /** How many records it has. */
  readonly size: number;
  /** Its newest record, as the source dates it. */
  readonly changedAt: Date | null;
  /** The longest pause among its last changes; null: there are too few to tell. */
  readonly pauseSeconds: number | null;
}

export interface SourceRecord<T> {
  /** The same in all channels. */
  readonly key: string;
  /** The upstream's bytes for this record, exactly as received; the integrity hash is over these. */
  readonly raw: Uint8Array;
  /** The whole value of those bytes: the content hash is over this. Of what is no JSON, whatever tells its content. */
  readonly value: unknown;
  /**
   * The part of the record that we use. May be a lazy getter, and an iterable if large: it is read at most once, and
   * only if the content is new. A getter that throws quarantines the record.
   */
  readonly parsed: T;
  /** When the upstream says it last changed the record. */
  readonly modified?: Date;
  /** The source takes it back, by a mark within the record. Many at once are held for review, like removals. */
  readonly withdrawn?: boolean;
  /** A warning to report with this item. */
  readonly odd?: Noticed;
}

/** A record whose key can be told before it is parsed. Where we have the very same bytes, it never is. */
export interface LazyRecord<T> {
  readonly key: string;
  readonly raw: Uint8Array;
  /** Where it came as an entry of an archive: if it is what we have, that is noted, and next time it need not be unpacked. */
  readonly isEntry?: true;
  read(): SourceRecord<T> | Unreadable;
}

/** Parses a lazy record. */
export function materialise<Item extends object, T>(item: Item | LazyRecord<T>): Item | SourceRecord<T> | Unreadable {
  return 'read' in item ? item.read() : item;
}

/** The upstream has this record too; it was not fetched because it has not changed. Only `complete` needs to know. */
export interface Present {
  readonly present: string;
}

/** The archive has these records, with the bytes that we have: they count as seen, and were not unpacked. */
export interface Unchanged {
  readonly unchanged: readonly string[];
}

/** Its bytes are valid, but we cannot tell which of the two records is meant. */
export const SECOND_RECORD = 'second record of this key in one run';

/** A record that could not be read: it goes to quarantine, the rest go on. */
export interface Unreadable {
  readonly unreadable: string;
  readonly raw: Uint8Array;
  /** Where it can be told: the record of that key is then not taken for removed. */
  readonly key?: string;
}

/** "These were all there are": a record that we had before the run and that was not yielded is gone from the upstream. */
export interface Complete {
  readonly complete: true;
  /** The listing is as old as this: what we have observed since is not judged by it. */
  readonly asOf?: Date;
  /**
   * The listing is of the records whose keys begin like this, and all that was yielded since the last one is of these: no other
   * record is judged by it. Where what it lacks is held for review, the run goes on, and so do the positions: the part is
   * among the `heldParts` of later runs, with this tag.
   */
  readonly within?: string;
  readonly tag?: string | null;
}

/** "Everything yielded so far is complete up to here": the only place from which a later run may go on. */
export interface Checkpoint {
  readonly checkpoint: string;
  /** Another channel, which begins where this one has read to. A later position of its own stays. */
  readonly channel?: ChannelName;
}

/**
 * `absent`: the upstream has no such record (and removes nothing: one missing answer is no complete listing).
 * `state`: it has no record, yet something to say of the key, such as `reserved`.
 * `records`: the key is an id that these records name, and the key of none of them.
 */
export type Fetched<T> =
  | SourceRecord<T>
  | Unreadable
  | 'absent'
  | { readonly state: string }
  | { readonly records: readonly (SourceRecord<T> | Unreadable)[] };

/** The upstream answered, but not with what it promised. */
export class UnexpectedUpstream extends Error {
  override readonly name = 'UnexpectedUpstream';
  readonly source: SourceId;
  /** Whether the upstream says that we ask too often. */
  readonly isThrottle: boolean;
  constructor(source: SourceId, detail: string, options: ErrorOptions & { readonly isThrottle?: boolean } = {}) {
    super(`${source}: ${detail}`, options);
    this.source = source;
    this.isThrottle = options.isThrottle ?? false;
  }
}
