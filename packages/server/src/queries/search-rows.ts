import type { SourceId } from '@almanac/contract';
import type { Rating } from '@almanac/core';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** What a list shows of a vulnerability. */
export interface SearchRowFacts {
  readonly key: string;
  readonly aliases: readonly string[];
  readonly sources: readonly SourceId[];
  readonly kev: boolean;
  readonly withdrawn: boolean;
  readonly severity: Rating | null;
  readonly score: number | null;
  readonly published: Date | null;
  readonly modified: Date | null;
  readonly title: string | null;
  readonly prose: string | null;
  readonly epss: number | null;
  readonly percentile: number | null;
}

/** A description is read up to here; what is looked for stands at the beginning nearly always. */
const READ = 2_000;
/** Of a group: some distributions' records of one CVE come by the hundred. */
const MAX_ALIASES = 100;

/** The rows of these groups, in their order. The CVE list's word comes first, then the advisory database's, then the highest. */
export async function searchRows(db: Db, keys: readonly string[]): Promise<SearchRowFacts[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<SearchRowFacts>`
    with wanted as (select key, place from unnest(${keys}::text[]) with ordinality as given (key, place)),
    member as materialized (
      select wanted.key, d.record_id, d.id, d.source, d.published, d.severity, d.score, d.kev, d.withdrawn, d.excerpt
      from wanted join search_document as d on d.cve_id = wanted.key
      union
      select wanted.key, d.record_id, d.id, d.source, d.published, d.severity, d.score, d.kev, d.withdrawn, d.excerpt
      from wanted join alias_group as g on g.group_id = wanted.key join search_document as d on d.id = g.id
      where d.cve_id is null
      union
      select wanted.key, d.record_id, d.id, d.source, d.published, d.severity, d.score, d.kev, d.withdrawn, d.excerpt
      from wanted join search_document as d on d.id = wanted.key
    )
    select wanted.key, facts.*, e.score / 1e5::float8 as epss, e.percentile / 1e5::float8 as percentile,
           array(select g.id from alias_group as g where g.group_id = wanted.key and g.id <> wanted.key
                 order by g.id limit ${MAX_ALIASES}) as aliases,
           shown.title, left(shown.prose, ${READ}) as prose
    from wanted
    cross join lateral (
      select array(select name from source where id in (select m.source from member as m where m.key = wanted.key)
                   order by source.id) as sources,
             bool_or(m.kev) as kev,
             coalesce(bool_or(m.withdrawn) filter (where m.source = 1), bool_and(m.withdrawn)) as withdrawn,
             (array_agg(m.severity order by m.source = 1 desc, m.source = 4 desc, m.score desc nulls last)
               filter (where m.severity is not null and (not m.withdrawn or m.source = 1)))[1] as severity,
             (array_agg(m.score order by m.source = 1 desc, m.source = 4 desc, m.score desc nulls last)
               filter (where m.severity is not null and (not m.withdrawn or m.source = 1)))[1] as score,
             coalesce(min(m.published) filter (where m.source = 1), min(m.published)) as published,
             max(coalesce(c.modified, a.modified)) as modified
      from member as m
      left join cve as c on m.source = 1 and c.record_id = m.record_id
      left join advisory as a on m.source in (3, 4) and a.record_id = m.record_id
      where m.key = wanted.key
    ) as facts
    left join lateral (
      select coalesce(c.title, a.summary) as title, coalesce(c.description, c.rejected_reason, m.excerpt) as prose
      from member as m
      left join cve as c on m.source = 1 and c.record_id = m.record_id
      left join advisory as a on m.source in (3, 4) and a.record_id = m.record_id
      where m.key = wanted.key
      order by m.source = 1 desc, m.source = 4 desc, m.withdrawn, coalesce(c.title, a.summary) is null, m.id limit 1
    ) as shown on true
    left join epss_current as e on e.cve_id = wanted.key
    where facts.kev is not null
    order by wanted.place`.execute(db);
  return rows;
}
