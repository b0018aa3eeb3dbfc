import type { FixedVersion } from '@almanac/core';
import { sql } from 'kysely';
import { fixedVersionIn } from '../projections/affected/claims.ts';
import type { Db } from '../store/database.ts';
import { RECORDS_BY_ID } from './cve-evidence.ts';

/**
 * For each of these CVEs one version in which some source says that it is fixed, where any does. A commit is no version.
 * The records are those that the lookup shows: under the id, by an alias, or as their origin, looked through in this order up to
 * the first that will do. As they stood at an instant, where one is given.
 */
export async function fixedVersions(
  db: Db,
  ids: readonly string[],
  at: Date | null = null,
): Promise<ReadonlyMap<string, FixedVersion>> {
  if (ids.length === 0) return new Map();
  const standing =
    at === null ? sql`known_to is null` : sql`known_from <= ${at} and (known_to is null or known_to > ${at})`;
  const { rows } = await sql<Omit<FixedVersion, 'version'> & { claims: string }>`
    select wanted.id as cve, source.name as source, record.key as record, p.name as package, p.ecosystem, found.claims
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (
      select named.record_id, stated.package_id, stated.claims
      from (
        select id as record_id from record where key = wanted.id and source in ${RECORDS_BY_ID}
        union all
        select record_id from alias_assertion where alias = wanted.id and ${standing}
        union all
        select record_id from relation where relation.id = wanted.id and kind = 1 and ${standing}
      ) as named
      cross join lateral (
        select package_id, claims from affected
        where affected.record_id = named.record_id and ${standing} and not withdrawn and claims like ${LIKELY} limit 1
      ) as stated
      limit ${CANDIDATES}
    ) as found
    join record on record.id = found.record_id
    join source on source.id = record.source
    join package as p on p.id = found.package_id`.execute(db);
  const fixed = new Map<string, FixedVersion>();
  for (const { claims, ...row } of rows) {
    const version = fixed.has(row.cve) ? null : fixedVersionIn(claims);
    if (version !== null) fixed.set(row.cve, { ...row, version });
  }
  return fixed;
}

/**
 * Claims with an order of versions and, somewhere behind, an event `f…`, as `packAssertion` writes them. A few are others', of commits:
 * they are told by reading. A regular expression that tells them takes twenty times as long.
 */
const LIKELY = '%{"k":%"o":"%","e":[%"f%';
const CANDIDATES = 2;
