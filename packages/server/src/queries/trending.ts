import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';
import type { HistoricVersion } from './cve-history.ts';
import { sourceNumbers } from './source-numbers.ts';

/** A CVE about which something changed, as far as it can be told without reading documents. */
export interface TrendingCandidate {
  readonly id: string;
  readonly kevAddedAt: Date | null;
  /** When the score was read that has moved; null: it has not. */
  readonly epssMovedAt: string | null;
}

/** A score below moves often and means little. */
const EPSS_LOWEST = 10_000;
const EPSS_MOVED = 5_000;

/**
 * Those about which most has changed since then: exploited, then moved in score, then changed by most sources. An edit of an erratum of
 * several is none of each.
 */
export async function trendingCandidates(db: Db, since: Date, limit: number): Promise<TrendingCandidate[]> {
  const { rows } = await sql<TrendingCandidate>`
    with changed as (
      select coalesce(held.vuln, record.key) as id, count(distinct record.source) as sources
      from version join record on record.id = version.record_id
      left join vulnerability_record as held on held.record_id = version.record_id
      where held.several is not true and version.observed_at >= ${since} and version.seq > 1 and record.source in ${sourceNumbers('cve_list_v5', 'osv', 'advisory', 'nvd')}
      group by 1
    ),
    exploited as (
      -- By the catalogue's own date: after a first load everything in it is new to us.
      select coalesce(g.group_id, kev.cve_id) as id, max(known_from) as at
      from kev left join alias_group as g on g.id = kev.cve_id and not g.over_large
      where known_to is null and known_from >= ${since} and date_added::date >= ${since}::date - 2 group by 1
    ),
    moved as (
      select coalesce(g.group_id, e.cve_id) as id, max(e.scored_on)::text as at
      from epss_current as e left join alias_group as g on g.id = e.cve_id and not g.over_large
      join epss_month as m on m.cve_id = e.cve_id and m.month = date_trunc('month', ${since}::timestamptz)::date
      where e.score >= ${EPSS_LOWEST} and e.scored_on >= ${since}::date
        and abs(e.score - m.scores[extract(day from ${since}::timestamptz)::integer]) >= ${EPSS_MOVED}
      group by 1
    )
    select id, exploited.at as "kevAddedAt", moved.at as "epssMovedAt"
    from changed full join exploited using (id) full join moved using (id)
    left join epss_current as e on e.cve_id = id
    where id like 'CVE-%'
    order by exploited.at is null, moved.at is null, changed.sources desc nulls last, e.score desc nulls last, id desc
    limit ${limit}`.execute(db);
  return rows;
}

/** The versions since then of the records of these CVEs, each with the one before it. */
export async function versionsSince(
  db: Db,
  ids: readonly string[],
  since: Date,
  limit: number,
): Promise<(HistoricVersion & { readonly cveId: string })[]> {
  const { rows } = await sql<HistoricVersion & { cveId: string; source: SourceId }>`
    select named.id as "cveId", source.name as source, record.key as record, version.observed_at as "observedAt",
           version.upstream_modified as "upstreamModified", null as sha256, version.blob_id as blob, earlier.blob_id as before
    from (
      select record_id, vuln as id from vulnerability_record where vuln = any(${texts(ids)}) and not several and source in ${sourceNumbers('cve_list_v5', 'osv', 'advisory', 'nvd')}
    ) as named
    join record on record.id = named.record_id
    join source on source.id = record.source
    join version on version.record_id = named.record_id and version.observed_at >= ${since} and version.seq > 1
    join version as earlier on earlier.record_id = version.record_id and earlier.seq = version.seq - 1
    order by version.observed_at desc, named.record_id limit ${limit}`.execute(db);
  return rows;
}
