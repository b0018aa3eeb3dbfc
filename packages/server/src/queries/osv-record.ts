import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import type { Packed } from '../store/packing.ts';
import { REDATED } from './cve-evidence-parts.ts';

/** A record of OSV as it stands now. */
export interface StoredOsvRecord {
  readonly key: string;
  readonly sha256: string;
  readonly observedAt: Date;
  /** The date that OSV gives the same content now, where it is not the one in the document. */
  readonly redated: Date | null;
  readonly packed: Packed;
}

/** The record of the first of these spellings of an id that OSV has, withdrawn or not. */
export async function loadOsvRecord(db: Db, spellings: readonly string[]): Promise<StoredOsvRecord | null> {
  const { rows } = await sql<Packed & Omit<StoredOsvRecord, 'packed'>>`
    select record.key, encode(blob.raw_sha256, 'hex') as sha256, kept.observed_at as "observedAt", ${REDATED},
           blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed
    from record
    join current_version kept on kept.record_id = record.id
    join version on version.record_id = kept.record_id and version.seq = kept.seq
    join blob on blob.id = version.blob_id
    where record.source = ${sourceNumber('osv')} and record.key = any(${texts(spellings)})`.execute(db);
  const found = spellings.flatMap((spelling) => rows.find(({ key }) => key === spelling) ?? [])[0];
  if (found === undefined) return null;
  const { key, sha256, observedAt, redated, ...packed } = found;
  return { key, sha256, observedAt, redated, packed };
}
