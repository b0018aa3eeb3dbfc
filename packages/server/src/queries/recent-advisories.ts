import type { RecentAdvisory, SourceId } from '@almanac/contract';
import type { Rating } from '@almanac/core/scores';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';

export interface RecentQuestion {
  /** Since when a publication is recent. */
  readonly from: Date;
  /** Since when a publication counts that we only saw after `from`. */
  readonly lateFrom: Date;
  readonly severity: Rating | null;
  readonly ecosystem: string | null;
  readonly malware: boolean;
  readonly offset: number;
  readonly limit: number;
}

export interface RecentRow {
  readonly id: string;
  readonly record: string;
  readonly source: SourceId;
  readonly aliases: readonly string[];
  readonly title: string | null;
  readonly severity: Rating | null;
  readonly ecosystems: readonly string[];
  readonly packages: RecentAdvisory['packages'];
  readonly published: Date;
  readonly observedAt: Date;
  readonly late: boolean;
}

/**
 * Advisories that are recent by their source's date or by ours, one for each vulnerability; an erratum of several
 * is one by itself. And how many there are in all.
 */
export async function loadRecentAdvisories(
  db: Db,
  question: RecentQuestion,
): Promise<{ rows: RecentRow[]; total: number }> {
  const { from, lateFrom, severity, ecosystem, malware, offset, limit } = question;
  const { rows } = await sql<RecentRow & { total: number }>`
    with recent as (
      select coalesce(held.vuln, a.id) as key, a.id, a.source, a.record_id, a.summary, a.severity, a.score, a.ecosystems,
             a.published, first.observed_at, a.published < ${from} as late
      from advisory as a
      join version as first on first.record_id = a.record_id and first.seq = 1
      left join vulnerability_record as held on held.record_id = a.record_id and not held.several
      where a.published >= ${lateFrom} and (a.published >= ${from} or first.observed_at >= ${from})
        and a.withdrawn is null and (${malware} or a.type is distinct from 'malware')
        and (${ecosystem}::text is null or exists (
          select from unnest(a.ecosystems) as named where lower(named) = lower(${ecosystem})))
    ),
    -- The advisory database's own word first, and none that came late while another did not.
    chosen as (select distinct on (key) * from recent order by key, late, source = ${sourceNumber('advisory')} desc, published desc, id),
    rated as (
      select chosen.*, coalesce(chosen.severity, (
        select r.severity from recent as r where r.key = chosen.key and r.severity is not null
        order by r.score desc nulls last limit 1)) as rating
      from chosen
    )
    select key as id, rated.id as record, source.name as source, rated.summary as title, rating as severity, ecosystems,
           published, observed_at as "observedAt", late, count(*) over () as total,
           array(select g.id from alias_group as g where g.group_id = key and g.id <> key order by g.id limit 100) as aliases,
           coalesce((
             select json_agg(json_build_object('ecosystem', named.ecosystem, 'name', named.name))
             from (
               select distinct p.ecosystem, p.name from affected join package as p on p.id = affected.package_id
               where affected.record_id = rated.record_id and affected.known_to is null order by 1, 2 limit 20
             ) as named), '[]') as packages
    from rated join source on source.id = rated.source
    where ${severity}::text is null or rating = ${severity}
    order by late, published desc, key offset ${offset} limit ${limit}`.execute(db);
  // Past the last page no row says how many there are.
  if (rows.length === 0 && offset > 0) {
    const { total } = await loadRecentAdvisories(db, { ...question, offset: 0, limit: 1 });
    return { rows: [], total };
  }
  return { rows, total: rows[0]?.total ?? 0 };
}
