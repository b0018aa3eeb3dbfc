import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { sourceNumbers } from '../source-numbers.ts';
import { VULNERABILITIES } from './vulnerabilities.ts';

interface Counts {
  readonly records: number;
  readonly vulnerabilities: number;
  readonly packages: number;
  readonly withdrawn: number;
  readonly malware: number;
}

interface Row extends Counts {
  readonly ecosystem: string | null;
  readonly lastChanged: Date | null;
  readonly all: boolean;
  readonly ecosystems: number;
}

/** Merges releases of an ecosystem. A record in both sources counts once, and is withdrawn only if every copy is. */
export async function loadEcosystemStats(db: Db) {
  const { rows } = await sql<Row>`
    with ${VULNERABILITIES},
    copy as (
      select a.id, a.record_id, a.withdrawn is not null as withdrawn, a.type = 'malware' as malware, kept.observed_at,
             case when a.ecosystems = '{}' then array[null] else a.ecosystems end as ecosystems
      from advisory as a join current_version as kept on kept.record_id = a.record_id
    ),
    held as (
      select ecosystem, id, bool_and(withdrawn) as withdrawn, coalesce(bool_or(malware), false) as malware,
             max(observed_at) as observed_at
      from copy cross join lateral unnest(ecosystems) as ecosystem group by ecosystem, id
    ),
    recorded as (
      select ecosystem, count(*) as records, count(*) filter (where withdrawn) as withdrawn,
             count(*) filter (where malware and not withdrawn) as malware, max(observed_at) as "lastChanged"
      from held group by ecosystem
    ),
    placed as (
      select distinct vulnerability.vuln, ecosystem
      from vulnerability join member on member.vuln = vulnerability.vuln and member.live
      cross join lateral unnest(case when member.ecosystems = '{}' then array[null] else member.ecosystems end) as ecosystem
    ),
    counted as (select ecosystem, count(*) as vulnerabilities from placed group by ecosystem),
    named as (
      select distinct p.ecosystem, p.name from package as p
      where p.ecosystem is not null and exists (
        select from affected as a
        where a.package_id = p.id and a.known_to is null and a.source in ${sourceNumbers('osv', 'advisory')} and not a.withdrawn)
    ),
    packaged as (select ecosystem, count(*) as packages from named group by ecosystem)
    select recorded.ecosystem, records, coalesce(vulnerabilities, 0) as vulnerabilities, coalesce(packages, 0) as packages,
           withdrawn, malware, "lastChanged", false as all, 0 as ecosystems
    from recorded
    left join counted on counted.ecosystem is not distinct from recorded.ecosystem
    left join packaged on packaged.ecosystem = recorded.ecosystem
    union all
    select null, count(distinct id), (select count(distinct vuln) from placed), (select count(*) from named),
           count(distinct id) filter (where withdrawn), count(distinct id) filter (where malware and not withdrawn),
           max(observed_at), true, (select count(*) from recorded where ecosystem is not null)
    from held`.execute(db);
  const totals = rows.find(({ all }) => all);
  const without = rows.find(({ all, ecosystem }) => !all && ecosystem === null);
  return {
    ecosystems: rows
      .flatMap((row) => (row.all || row.ecosystem === null ? [] : [toEcosystem(row, row.ecosystem)]))
      .sort((a, b) => b.records - a.records || (a.ecosystem < b.ecosystem ? -1 : 1)),
    totals: { ecosystems: totals?.ecosystems ?? 0, ...counts(totals) },
    withoutEcosystem: without?.records ?? 0,
  };
}

function toEcosystem(row: Row, ecosystem: string) {
  return { ecosystem, ...counts(row), lastChanged: row.lastChanged?.toISOString() ?? null };
}

function counts(row: Counts | undefined): Counts {
  const { records = 0, vulnerabilities = 0, packages = 0, withdrawn = 0, malware = 0 } = row ?? {};
  return { records, vulnerabilities, packages, withdrawn, malware };
}
