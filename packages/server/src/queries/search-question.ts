import { type RawBuilder, sql } from 'kysely';

/** What is looked for. Queries are in PostgreSQL's notation. */
export interface SearchQuestion {
  /** What ranks: the words. Null: a search by filters alone. */
  readonly words: string | null;
  /** What a record must hold: words and labels. */
  readonly match: string | null;
  /** What no record of the vulnerability may hold. */
  readonly without: string | null;
  /** What the vulnerability must be, as a list shows it. */
  readonly severity: string | null;
  readonly kev: boolean | null;
  readonly epssMin: number | null;
  readonly publishedAfter: Date | null;
  readonly publishedBefore: Date | null;
  readonly sort: 'relevance' | 'date' | 'severity';
  /** Vulnerabilities that are shown already. */
  readonly except: readonly string[];
}

/** What the vulnerability `v` must be. */
export function vulnerabilityHolds(question: SearchQuestion): RawBuilder<unknown> {
  const { without, severity, kev, epssMin, publishedAfter, publishedBefore, except } = question;
  return all([
    severity === null ? null : severity === 'unknown' ? sql`v.severity is null` : sql`v.severity = ${severity}`,
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

/** What the document `d` must hold, and at least one of its vulnerabilities be. */
export function documentHolds(question: SearchQuestion): RawBuilder<unknown> {
  const { match, severity, kev, epssMin, publishedAfter, publishedBefore } = question;
  const narrowed = [severity, kev, epssMin, publishedAfter, publishedBefore].some((filter) => filter !== null);
  return all([
    match === null ? null : sql`d.document @@ ${match}::tsquery`,
    narrowed
      ? sql`exists (
          select from vulnerability_record as held join vulnerability as v on v.key = held.vuln
          where held.record_id = d.record_id and ${vulnerabilityHolds(question)})`
      : null,
  ]);
}

function all(conditions: readonly (RawBuilder<unknown> | null)[]): RawBuilder<unknown> {
  const given = conditions.filter((condition) => condition !== null);
  return given.length === 0 ? sql`true` : sql.join(given, sql` and `);
}
