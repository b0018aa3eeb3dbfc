import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { Assertion } from '@almanac/core';
import { sql } from 'kysely';
import { unpackAssertion } from '../projections/affected/claims.ts';
import { coarseKeys } from '../projections/affected/schemes.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { heldRows, keptBytes, type Moment } from './affected-held.ts';
import type { NamedPackage } from './packages-named.ts';

/** A package, and the version that is asked about. */
export interface AskedPackage {
  readonly package: NamedPackage;
  /** Entries that surely do not hold for it are left out; null: none are. */
  readonly version: string | null;
}

export interface AffectedQuestion {
  readonly asked: readonly AskedPackage[];
  /** Whose records. */
  readonly sources: readonly SourceId[];
  /** As it was known then, by our own clock where it is a date alone; null: now. */
  readonly at: Date | Moment | null;
  /** `next` of the page before; 0 at the beginning. */
  readonly after: number;
  /** Rows of a page. The rows of one record are never parted, so a page may be a little longer. */
  readonly limit: number;
}

/** One entry of a record that speaks of one of the packages. */
export interface AffectedRow {
  readonly asked: AskedPackage;
  readonly source: SourceId;
  readonly recordId: number;
  readonly recordKey: string;
  /** Of the record's bytes, in hexadecimal: the address of its evidence. */
  readonly sha256: string;
  readonly withdrawn: boolean;
  readonly assertion: Assertion;
}

export interface AffectedPage {
  readonly rows: readonly AffectedRow[];
  /** Where to go on; null: that was all. */
  readonly next: number | null;
}

/**
 * What records say of packages, page by page in the order of the records' numbers: one package may have ten thousand.
 * Of a record with several entries some may be left out by the version and others not, commits for one.
 *
 * `(select …)` around a parameter hides its value from the planner, which would otherwise plan anew for each length of a list:
 * that takes ten times as long as to run it.
 */
export async function affectedRows(db: Db, question: AffectedQuestion): Promise<AffectedPage> {
  const { asked, sources, after, limit } = question;
  const moment = momentOf(question.at);
  if (asked.length === 0 || sources.length === 0) return { rows: [], next: null };
  const versions = [...new Set(asked.map(({ version }) => version))];
  const places = new Map(versions.map((version, place) => [version, place]));
  const keys = versions.flatMap((version, place) =>
    version === null ? [] : coarseKeys(version).map(({ scheme, key }) => ({ place, scheme, key })),
  );
  const numbers = sources.map(sourceNumber);
  const wanted = sql`affected.package_id = asked.package_id and source = any((select ${numbers}::smallint[])::smallint[])
    and record_id > (select ${after}::bigint)`;
  const { rows } = await sql<StoredRow>`${moment === null ? sql`/* prepared as affected_rows */` : sql``}
    select found.place, found.record_id, found.source, found.withdrawn, found.claims, record.key,
           encode(kept.raw_sha256, 'hex') as sha256
    from (
      select asked.place, stated.record_id, stated.source, stated.withdrawn, stated.claims
      from unnest(
        (select ${asked.map((_, place) => place)}::integer[]), (select ${asked.map((one) => one.package.id)}::integer[]),
        (select ${asked.map(({ version }) => places.get(version) ?? 0)}::integer[])
      ) as asked (place, package_id, version)
      cross join lateral (${heldRows(wanted, moment)}) stated
      left join unnest(
        (select ${keys.map(({ place }) => place)}::integer[]), (select ${keys.map(({ scheme }) => scheme)}::smallint[]),
        (select ${keys.map(({ key }) => key)}::text[])
      ) as placed (version, scheme, key) on placed.version = asked.version and placed.scheme = stated.scheme
      where placed.key is null
        or ((coarse_min is null or coarse_min <= placed.key collate "C")
          and (coarse_max is null or coarse_max >= placed.key collate "C"))
      order by record_id fetch first ${limit} rows with ties
    ) found
    join record on record.id = found.record_id
    ${keptBytes(sql`found.record_id`, moment)}
    order by found.record_id, found.place`.execute(db);
  const last = rows.at(-1);
  return {
    rows: rows.flatMap((row) => rowOf(row, asked)),
    next: rows.length >= limit && last !== undefined ? last.record_id : null,
  };
}

/** All of them, up to so many rows; what is more is told by `complete`. */
export async function allAffectedRows(
  db: Db,
  question: Omit<AffectedQuestion, 'after' | 'limit'>,
  most: number,
): Promise<{ readonly rows: readonly AffectedRow[]; readonly complete: boolean }> {
  const rows: AffectedRow[] = [];
  let after: number | null = 0;
  while (after !== null && rows.length < most) {
    const page: AffectedPage = await affectedRows(db, { ...question, after, limit: Math.min(PAGE, most) });
    rows.push(...page.rows);
    after = page.next;
  }
  return { rows, complete: after === null };
}

/** Between two pages others get their turn: to unpack one takes some ten milliseconds. */
const PAGE = 2_000;

interface StoredRow {
  readonly place: number;
  readonly record_id: number;
  readonly source: number;
  readonly withdrawn: boolean;
  readonly claims: string;
  readonly key: string;
  readonly sha256: string;
}

export function momentOf(at: Date | Moment | null): Moment | null {
  return at instanceof Date ? { at, clock: 'known' } : at;
}

function rowOf(row: StoredRow, all: readonly AskedPackage[]): AffectedRow[] {
  const asked = all[row.place];
  const source = SOURCE_IDS[row.source - 1];
  if (asked === undefined || source === undefined) return [];
  const { withdrawn, key: recordKey } = row;
  const assertion = unpackAssertion(row.claims, { ...asked.package, source, recordKey, withdrawn });
  return [{ asked, source, recordId: row.record_id, recordKey, sha256: row.sha256, withdrawn, assertion }];
}
