import type { SourceRecord, Unreadable } from '../sources/source.ts';
import type { Db, Transaction } from '../store/database.ts';
import { type Current, currentOf, type Evidence, lockRecords, writeVersions } from '../store/evidence.ts';
import { sha256 } from '../store/packing.ts';
import type { Run } from '../store/runs.ts';
import { canonicalJson } from './canonical-json.ts';
import { describeError } from './describe-error.ts';
import type { Feed } from './feed.ts';
import type { Packer } from './packer.ts';

export interface Into<T> {
  readonly feed: Feed<T>;
  readonly source: number;
  readonly packer: Packer;
  /** What comes may be older than what we have. */
  readonly lagging: boolean;
}

/** A record that looks new, ready to be written. */
export interface Prepared<T> {
  readonly record: SourceRecord<T>;
  readonly parsed: T;
  readonly evidence: Evidence;
}

export interface Preparation<T> {
  readonly prepared: readonly Prepared<T>[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * The part that needs no transaction: hashes, compares in one query, and packs what differs. Of a record whose content
 * is the one we have, nothing more is done.
 */
export async function prepareRecords<T>(
  db: Db,
  into: Into<T>,
  records: readonly SourceRecord<T>[],
): Promise<Preparation<T>> {
  const current = await currentOf(db, into.source, keysOf(records));
  const differing = records
    .map((record) => ({ record, contentSha256: sha256(canonicalJson(record.value, into.feed.source.volatile)) }))
    .filter(({ record, contentSha256 }) => isNew(into, current.get(record.key), record, contentSha256));
  await into.packer.learn(differing.map(({ record }) => record.raw));

  const prepared: Prepared<T>[] = [];
  const unreadable: Unreadable[] = [];
  for (const { record, contentSha256 } of differing) {
    const { key, raw, modified = null, withdrawn = false } = record;
    try {
      const { parsed } = record;
      const evidence = { key, rawSha256: sha256(raw), contentSha256, modified, withdrawn, ...into.packer.pack(raw) };
      prepared.push({ record, parsed, evidence });
    } catch (error) {
      unreadable.push({ unreadable: describeError(error), raw, key });
    }
  }
  return { prepared, unreadable };
}

export interface Compared<T> {
  readonly changed: readonly Prepared<T>[];
  /** Those that the source has taken back since. */
  readonly takenBack: readonly Prepared<T>[];
}

/** Locks the records and compares once more: another channel may have brought them in the meantime. */
export async function compareLocked<T>(
  trx: Transaction,
  into: Into<T>,
  prepared: readonly Prepared<T>[],
): Promise<Compared<T>> {
  const keys = keysOf(prepared.map(({ record }) => record));
  await lockRecords(trx, into.source, keys);
  const current = await currentOf(trx, into.source, keys);
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
  { feed }: Into<T>,
  run: Run,
  changed: readonly Prepared<T>[],
  now: Date,
): Promise<void> {
  const documents = changed.map(({ evidence }) => evidence);
  const versions = await writeVersions(trx, run, documents, now);
  if (versions.length === 0) return;
  const parsed = new Map(changed.map((one) => [one.record.key, one.parsed]));
  await feed.projection.write(
    trx,
    versions.map((version) => ({ version, parsed: parsed.get(version.key) as T })),
  );
}

function isNew<T>(
  { lagging }: Into<T>,
  current: Current | undefined,
  { modified }: SourceRecord<T>,
  contentSha256: Buffer,
): boolean {
  if (current === undefined) return true;
  if (current.contentSha256?.equals(contentSha256) === true) return false;
  return !(lagging && modified !== undefined && current.modified !== null && modified < current.modified);
}

function keysOf(records: readonly { readonly key: string }[]): string[] {
  return records.map(({ key }) => key);
}
