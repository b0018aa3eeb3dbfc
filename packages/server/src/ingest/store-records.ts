import { turns } from '../platform/in-slices.ts';
import type { LazyRecord, SourceRecord, Unreadable } from '../sources/source.ts';
import type { Db, Transaction } from '../store/database.ts';
import { moveDates, type Redated } from '../store/dates.ts';
import { computeRawCrc, type NotedBytes, noteBytes } from '../store/entry-checksums.ts';
import { type Current, type Evidence, loadCurrent, lockRecords, writeVersions } from '../store/evidence.ts';
import { sha256 } from '../store/packing.ts';
import type { Run } from '../store/runs.ts';
import type { Arrived } from './batches.ts';
import { canonicalJson } from './canonical-json.ts';
import { describeError } from './describe-error.ts';
import type { Feed, StoredChange } from './feed.ts';
import type { Packer } from './packer.ts';

export interface WriteContext<T> {
  readonly feed: Feed<T>;
  readonly source: number;
  readonly packer: Packer;
  /** Incoming records may be older than ours. */
  readonly lagging: boolean;
  /** Which version of the record counted when it was asked for; 0: none did. Undefined where nobody asked for one record. */
  readonly askedAt?: number;
}

/** A record that looks new, ready to be written. */
export interface Prepared<T> {
  readonly record: SourceRecord<T>;
  readonly parsed: T;
  readonly evidence: Evidence;
  /** Precomputed by the projection, if it does so. */
  readonly projected?: unknown;
}

