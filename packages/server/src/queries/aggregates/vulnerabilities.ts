import { sql } from 'kysely';

/**
 * The vulnerabilities that count, each once, for a `with` before a question over all of them:
 *
 * - `member (vuln, record_id, kind, live, severity, rank, cvss_version, score, published, ecosystems)`: a record of a vulnerability.
 *   Ids that sources join as aliases are one. What names another id as its `upstream`, as records of distributions do, is a record of
 *   that one; `related` joins nothing. Reports of malicious packages are no vulnerabilities.
 * - `vulnerability (vuln, severity, published)`: rejected where every record of the CVE list is, whatever others still say; otherwise
 *   out when every record is withdrawn. Its severity is chosen in the order of core/scores/severity.ts, its date in that of the dossier.
 */
export const VULNERABILITIES = sql`
  member as materialized (
    select coalesce(g.group_id, c.cve_id) as vuln, c.record_id, 'list' as kind, c.state is distinct from 'REJECTED' as live,
           c.severity, case when c.vector is null then 10 else 0 end as rank, c.cvss_version, c.score, c.published,
           null::text[] as ecosystems
    from cve as c left join alias_group as g on g.id = c.cve_id
    union all
    select coalesce(g.group_id, n.cve_id), n.record_id, 'nvd', lower(n.status) is distinct from 'rejected',
           n.severity, case when n.vector is null then 13 else 3 end, n.cvss_version, n.score, n.published, null
    from nvd as n left join alias_group as g on g.id = n.cve_id
    union all
    select named.vuln, a.record_id, 'advisory', a.withdrawn is null,
           a.severity, case when a.vector is null then 14 when a.type = 'reviewed' then 2 else 4 end,
           a.cvss_version, a.score, a.published, a.ecosystems
    from advisory as a
    join (
      select a.record_id, coalesce(g.group_id, a.id) as vuln
      from advisory as a left join alias_group as g on g.id = a.id
      where g.id is not null or not exists (
        select from relation as r where r.record_id = a.record_id and r.kind = 1 and r.known_to is null)
      union
      select r.record_id, coalesce(g.group_id, r.id)
      from relation as r left join alias_group as g on g.id = r.id
      where r.kind = 1 and r.known_to is null
    ) as named on named.record_id = a.record_id
    where a.type is distinct from 'malware'
  ),
  vulnerability as materialized (
    select vuln,
           (array_agg(severity order by rank, cvss_version desc nulls last, score desc nulls last, severity)
              filter (where live and severity is not null))[1] as severity,
           coalesce(min(published) filter (where live and kind = 'list'), min(published) filter (where live and kind = 'nvd'),
                    min(published) filter (where live)) as published
    from member group by vuln
    having case when bool_or(kind = 'list') then bool_or(kind = 'list' and live) else bool_or(live) end
  )`;

/** The year of publication; of what nobody dates, that of its CVE id. */
export const YEAR = sql`coalesce(extract(year from published)::integer, substring(vuln from '^CVE-([0-9]{4})-')::integer)`;
