import type { SourceId } from '@almanac/contract';
import type { Rating } from '@almanac/core/scores';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

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

/** A description is read up to here; what is looked for is at the beginning nearly always. */
const READ = 2_000;
/** Per group: some distributions have hundreds of records for one CVE. */
const MAX_ALIASES = 100;

const [LIST, ADVISORY, KEV] = [sourceNumber('cve_list_v5'), sourceNumber('advisory'), sourceNumber('kev')];

/**
 * The rows of these vulnerabilities, each by any of its ids, in their order. Ratings and dates are those of `vulnerability`; title and text are the CVE list's,
 * else the advisory database's, else KEV's, else any record's, and an erratum's only where nobody else has any. Of a CVE without a
 * record, its score.
 */
export async function loadSearchRows(db: Db, keys: readonly string[]): Promise<SearchRowFacts[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<SearchRowFacts>`
    with wanted as (
      select given.key, given.place, coalesce(g.group_id, given.key) as vuln
      from unnest(${texts(keys)}) with ordinality as given (key, place)
      left join alias_group as g on g.id = given.key and not g.over_large
    ),
    member as materialized (
      select wanted.key, held.record_id, held.id, held.source, held.several,
             row_number() over (
               partition by wanted.key
               order by held.several, held.source = ${LIST} desc, held.source = ${ADVISORY} desc, held.source = ${KEV} desc, held.id
             ) as voice
      from wanted join vulnerability_record as held on held.vuln = wanted.vuln
    ),
    text as materialized (
      select m.key, m.voice, coalesce(c.title, a.summary, listed.vulnerability_name) as title,
             coalesce(c.description, c.rejected_reason, d.excerpt) as prose,
             c.state = 'REJECTED' or a.withdrawn is not null as withdrawn
      from member as m
      left join cve as c on c.record_id = m.record_id
      left join advisory as a on a.record_id = m.record_id
      left join kev as listed on listed.record_id = m.record_id and listed.known_to is null
      left join search_document as d on d.record_id = m.record_id
      where m.voice <= ${MOST_VOICES}
    )
    select wanted.key, v.published, v.modified, v.severity, v.score, coalesce(v.kev, false) as kev,
           coalesce(v.withdrawn, false) as withdrawn,
           e.score / 1e5::float8 as epss, e.percentile / 1e5::float8 as percentile,
           array(select g.id from alias_group as g where g.group_id = wanted.vuln and g.id <> wanted.key and not g.over_large
                 union select m.id from member as m where m.key = wanted.key and m.id <> wanted.key and not m.several
                 order by id limit ${MAX_ALIASES}) as aliases,
           array(select name from source where id in (select m.source from member as m where m.key = wanted.key)
                   or (v.key is null and name = 'epss') order by source.id) as sources,
           (select title from text where text.key = wanted.key and title <> '' order by withdrawn is true, voice limit 1) as title,
           (select left(prose, ${READ}) from text where text.key = wanted.key and prose <> '' order by withdrawn is true, voice limit 1) as prose
    from wanted
    left join vulnerability as v on v.key = wanted.vuln
    left join epss_current as e on e.cve_id = wanted.key
    where v.key is not null or e.cve_id is not null
    order by wanted.place`.execute(db);
  return rows;
}

/** Records of one vulnerability that are looked through for a title and a text. */
const MOST_VOICES = 12;
