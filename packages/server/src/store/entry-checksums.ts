import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { EntrySum } from '../sources/source.ts';
import type { Db, Transaction } from './database.ts';

/**
 * Version of the rules for unchanged bytes. Raise it when content hashing or a source's volatile members change.
 * Checksums with another version are unpacked and compared again.
 */
export const ENTRY_RULES = 1;

/** Bytes that were compared with what we have of a record, and changed nothing. */
export interface NotedBytes {
  readonly key: string;
  readonly rawSha256: Buffer;
  /** Null where the bytes are those that we have, and were not parsed. */
  readonly contentSha256: Buffer | null;
  readonly modified: Date | null;
  readonly rawCrc: number;
  readonly rawSize: number;
}

/** As PostgreSQL's `integer` holds it. */
export function computeRawCrc(raw: Uint8Array): number {
  return crc32(raw) | 0;
}

/** Returns the keys of entries whose checksum and size match the current record. */
export async function unchangedAmong(
  db: Db,
  source: number,
  entries: readonly EntrySum[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ key: string; crc: number; size: number }>`
    select record.key, entry_crc as crc, entry_size as size
    from record join current_version on current_version.record_id = record.id
    where record.source = ${source} and record.key = any(${entries.map(({ key }) => key)}::text[])
      and content_sha256 is not null and entry_seq = seq and entry_rules = ${ENTRY_RULES}`.execute(db);
  const noted = new Map(rows.map((row) => [row.key, row]));
  const isSame = ({ key, crc32: crc, size }: EntrySum) => {
    const one = noted.get(key);
    return one !== undefined && one.crc === (crc | 0) && one.size === size;
  };
  return new Set(entries.filter(isSame).map(({ key }) => key));
}

/** Notes them, where what they were compared with is still what we have. The caller has locked the records. */
export async function noteBytes(trx: Transaction, source: number, noted: readonly NotedBytes[]): Promise<void> {
  if (noted.length === 0) return;
  const column = <K extends keyof NotedBytes>(name: K) => noted.map((one) => one[name]);
  await sql`
    update current_version set entry_crc = given.crc, entry_size = given.size, entry_seq = seq, entry_rules = ${ENTRY_RULES}
    from unnest(${column('key')}::text[], ${column('rawSha256')}::bytea[], ${column('contentSha256')}::bytea[],
                ${column('modified')}::timestamptz[], ${column('rawCrc')}::integer[], ${column('rawSize')}::integer[])
         as given (key, raw_sha256, content_sha256, modified, crc, size)
    join record on record.source = ${source} and record.key = given.key
    where current_version.record_id = record.id
      and (current_version.raw_sha256 = given.raw_sha256
        or current_version.content_sha256 = given.content_sha256
          and current_version.upstream_modified is not distinct from given.modified)`.execute(trx);
}
