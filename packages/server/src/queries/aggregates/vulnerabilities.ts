import { sql } from 'kysely';

/**
 * The vulnerabilities that count, each once, for a `with` before a question over all of them:
 *
 * - `member (vuln, record_id, live, ecosystems)`: a record of a vulnerability, by the rule of core/aliases/vulnerabilities.ts. Reports
 *   of malicious packages are no vulnerabilities.
 * - `vulnerability (vuln, severity, published)`: those with such a record that are neither rejected nor withdrawn, with the severity and
 *   date that every list shows (store/projections/vulnerability-summary.ts).
 */
export const VULNERABILITIES = sql`
  member as materialized (
    select held.vuln, held.record_id, c.state is distinct from 'REJECTED' as live, null::text[] as ecosystems
    from cve as c join vulnerability_record as held on held.record_id = c.record_id
    union all
    select held.vuln, held.record_id, lower(n.status) is distinct from 'rejected', null
    from nvd as n join vulnerability_record as held on held.record_id = n.record_id
    union all
    select held.vuln, held.record_id, a.withdrawn is null, a.ecosystems
    from advisory as a join vulnerability_record as held on held.record_id = a.record_id
    where a.type is distinct from 'malware'
  ),
  vulnerability as materialized (
    select v.key as vuln, v.severity, v.published from vulnerability as v
    where not v.withdrawn and v.key in (select member.vuln from member)
  )`;

/** The year of publication; of what nobody dates, that of its CVE id. */
export const YEAR = sql`coalesce(extract(year from published)::integer, substring(vuln from '^CVE-([0-9]{4})-')::integer)`;
