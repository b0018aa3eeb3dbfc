import { RATINGS } from '@almanac/core/scores';
import { sql } from 'kysely';
import type { Db } from '../../store/database.ts';
import { sourceNumbers } from '../source-numbers.ts';
import { HAS_FIX } from './has-fix.ts';
import { VULNERABILITIES } from './vulnerabilities.ts';

/** Vulnerabilities that name what they affect, and those of them with a fixed version. */
interface Counted {
  readonly total: number;
  readonly fixed: number;
}

interface Row extends Counted {
  readonly of: 'all' | 'severity' | 'ecosystem' | 'month';
  readonly name: string | null;
}

export interface FixRate extends Counted {
  /** Null where there is nothing to divide by. */
  readonly rate: number | null;
}

const SEVERITIES = [...RATINGS, 'unknown'] as const;

/** How many vulnerabilities have a fix that somebody names: in all, by severity, ecosystem and month of publication. */
export async function fixRates(db: Db) {
  const { rows } = await sql<Row>`
    with ${VULNERABILITIES},
    stated as (
      select a.record_id, case when a.source in ${sourceNumbers('osv', 'advisory')} then p.ecosystem end as ecosystem, bool_or(${HAS_FIX}) as fixed
      from affected as a join package as p on p.id = a.package_id
      where a.known_to is null and not a.withdrawn group by 1, 2
    ),
    named as (
      select v.vuln, coalesce(v.severity, 'unknown') as severity, v.published, stated.ecosystem, bool_or(stated.fixed) as fixed
      from vulnerability as v join member as m on m.vuln = v.vuln and m.live join stated on stated.record_id = m.record_id
      group by v.vuln, v.severity, v.published, stated.ecosystem
    ),
    judged as (
      select vuln, severity, to_char(published at time zone 'UTC', 'YYYY-MM') as month, bool_or(fixed) as fixed
      from named group by vuln, severity, published
    )
    select 'all' as of, null as name, count(*) as total, count(*) filter (where fixed) as fixed from judged
    union all
    select 'severity', severity, count(*), count(*) filter (where fixed) from judged group by severity
    union all
    select 'month', month, count(*), count(*) filter (where fixed) from judged where month is not null group by month
    union all
    select 'ecosystem', ecosystem, count(*), count(*) filter (where fixed)
    from named where ecosystem is not null group by ecosystem`.execute(db);
  const of = (wanted: Row['of']) => rows.filter((row) => row.of === wanted);
  const bySeverity = new Map(of('severity').map((row) => [row.name, row]));
  return {
    overall: toFixRate(of('all')[0]),
    bySeverity: Object.fromEntries(SEVERITIES.map((name) => [name, toFixRate(bySeverity.get(name))])),
    byEcosystem: of('ecosystem')
      .map(({ name, ...row }) => Object.assign({ ecosystem: name ?? '' }, toFixRate(row)))
      .sort((a, b) => b.total - a.total || (a.ecosystem < b.ecosystem ? -1 : 1)),
    byMonth: of('month')
      .map(({ name, ...row }) => Object.assign({ month: name ?? '' }, toFixRate(row)))
      .sort((a, b) => (a.month < b.month ? 1 : -1)),
  };
}

function toFixRate({ total, fixed }: Counted = { total: 0, fixed: 0 }): FixRate {
  return { total, fixed, rate: total === 0 ? null : Math.round((fixed / total) * 1e4) / 1e4 };
}