export interface Preparation<T> {
  readonly prepared: readonly Prepared<T>[];
  /** The content that we have, under another date. */
  readonly redated: readonly Redated[];
  /** Stored content whose new bytes turned out to change nothing. */
  readonly noted: readonly NotedBytes[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * The part that needs no transaction: hashes, compares in one query, packs what differs and computes what follows from it.
 * Of a record whose bytes are those we have, nothing more is done: it is not even parsed.
 */
export async function prepareRecords<T>(
  db: Db,
  into: WriteContext<T>,
  arrived: readonly Arrived<T>[],
): Promise<Preparation<T>> {
  const current = await loadCurrent(db, into.source, getKeys(arrived));
  const turn = turns();
  const differing: Differing<T>[] = [];
  const unreadable: Unreadable[] = [];
  const redated: Redated[] = [];
  const noted: NotedBytes[] = [];
  for (const one of arrived) {
    await turn();
    const held = current.get(one.key);
    const sums = { rawSha256: sha256(one.raw), rawCrc: computeRawCrc(one.raw), rawSize: one.raw.length };
    if (held?.rawSha256?.equals(sums.rawSha256) === true) {
      if (isEntry(one) && held.rawCrc === null)
        noted.push({ key: one.key, ...sums, contentSha256: null, modified: null });
      continue;
    }
    const record = 'read' in one ? readRecord(one) : one;
    if ('unreadable' in record) {
      unreadable.push(record);
      continue;
    }
    const contentSha256 = sha256(canonicalJson(record.value, into.feed.source.volatile));
    const { modified = null } = record;
    const found = { key: one.key, ...sums, contentSha256, modified };
    if (isNew(into, held, record, contentSha256)) differing.push({ record, ...sums, contentSha256 });
    else if (modified !== null && isRedated(held, modified, contentSha256)) redated.push({ ...found, modified });
    else if (isEntry(one) && held?.contentSha256?.equals(contentSha256) === true) noted.push(found);
  }
  await into.packer.learn(differing.map(({ record }) => record.raw));

  const prepared: Prepared<T>[] = [];
  for (const { record, ...hashes } of differing) {
    await turn();
    const { key, raw, modified = null, withdrawn = false } = record;
    try {
      const { parsed } = record;
      const evidence = { key, ...hashes, modified, withdrawn, ...into.packer.pack(raw) };
      prepared.push({ record, parsed, evidence, projected: project(into, key, parsed) });
    } catch (error) {
      unreadable.push({ unreadable: describeError(error), raw, key });
    }
  }
  return { prepared, redated, noted, unreadable };
}

/** Others are never asked for by their checksum: to note it of them would be to write for nothing. */
function isEntry<T>(one: Arrived<T>): boolean {
  return 'isEntry' in one;
}

interface Differing<T> {
  readonly record: SourceRecord<T>;
  readonly rawSha256: Buffer;
  readonly contentSha256: Buffer;
  readonly rawCrc: number;
}

function readRecord<T>(unread: LazyRecord<T>): SourceRecord<T> | Unreadable {
  const { key, raw } = unread;
  const record = unread.read();
  // It was compared under the one key and would be stored under the other.
  if ('value' in record && record.key !== key) return { unreadable: `calls itself ${record.key}`, raw, key };
  return record;
}

/** Errors are handled on writing, where the projection fails again. */
function project<T>({ feed }: WriteContext<T>, key: string, parsed: T): unknown {
  try {
    return feed.projection.project?.(key, parsed);
  } catch {
    return undefined;
  }
}

export interface LockedComparison<T> {
  readonly changed: readonly Prepared<T>[];
  /** Those that the source has taken back since. */
  readonly takenBack: readonly Prepared<T>[];
}

/**
 * Locks the records and compares once more: another channel may have brought them in the meantime. Content that
 * came again under another date makes no version: only the date is noted.
 */
export async function compareLocked<T>(
  trx: Transaction,
  into: WriteContext<T>,
  { prepared, redated, noted }: Pick<Preparation<T>, 'prepared' | 'redated' | 'noted'>,
): Promise<LockedComparison<T>> {
  const keys = getKeys(prepared.map(({ record }) => record));
  const added = await lockRecords(trx, into.source, [...keys, ...getKeys(redated), ...getKeys(noted)]);
  await moveDates(trx, into.source, redated, into.lagging);
  await noteBytes(trx, into.source, noted);
  const known = keys.filter((key) => !added.has(key));
  const current = await loadCurrent(trx, into.source, known);
  const still = prepared.filter(({ record, evidence }) =>
    isNew(into, current.get(record.key), record, evidence.contentSha256),
  );
  const isTakenBack = ({ record }: Prepared<T>) => {
    const before = current.get(record.key);
    return record.withdrawn === true && before?.withdrawn === false && before.contentSha256 !== null;
  };
  return { changed: still, takenBack: still.filter(isTakenBack) };
}

/** Evidence, and what is computed from it. */
export async function writeRecords<T>(
  trx: Transaction,
  { feed }: WriteContext<T>,
  run: Run,
  changed: readonly Prepared<T>[],
  now: Date,
): Promise<void> {
  const documents = changed.map(({ evidence }) => evidence);
  const versions = await writeVersions(trx, run, documents, now);
  if (versions.length === 0) return;
  const byKey = new Map(changed.map((one) => [one.record.key, one]));
  const changes = versions.flatMap((version): StoredChange<T>[] => {
    const one = byKey.get(version.key);
    return one === undefined ? [] : [{ version, parsed: one.parsed, projected: one.projected }];
  });
  await feed.projection.write(trx, changes);
}

function isNew<T>(
  { lagging, askedAt }: WriteContext<T>,
  current: Current | undefined,
  { modified }: SourceRecord<T>,
  contentSha256: Buffer,
): boolean {
  if (current === undefined) return true;
  if (current.contentSha256?.equals(contentSha256) === true) return false;
  const [dated, held] = [modified?.getTime() ?? null, current.modified?.getTime() ?? null];
  const order = dated === null || held === null ? null : Math.sign(dated - held);
  if (lagging && order === -1) return false;
  // Another reading brought a version while this one was on its way: only a later date shows that it is the older one.
  return askedAt === undefined || current.seq === askedAt || order === 1;
}

function isRedated(current: Current | undefined, modified: Date, contentSha256: Buffer): boolean {
  if (current?.contentSha256?.equals(contentSha256) !== true) return false;
  return modified.getTime() !== current.modified?.getTime();
}

function getKeys(records: readonly { readonly key: string }[]): string[] {
  return records.map(({ key }) => key);
}
