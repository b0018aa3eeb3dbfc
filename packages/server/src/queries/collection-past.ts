import type { CarriedVersion } from '@almanac/core/figures';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

const MAX_ROWS = 5_000;

/** Everything that channels had under this name (in the form of `lookupForm`), in the order of time. */
export async function collectionPast(db: Db, name: string): Promise<readonly CarriedVersion[]> {
  const { rows } = await sql<Omit<CarriedVersion, 'knownFrom'> & { knownFrom: Date }>`
    select channel, attribute, pname, version, ecosystem, ecosystem_name as "ecosystemName", cpes, purls, makers, homepage,
           known_vulnerabilities as "knownVulnerabilities", patched, known_from as "knownFrom"
    from collection_package where lookup && array[${name}]::text[]
    order by channel, attribute, known_from limit ${MAX_ROWS}`.execute(db);
  return rows.map((row) => Object.assign(row, { knownFrom: row.knownFrom.toISOString() }));
}
