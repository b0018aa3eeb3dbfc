import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { keptValue } from '../sources/index.ts';
import type { Db } from '../store/database.ts';
import { loadDictionaries } from '../store/dictionaries.ts';
import { type Packed, unpack } from '../store/packing.ts';

/**
 * Returns a source's current value of a record, or null. For EPSS, whose records are whole days, returns one row of the
 * newest day.
 */
export async function canaryValue(db: Db, source: SourceId, key: string): Promise<unknown> {
  return source === 'epss' ? newestScore(db, key) : currentDocument(db, source, key);
}

async function newestScore(db: Db, cve: string): Promise<unknown> {
  const { rows } = await sql`
    select score::float8 / 100000 as score, percentile::float8 / 100000 as percentile
    from epss_current
    where cve_id = ${cve} and scored_on = (select max(scored_on) from epss_day)`.execute(db);
  return rows[0] ?? null;
}

async function currentDocument(db: Db, source: SourceId, key: string): Promise<unknown> {
  const { rows } = await sql<Packed>`
    select codec, dictionary, raw_size as "rawSize", packed
    from source
    join record on record.source = source.id and record.key = ${key}
    join current_version on current_version.record_id = record.id
    join version on version.record_id = record.id and version.seq = current_version.seq
    join blob on blob.id = version.blob_id
    where source.name = ${source}`.execute(db);
  const [blob] = rows;
  if (blob === undefined) return null;
  const dictionaries = await loadDictionaries(db, [blob]);
  return keptValue(source, key, unpack(blob, dictionaries.get(blob.dictionary) ?? null));
}
