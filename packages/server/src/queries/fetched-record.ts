import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import type { Packed } from '../store/packing.ts';

export interface FetchedRecord {
  readonly packed: Packed;
  /** When it last changed. */
  readonly observedAt: Date;
  /** When the source last said so; null where the last attempt to ask it failed, or nobody has asked. */
  readonly confirmedAt: Date | null;
}

/** For records fetched on request. Returns null if there is none. */
export async function fetchedRecord(db: Db, source: SourceId, key: string): Promise<FetchedRecord | null> {
  const { rows } = await sql<Packed & Omit<FetchedRecord, 'packed'>>`
    select codec, dictionary, raw_size as "rawSize", packed, kept.observed_at as "observedAt",
      (select finished_at from refresh
       where refresh.source = source.id and refresh.key = record.key and outcome = 'done') as "confirmedAt"
    from source
    join record on record.source = source.id and record.key = ${key}
    join current_version kept on kept.record_id = record.id
    join version on version.record_id = record.id and version.seq = kept.seq
    join blob on blob.id = version.blob_id
    where source.name = ${source}`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const { observedAt, confirmedAt, ...packed } = row;
  return { packed, observedAt, confirmedAt };
}
