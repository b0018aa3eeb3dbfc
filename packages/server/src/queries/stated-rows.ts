import type { Subject } from '@almanac/core/ranges';
import { LEAD_READ, type StatedRecord } from '@almanac/core/vulnerability';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { texts } from '../store/list-parameter.ts';

/** Records of one vulnerability that are looked at; those with a vector and the highest score first. */
const MOST_ADVISORIES = 100;
/** For a record that names its origin. More packages mean a distribution's record. */
const MOST_SUBJECTS = 20;

export interface StatedRow {
  readonly vuln: string;
  /** Not of another CVE of the same group. */
  readonly own: boolean;
  readonly id: string;
  readonly source: StatedRecord['source'] | 'kev';
  readonly reviewed: boolean;
  /** Its subjects, if it names the records of what was rebuilt. */
  readonly origin: readonly Subject[] | null;
  readonly withdrawn: boolean | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly severity: string | null;
  readonly score: number | null;
  readonly vector: string | null;
  readonly published: Date | null;
  readonly modified: Date | null;
}

/**
 * The rows from which lists choose what they show. Of a CVE the records are those of its dossier: under the id, by an alias, or as their
 * origin. Any other id means all records of that vulnerability alone.
 */
export async function statedRows(
  db: Db,
  ids: readonly string[],
  at: Date | null,
  /** Prefixes of the OSV records that count; null: all do. */
  prefixes: readonly string[] | null = null,
): Promise<readonly StatedRow[]> {
  const osv = sourceNumber('osv');
  const counts =
    prefixes === null ? sql`true` : sql`(a.source <> ${osv} or split_part(a.id, '-', 1) = any(${texts(prefixes)}))`;
  const { rows } = await sql<StatedRow>`
    with asked as (select distinct id from unnest(${texts(ids)}) as given (id)),
    joined as (
      select asked.id as vuln, held.record_id from asked
      join vulnerability_record as held on held.vuln = asked.id and held.id <> asked.id
      where held.source = ${sourceNumber('cve_list_v5')}
    )
    select asked.id as vuln, true as own, c.cve_id as id, 'cve_list_v5' as source, false as reviewed, null::jsonb as origin,
           c.state = 'REJECTED' and not coalesce(c.rejected > ${at}, false) as withdrawn, c.title,
           left(coalesce(c.description, c.rejected_reason), ${LEAD_READ}) as description,
           c.severity, c.score, c.vector, c.published, c.modified
    from asked join cve as c on c.cve_id = asked.id
    union all
    select vuln, false, c.cve_id, 'cve_list_v5', false, null, c.state = 'REJECTED' and not coalesce(c.rejected > ${at}, false),
           c.title, left(coalesce(c.description, c.rejected_reason), ${LEAD_READ}), c.severity, c.score, c.vector, c.published, c.modified
    from joined join cve as c on c.record_id = joined.record_id
    union all
    select asked.id, true, n.cve_id, 'nvd', false, null, lower(n.status) = 'rejected', null, null, n.severity, n.score, n.vector,
           n.published, n.modified
    from asked join nvd as n on n.cve_id = asked.id
    union all
    select asked.id, true, k.cve_id, 'kev', false, null, false, k.vulnerability_name, null, null, null, null, null, null
    from asked join kev as k on k.cve_id = asked.id and k.known_to is null
    union all
    select asked.id, true, a.id, case when a.source = ${sourceNumber('advisory')} then 'advisory' else 'osv' end,
           coalesce(a.type = 'reviewed', false), a.origin, a.withdrawn is not null, a.summary, a.excerpt,
           a.severity, a.score, a.vector, a.published, a.modified
    from asked cross join lateral (
      select a.*, d.excerpt, case when exists (
               select from relation as r where r.record_id = a.record_id and r.kind = 1 and r.known_to is null
             ) then (
               select coalesce(jsonb_agg(jsonb_build_object('ecosystem', ecosystem, 'vendor', vendor, 'name', name)), '[]') from (
                 select p.ecosystem, p.vendor, p.name from affected as stated join package as p on p.id = stated.package_id
                 where stated.record_id = a.record_id and stated.known_to is null limit ${MOST_SUBJECTS}
               ) as subject
             ) end as origin
      from (
        select record_id from advisory where advisory.id = asked.id
        union
        select record_id from alias_assertion where alias = asked.id and known_to is null
        union
        select record_id from relation where relation.id = asked.id and kind = 1 and known_to is null
        union
        select record_id from vulnerability_record as held
        where held.vuln = asked.id and not held.several and asked.id not like 'CVE-%'
      ) as named
      join advisory as a on a.record_id = named.record_id and ${counts}
      left join search_document as d on d.record_id = a.record_id
      order by a.withdrawn is not null, a.source desc, a.vector is null, a.score desc nulls last, a.id limit ${MOST_ADVISORIES}
    ) as a`.execute(db);
  return rows;
}
