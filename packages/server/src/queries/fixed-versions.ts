import { type FixedVersion, fixesOf, subjectKindOf } from '@almanac/core';
import { sql } from 'kysely';
import { unpackAssertion } from '../projections/affected/claims.ts';
import type { Db } from '../store/database.ts';
import { RECORDS_BY_ID } from './cve-evidence.ts';
import { heldAt } from './held-at.ts';

/**
 * For each of these CVEs the versions in which sources say that it is fixed, of products and of registries' packages: one a record and
 * subject, the last where it names several. A commit is no version. The records are those that the lookup shows: under the id, by an
 * alias, or as their origin. As they stood at an instant, where one is given.
 */
export async function fixedVersions(
  db: Db,
  ids: readonly string[],
  at: Date | null = null,
): Promise<ReadonlyMap<string, readonly FixedVersion[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Row>`
    select wanted.id as cve, source.name as source, record.key as "recordKey", found.name, found.vendor, found.ecosystem,
           found.release, found.claims
    from unnest(${ids}::text[]) as wanted (id)
    cross join lateral (
      select named.record_id, p.name, p.vendor, p.ecosystem, p.release, stated.claims
      from (
        select id as record_id from record where key = wanted.id and source in ${RECORDS_BY_ID}
        union
        select record_id from (${heldAt(sql`select record_id from alias_assertion where alias = wanted.id`, at)}) as joined
        union
        select record_id from (
          ${heldAt(sql`select record_id from relation where relation.id = wanted.id and kind = 1`, at)}) as named
      ) as named
      cross join lateral (
        ${heldAt(sql`select package_id, claims from affected where affected.record_id = named.record_id and not withdrawn`, at)}
      ) as stated
      join package as p on p.id = stated.package_id
      -- Releases are those of distributions, which build; but for one registry that has several places.
      where p.release is null or p.ecosystem = 'Packagist'
      order by p.ecosystem is not null, named.record_id, p.id limit ${MOST_STATEMENTS}
    ) as found
    join record on record.id = found.record_id
    join source on source.id = record.source`.execute(db);
  const fixed = rows.flatMap((row): FixedVersion[] => {
    const assertion = unpackAssertion(row.claims, { ...row, withdrawn: false });
    const kind = subjectKindOf(assertion.subject, assertion.claims);
    const version = fixesOf(assertion).versions.at(-1);
    if (version === undefined || (kind !== 'product' && kind !== 'package')) return [];
    const { cve, source, recordKey, name, ecosystem } = row;
    return [{ cve, source, record: recordKey, package: name, ecosystem, kind, version }];
  });
  return Map.groupBy(fixed, ({ cve }) => cve);
}

/** Statements about one CVE that are read, products first. */
const MOST_STATEMENTS = 100;

interface Row {
  readonly cve: string;
  readonly source: string;
  readonly recordKey: string;
  readonly name: string;
  readonly vendor: string | null;
  readonly ecosystem: string | null;
  readonly release: string | null;
  readonly claims: string;
}
