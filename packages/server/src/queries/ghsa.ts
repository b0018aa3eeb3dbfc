import type { DateRange } from '@almanac/contract';
import type { AdvisoryType } from '@almanac/core/records';
import type { Rating } from '@almanac/core/scores';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import type { Packed } from '../store/packing.ts';

export interface GhsaQuestion {
  readonly ghsaId: string | null;
  readonly cveId: string | null;
  readonly type: AdvisoryType | null;
  readonly severity: 'critical' | 'high' | 'medium' | 'low' | 'unknown' | null;
  /** In every spelling that a row may have. */
  readonly ecosystems: readonly string[] | null;
  readonly cwes: readonly number[] | null;
  /** Advisories that speak of the packages asked for. */
  readonly ids: readonly string[] | null;
  readonly published: DateRange | null;
  readonly updated: DateRange | null;
  /** Published or updated then. */
  readonly modified: DateRange | null;
  readonly withdrawn: boolean | null;
  /** The last of the page before. */
  readonly after: GhsaPlace | null;
  readonly limit: number;
}

/** A place in the list, and no record: it holds when the record has gone. */
export interface GhsaPlace {
  readonly published: string | null;
  readonly id: string;
}

export interface GhsaRow {
  readonly id: string;
  readonly type: AdvisoryType | null;
  readonly severity: Rating | null;
  readonly score: number | null;
  readonly vector: string | null;
  readonly cvssVersion: string | null;
  readonly summary: string | null;
  readonly published: Date | null;
  readonly modified: Date | null;
  readonly withdrawn: Date | null;
  readonly cwes: readonly number[];
  readonly observedAt: Date;
  readonly sha256: string | null;
  readonly document: Packed | null;
}

/** Advisories of the advisory database, newest first by `advisory_listing`; what has no date comes last. */
export async function ghsaAdvisories(db: Db, question: GhsaQuestion): Promise<GhsaRow[]> {
  const source = sql.lit(sourceNumber('advisory')); // not a parameter: an index of these rows alone is chosen by it
  const { rows } = await sql<Omit<GhsaRow, 'document'> & Unpacked>`/* planned each time */
    with page as (
      select a.* from advisory as a
      where a.source = ${source} and ${sql.join(filters(question, source), sql` and `)}
      order by coalesce(a.published, timestamptz '-infinity') desc, a.id desc limit ${question.limit}
    )
    select page.id, page.type, page.severity, page.score, page.vector, page.cvss_version as "cvssVersion", page.summary,
           page.published, page.modified, page.withdrawn,
           array(select cwe from weakness where weakness.record_id = page.record_id order by cwe) as cwes,
           kept.observed_at as "observedAt", encode(kept.raw_sha256, 'hex') as sha256,
           blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed
    from page
    join current_version kept on kept.record_id = page.record_id
    left join version on version.record_id = kept.record_id and version.seq = kept.seq
    left join blob on blob.id = version.blob_id
    order by coalesce(page.published, timestamptz '-infinity') desc, page.id desc`.execute(db);
  return rows.map((row) => Object.assign(row, { document: toPacked(row) }));
}

type Unpacked = { readonly [K in keyof Packed]: Packed[K] | null };

function toPacked({ codec, dictionary, rawSize, packed }: Unpacked): Packed | null {
  return codec === null || rawSize === null || packed === null ? null : { codec, dictionary, rawSize, packed };
}

function filters(question: GhsaQuestion, source: ReturnType<typeof sql.lit>) {
  const { ghsaId, cveId, type, severity, ecosystems, cwes, ids, published, updated, modified, after } = question;
  const { withdrawn } = question;
  const given = [sql`true`];
  if (ghsaId !== null) given.push(sql`a.id = ${ghsaId}`);
  if (cveId !== null)
    given.push(sql`a.record_id in (
      select record_id from alias_assertion where alias = ${cveId} and source = ${source} and known_to is null)`);
  if (type !== null) given.push(sql`a.type = ${type}`);
  if (severity === 'unknown') given.push(sql`(a.severity is null or a.severity = 'none')`);
  else if (severity !== null) given.push(sql`a.severity = ${severity}`);
  if (ecosystems !== null) given.push(sql`a.ecosystems && ${ecosystems}::text[]`);
  if (cwes !== null)
    given.push(sql`exists (
      select from weakness where weakness.record_id = a.record_id and weakness.cwe = any(${cwes}::integer[]))`);
  if (ids !== null) given.push(sql`a.id = any(${ids}::text[])`);
  if (published !== null) given.push(within(sql`coalesce(a.published, timestamptz '-infinity')`, published));
  if (updated !== null) given.push(within(sql`a.modified`, updated));
  if (modified !== null)
    given.push(sql`(${within(sql`a.published`, modified)} or ${within(sql`a.modified`, modified)})`);
  if (withdrawn !== null) given.push(withdrawn ? sql`a.withdrawn is not null` : sql`a.withdrawn is null`);
  if (after !== null)
    given.push(sql`(coalesce(a.published, timestamptz '-infinity'), a.id)
      < (coalesce(${after.published}::timestamptz, timestamptz '-infinity'), ${after.id})`);
  return given;
}

function within(column: ReturnType<typeof sql>, { from, to }: DateRange) {
  return sql`(${column} >= coalesce(${from}::timestamptz, timestamptz '-infinity')
    and ${column} <= coalesce(${to}::timestamptz, timestamptz 'infinity'))`;
}
