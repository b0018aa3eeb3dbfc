import { type RawBuilder, sql } from 'kysely';

/** Queries use PostgreSQL's notation. */
export interface SearchQuestion {
  /** Words to rank by. Null for a search by filters only. */
  readonly words: string | null;
  /** Words and labels that a record must have. */
  readonly match: string | null;
  /** Words that no record of the vulnerability may have. */
  readonly without: string | null;
  /** Severity as shown in the list. */
  readonly severity: string | null;
  readonly kev: boolean | null;
  readonly epssMin: number | null;
  readonly publishedAfter: Date | null;
  readonly publishedBefore: Date | null;
  readonly sort: 'relevance' | 'date' | 'severity';
  /** Vulnerabilities that are shown already. */
  readonly except: readonly string[];
}

/** Conditions on the vulnerability `v`. */
export function vulnerabilityHolds(question: SearchQuestion): RawBuilder<unknown> {
  const { without, severity, kev, epssMin, publishedAfter, publishedBefore, except } = question;
  return all([
    severityIs(severity),
    kev === null ? null : kev ? sql`v.kev` : sql`not v.kev`,
    publishedAfter === null ? null : sql`v.published_place >= ${publishedAfter}`,
    publishedBefore === null ? null : sql`v.published_place <= ${publishedBefore} and v.published is not null`,
    epssMin === null
      ? null
      : sql`exists (select from epss_current as e where e.cve_id = v.key and e.score >= ${Math.ceil(epssMin * 1e5)})`,
    without === null
      ? null
      : sql`not exists (
          select from vulnerability_record as own join search_document as told on told.record_id = own.record_id
          where own.vuln = v.key and told.document @@ ${without}::tsquery)`,
    except.length === 0 ? null : sql`not v.key = any(${except}::text[])`,
  ]);
}

/** With the highest place that such a row can have: a list by severity begins there. */
function severityIs(severity: string | null): RawBuilder<unknown> | null {
  if (severity === null) return null;
  const place = PLACES.indexOf(severity) - 1;
  return severity === 'unknown'
    ? sql`v.severity is null and v.severity_place <= ${place}::smallint`
    : sql`v.severity = ${severity} and v.severity_place <= ${place}::smallint`;
}

/** From -1 on, as in the column `severity_place`; what was withdrawn is below. */
const PLACES = ['unknown', 'none', 'low', 'medium', 'high', 'critical'];

/** Whether the vulnerability must be something that only its own row says. */
export function isNarrowed(question: SearchQuestion): boolean {
  const { severity, kev, epssMin, publishedAfter, publishedBefore } = question;
  return [severity, kev, epssMin, publishedAfter, publishedBefore].some((filter) => filter !== null);
}

/**
 * Conditions on the document `d`, and that at least one of its vulnerabilities matches. `in turn` looks up
 * vulnerabilities one by one, for queries that stop when they have enough documents.
 */
export function documentHolds(question: SearchQuestion, how?: 'in turn'): RawBuilder<unknown> {
  const { match } = question;
  return all([
    match === null ? null : sql`d.document @@ ${match}::tsquery`,
    isNarrowed(question)
      ? sql`exists (
          select from vulnerability_record as held join vulnerability as v on v.key = held.vuln
          where held.record_id = d.record_id and ${vulnerabilityHolds(question)} ${how === undefined ? sql`` : sql`offset 0`})`
      : null,
  ]);
}

function all(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}
