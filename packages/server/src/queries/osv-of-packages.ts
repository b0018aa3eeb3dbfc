import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { integers, texts } from './list-parameter.ts';
import type { NamedPackage } from './packages-named.ts';

/** A record of OSV under one of the ecosystems in which it speaks of the package. */
export interface OsvPlace {
  readonly ecosystem: string;
  readonly key: string;
}

/** Where a page goes on: behind this place, by ecosystem and then by id, letters by their codes. */
export type After = OsvPlace;

/**
 * The records of OSV that speak of any of the packages, one page of them and how many there are. Releases of an ecosystem are
 * taken together, and withdrawn records are left out.
 */
export async function osvOfPackages(
  db: Db,
  packages: readonly NamedPackage[],
  after: After | null,
  limit: number,
): Promise<{ readonly places: readonly OsvPlace[]; readonly total: number }> {
  if (packages.length === 0) return { places: [], total: 0 };
  const { rows } = await sql<{ total: number } & (OsvPlace | { key: null })>`
    with spoken as materialized (
      select distinct asked.ecosystem, affected.record_id
      from unnest(
        ${integers(packages.map(({ id }) => id))}, ${texts(packages.map(({ ecosystem }) => ecosystem))}
      ) as asked (package_id, ecosystem)
      join affected on affected.package_id = asked.package_id and affected.known_to is null
      where affected.source = ${sourceNumber('osv')} and not affected.withdrawn
    )
    select counted.total, page.ecosystem, page.key
    from (select count(*) as total from spoken) counted
    left join (
      select spoken.ecosystem, record.key
      from spoken join record on record.id = spoken.record_id
      where (spoken.ecosystem collate "C", record.key collate "C")
          > (${after?.ecosystem ?? ''}::text collate "C", ${after?.key ?? ''}::text collate "C")
      order by spoken.ecosystem collate "C", record.key collate "C"
      limit ${limit}
    ) page on true
    order by page.ecosystem collate "C", page.key collate "C"`.execute(db);
  return { places: rows.filter((row) => row.key !== null), total: rows[0]?.total ?? 0 };
}
