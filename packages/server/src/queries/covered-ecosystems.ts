import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** The ecosystems of which OSV has records, by its own lists; null until they have been read for the first time. */
export async function osvEcosystems(db: Db): Promise<ReadonlySet<string> | null> {
  const { rows } = await sql<{ part: string }>`
    select part from source_part join source on source.id = source_part.source
    where source.name = 'osv' and records > 0`.execute(db);
  return rows.length === 0 ? null : new Set(rows.map(({ part }) => part));
}

/** The releases of distributions that records name, as OSV writes them: `Debian:12`. */
export async function recordedReleases(db: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ ecosystem: string }>`
    select distinct concat(ecosystem, ':', release) as ecosystem from package
    where ecosystem is not null and release is not null and release not like 'https:%'`.execute(db);
  return rows.map(({ ecosystem }) => ecosystem);
}
