import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { Rating } from '@almanac/core/scores';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

export interface WeaknessCve {
  readonly id: string;
  readonly title: string | null;
  readonly severity: Rating | null;
  readonly published: Date | null;
  readonly sources: readonly SourceId[];
}

export interface WeaknessQuestion {
  readonly cwe: number;
  readonly sort: 'date' | 'severity' | 'id';
  readonly page: number;
  readonly limit: number;
}

const ORDERS = {
  date: sql`published desc nulls last, year desc, number desc`,
  severity: sql`severity_place desc nulls last, score_place desc nulls last, published desc nulls last, year desc, number desc`,
  id: sql`year, number`,
};

/** The CVEs that a record, under any of their ids, says have the weakness. Rejected ones are left out. Null: no record names it at all. */
export async function weaknessCves(
  db: Db,
  { cwe, sort, page, limit }: WeaknessQuestion,
): Promise<{ readonly total: number; readonly cves: readonly WeaknessCve[] } | null> {
  const { rows } = await sql<Omit<WeaknessCve, 'sources'> & { total: number; sources: number[] }>`
    with said as (
      select held.vuln as id, w.source
      from weakness as w join vulnerability_record as held on held.record_id = w.record_id and not held.several
      where w.cwe = ${cwe}
    ),
    named as (
      select id, array_agg(distinct source order by source) as sources from said where id like 'CVE-%' group by id
    ),
    told as (
      select named.id, named.sources, cve.title, v.severity, v.severity_place, v.score_place, v.published,
             split_part(named.id, '-', 2)::integer as year, split_part(named.id, '-', 3)::numeric as number
      from named left join cve on cve.cve_id = named.id left join vulnerability as v on v.key = named.id
      where cve.state is distinct from 'REJECTED'
    )
    select id, sources, title, severity, published, count(*) over () as total
    from told order by ${ORDERS[sort]} limit ${limit} offset ${(page - 1) * limit}`.execute(db);
  const [first] = rows;
  if (first === undefined) {
    // Past the last page, or of advisories without a CVE alone.
    const { rows: counted } = await sql<{ total: number; any: boolean }>`
      select (
        select count(distinct held.vuln)
        from weakness as w join vulnerability_record as held on held.record_id = w.record_id and not held.several
        left join cve on cve.cve_id = held.vuln
        where w.cwe = ${cwe} and held.vuln like 'CVE-%' and cve.state is distinct from 'REJECTED') as total,
        exists (select from weakness where cwe = ${cwe}) as any`.execute(db);
    return counted[0]?.any === true ? { total: counted[0].total, cves: [] } : null;
  }
  return {
    total: first.total,
    cves: rows.map(({ id, title, severity, published, sources }) => ({
      id,
      title,
      severity,
      published,
      sources: sources.flatMap((source) => SOURCE_IDS[source - 1] ?? []),
    })),
  };
}
