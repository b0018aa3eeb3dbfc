import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The ecosystems of which OSV has records, by its own lists; null until they have been read for the first time. */
export async function osvEcosystems(db: Db): Promise<ReadonlySet<string> | null> {
  const { rows } = await sql<{ part: string }>`
    select part from source_part join source on source.id = source_part.source
    where source.name = 'osv' and records > 0`.execute(db);
  return rows.length === 0 ? null : new Set(rows.map(({ part }) => part));
}
