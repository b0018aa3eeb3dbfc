import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface GraphPackage {
  readonly ecosystem: string | null;
  readonly vendor: string | null;
  readonly name: string;
}

export interface Neighbours {
  readonly packages: readonly (GraphPackage & { readonly cves: readonly string[]; readonly more: boolean })[];
  readonly weaknesses: readonly { readonly cwe: number; readonly cves: readonly string[]; readonly more: boolean }[];
  /** It has more packages than were looked at. */
  readonly truncated: boolean;
}

/** Packages of one CVE that are looked at: a flaw of a library stands under hundreds of names. */
const MOST_PACKAGES = 40;
/** Records about one package, or CVEs of one weakness, that are looked at: the kernel has ten thousand, the newest count. */
const MOST_EACH = 500;

/**
 * A few set queries, each bounded, however much is known of a package. A rejected CVE has no neighbours; an erratum of several, which
 * says of no package which of them it has, joins none.
 */
export async function graphNeighbours(db: Db, id: string): Promise<Neighbours> {
  const { rows } = await sql<{ vuln: string }>`
    select coalesce((select group_id from alias_group where id = ${id} and not over_large), ${id}) as vuln
    where not exists (select from cve where cve.cve_id = ${id} and cve.state = 'REJECTED')`.execute(db);
  const [own] = rows;
  if (own === undefined) return { packages: [], weaknesses: [], truncated: false };
  const [packages, weaknesses] = [await sharedPackages(db, own.vuln), await sharedWeaknesses(db, own.vuln)];
  return {
    packages: packages.slice(0, MOST_PACKAGES).map(({ ecosystem, vendor, name, cves, count }) => ({
      ecosystem,
      vendor,
      name,
      cves: cves.filter((cve) => cve !== own.vuln),
      more: count >= MOST_EACH,
    })),
    weaknesses: weaknesses.map(({ cwe, cves, count }) => ({
      cwe,
      cves: cves.filter((cve) => cve !== own.vuln),
      more: count >= MOST_EACH,
    })),
    truncated: packages.length > MOST_PACKAGES,
  };
}

/** A rejected CVE has nothing in common with any. */
const STANDING = sql`cve.state is distinct from 'REJECTED'`;

interface Shared {
  readonly cves: readonly string[];
  readonly count: number;
}

/** Releases of one distribution are one package. */
async function sharedPackages(db: Db, vuln: string): Promise<(GraphPackage & Shared)[]> {
  const { rows } = await sql<GraphPackage & Shared>`
    with own as (
      select distinct affected.package_id
      from vulnerability_record as held join affected on affected.record_id = held.record_id and known_to is null and not withdrawn
      where held.vuln = ${vuln} and not held.several
    ),
    named as (
      select package.ecosystem, package.vendor, package.name, array_agg(package.id order by package.id) as packages
      from own join package on package.id = own.package_id where package.name not in ('*', 'n/a', 'unknown', '')
      group by package.ecosystem, package.vendor, package.name
      order by package.ecosystem is null, package.name, package.ecosystem limit ${MOST_PACKAGES + 1}
    )
    select named.ecosystem, named.vendor, named.name, coalesce(found.cves, '{}') as cves, coalesce(found.count, 0) as count
    from named cross join lateral (
      select array_agg(distinct held.vuln) filter (where held.vuln like 'CVE-%' and ${STANDING}) as cves, count(*) as count
      from (
        select affected.record_id from affected
        where affected.package_id = any(named.packages) and known_to is null and not withdrawn
        order by affected.record_id desc limit ${MOST_EACH}
      ) as said
      join vulnerability_record as held on held.record_id = said.record_id and not held.several
      left join cve on cve.cve_id = held.vuln
    ) as found`.execute(db);
  return rows;
}

async function sharedWeaknesses(db: Db, vuln: string): Promise<({ cwe: number } & Shared)[]> {
  const { rows } = await sql<{ cwe: number } & Shared>`
    select own.cwe, coalesce(found.cves, '{}') as cves, coalesce(found.count, 0) as count
    from (
      select distinct w.cwe from vulnerability_record as held join weakness as w on w.record_id = held.record_id
      where held.vuln = ${vuln} and not held.several order by w.cwe limit 20
    ) as own
    cross join lateral (
      select array_agg(distinct held.vuln) filter (where held.vuln like 'CVE-%' and ${STANDING}) as cves, count(*) as count
      from (select record_id from weakness where weakness.cwe = own.cwe order by id desc limit ${MOST_EACH}) as said
      join vulnerability_record as held on held.record_id = said.record_id and not held.several
      left join cve on cve.cve_id = held.vuln
    ) as found`.execute(db);
  return rows;
}
