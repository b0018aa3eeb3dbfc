import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import type { Assertion } from '@almanac/core/ranges';
import { flatMapped } from '@almanac/core/slices';
import { sql } from 'kysely';
import { inSlices } from '../platform/in-slices.ts';
import { unpackAssertion } from '../projections/affected/claims.ts';
import { coarseKeys } from '../projections/affected/schemes.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { keptBytes, type Moment, rowsValidAt } from './affected-valid-at.ts';
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
export interface StoredAffected {
  readonly asked: AskedPackage;
  readonly source: SourceId;
  readonly recordId: number;
  readonly recordKey: string;
  /** Of the record's bytes, in hexadecimal: the address of its evidence. */
  readonly sha256: string;
  readonly withdrawn: boolean;
  readonly assertion: Assertion;
  /** The same for every version that is asked about. */
  readonly found: FoundAssertion;
}

export interface AffectedPage {
  /** One for each package and version that an entry may hold for. */
  readonly rows: readonly StoredAffected[];
  /** Entries that were read. */
  readonly read: number;
  /** Where to go on; null: that was all. */
  readonly next: number | null;
}

/**
 * What records say of packages, page by page in the order of the records' numbers: one package may have ten thousand. Of a package that is
 * asked about in several versions each entry is read once.
 * Of a record with several entries some may be left out by the version and others not, commits for one.
 *
 * `(select …)` around a parameter hides its value from the planner, which would otherwise plan anew for each length of a list:
 * that takes ten times as long as to run it.
 */
export async function loadAffected(db: Db, question: AffectedQuestion): Promise<AffectedPage> {
  const { asked, sources, after, limit } = question;
  const moment = momentOf(question.at);
  if (asked.length === 0 || sources.length === 0) return { rows: [], read: 0, next: null };
  const places = [...Map.groupBy(asked, (one) => one.package.id).values()].map(placeOf);
  // Of several versions each may be held against other entries: which, is decided here.
  const keys = places.flatMap(({ versions: [first, ...others] }, place) =>
    others.length > 0 || first === undefined ? [] : [...first.keys].map(([scheme, key]) => ({ place, scheme, key })),
  );
  const numbers = sources.map(sourceNumber);
  const wanted = sql`affected.package_id = asked.package_id and source = any((select ${numbers}::smallint[])::smallint[])
    and record_id > (select ${after}::bigint)`;
  const { rows } = await sql<StoredRow>`${moment === null ? sql`/* prepared as affected_rows */` : sql``}
    select found.place, found.record_id, found.source, found.scheme, found.withdrawn, found.coarse_min, found.coarse_max, found.claims,
           record.key, encode(kept.raw_sha256, 'hex') as sha256
    from (
      select asked.place, stated.record_id, stated.source, stated.scheme, stated.withdrawn, coarse_min, coarse_max, stated.claims
      from unnest(
        (select ${places.map((_, place) => place)}::integer[]), (select ${places.map((one) => one.package.id)}::integer[])
      ) as asked (place, package_id)
      cross join lateral (${rowsValidAt(wanted, moment)}) stated
      left join unnest(
        (select ${keys.map(({ place }) => place)}::integer[]), (select ${keys.map(({ scheme }) => scheme)}::smallint[]),
        (select ${keys.map(({ key }) => key)}::text[])
      ) as placed (place, scheme, key) on placed.place = asked.place and placed.scheme = stated.scheme
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
    rows: await inSlices(flatMapped(rows, (row) => rowsOf(row, places[row.place]))),
    read: rows.length,
    next: rows.length >= limit && last !== undefined ? last.record_id : null,
  };
}

/** Versions for which one entry may be held, on average, before there are too many for one answer. */
const MOST_SHARED = 5;

/** All of them, up to so many entries; what is more is told by `complete`. */
export async function allAffectedRows(
  db: Db,
  question: Omit<AffectedQuestion, 'after' | 'limit'>,
  most: number,
): Promise<{ readonly rows: readonly StoredAffected[]; readonly complete: boolean }> {
  const rows: StoredAffected[] = [];
  let read = 0;
  let after: number | null = 0;
  while (after !== null && read < most && rows.length < MOST_SHARED * most) {
    const page: AffectedPage = await loadAffected(db, { ...question, after, limit: Math.min(PAGE, most) });
    for (const row of page.rows) rows.push(row);
    read += page.read;
    after = page.next;
  }
  return { rows, complete: after === null };
}

/** A package, and every version of it that is asked about, with its key in each scheme by which it can be placed. */
interface Place {
  readonly package: NamedPackage;
  readonly versions: readonly { readonly asked: AskedPackage; readonly keys: ReadonlyMap<number, string> }[];
}

function placeOf(all: readonly AskedPackage[]): Place {
  const versions = all.map((asked) => {
    const keys = asked.version === null ? [] : coarseKeys(asked.version);
    return { asked, keys: new Map(keys.map(({ scheme, key }) => [scheme, key])) };
  });
  return { package: (all[0] as AskedPackage).package, versions };
}

/** Between two pages others get their turn: to receive one takes some ten milliseconds. */
const PAGE = 2_000;

interface StoredRow {
  readonly place: number;
  readonly record_id: number;
  readonly source: number;
  readonly scheme: number | null;
  readonly withdrawn: boolean;
  readonly coarse_min: string | null;
  readonly coarse_max: string | null;
  readonly claims: string;
  readonly key: string;
  readonly sha256: string;
}

export function momentOf(at: Date | Moment | null): Moment | null {
  return at instanceof Date ? { at, clock: 'known' } : at;
}

function rowsOf(row: StoredRow, place: Place | undefined): StoredAffected[] {
  const source = SOURCE_IDS[row.source - 1];
  if (place === undefined || source === undefined) return [];
  const { withdrawn, key: recordKey, record_id: recordId, sha256 } = row;
  const assertion = unpackAssertion(row.claims, { ...place.package, source, recordKey, withdrawn });
  const found: FoundAssertion = { assertion, sha256 };
  return place.versions.flatMap(({ asked, keys }) =>
    mayHold(row, keys) ? [{ asked, source, recordId, recordKey, sha256, withdrawn, assertion, found }] : [],
  );
}

function mayHold({ scheme, coarse_min, coarse_max }: StoredRow, keys: ReadonlyMap<number, string>): boolean {
  const key = scheme === null ? undefined : keys.get(scheme);
  if (key === undefined) return true;
  return (coarse_min === null || coarse_min <= key) && (coarse_max === null || coarse_max >= key);
}
