import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { type SeverityTally, tally } from './tally.ts';
import { VULNERABILITIES, YEAR } from './vulnerabilities.ts';

interface Row extends SeverityTally {
  readonly total: number;
  readonly year: number | null;
  readonly ecosystem: string | null;
  readonly of: 'all' | 'year' | 'ecosystem' | 'malware';
}

/** Vulnerabilities by severity: in all, by year and by ecosystem. One that is in several ecosystems counts in each. */
export async function loadSeverityBreakdown(db: Db) {
  const { rows } = await sql<Row>`
    with ${VULNERABILITIES},
    dated as (select vuln, coalesce(severity, 'unknown') as severity, ${YEAR} as year from vulnerability),
    placed as (
      select distinct dated.vuln, dated.severity, ecosystem
      from dated join member on member.vuln = dated.vuln and member.live
      cross join lateral unnest(member.ecosystems) as ecosystem
    )
    select 'all' as of, null::integer as year, null as ecosystem, ${tally} from dated
    union all
    select 'year', year, null, ${tally} from dated group by year
    union all
    select 'ecosystem', null, ecosystem, ${tally} from placed group by ecosystem
    union all
    select 'malware', null, null, count(*), 0, 0, 0, 0, 0, 0
    from (select distinct id from advisory where type = 'malware' and withdrawn is null) as reported`.execute(db);
  const all = rows.find((row) => row.of === 'all');
  return {
    total: all?.total ?? 0,
    bySeverity: severities(all),
    byYear: rows
      .filter((row) => row.of === 'year')
      .map((row) => ({ year: row.year, total: row.total, bySeverity: severities(row) }))
      .sort((a, b) => (b.year ?? 0) - (a.year ?? 0)),
    byEcosystem: rows
      .filter((row) => row.of === 'ecosystem')
      .map((row) => ({ ecosystem: row.ecosystem ?? '', total: row.total, bySeverity: severities(row) }))
      .sort((a, b) => b.total - a.total || (a.ecosystem < b.ecosystem ? -1 : 1)),
    malware: rows.find((row) => row.of === 'malware')?.total ?? 0,
  };
}

function severities(row: SeverityTally | undefined): SeverityTally {
  const { critical = 0, high = 0, medium = 0, low = 0, none = 0, unknown = 0 } = row ?? {};
  return { critical, high, medium, low, none, unknown };
}
