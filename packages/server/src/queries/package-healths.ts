import type { PackageHealth } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** A page of the packages that were judged, the worst first. */
export async function packageHealths(db: Db, page: number, limit: number): Promise<readonly PackageHealth[]> {
  const { rows } = await sql<{ health: PackageHealth }>`
    select health from package_health order by at_best, score, attribute
    limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  return rows.map(({ health }) => health);
}

/** Those of these attributes that were judged. */
export async function loadPackageHealths(
  db: Db,
  attributes: readonly string[],
): Promise<ReadonlyMap<string, PackageHealth>> {
  const { rows } = await sql<{ attribute: string; health: PackageHealth }>`
    select attribute, health from package_health where attribute = any(${texts(attributes)})`.execute(db);
  return new Map(rows.map(({ attribute, health }) => [attribute, health]));
}
