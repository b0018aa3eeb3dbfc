import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import { type Assertion, unpackAssertion } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { textArray } from '../platform/array-text.ts';
import { coarseKeysOf, SCHEME_NUMBERS } from '../projections/affected/schemes.ts';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { keptBytes, type Moment, rowsValidAt } from './affected-valid-at.ts';
import { integers, smallints, texts } from './list-parameter.ts';
import type { NamedPackage } from './packages-named.ts';
import {
  joinedLinks,
  LINK_MEMBERS,
  linkTables,
  type RecordLinks,
  readLinksOf,
  type StoredLinks,
} from './record-links.ts';

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
  /** Whether to read what the records are joined to, as of now. */
  readonly links?: boolean;
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
  /** Of the records read; null where that was not asked. */
  readonly links: RecordLinks | null;
}

/**
 * What records say of packages, page by page in the order of the records' numbers: one package may have ten thousand. Of a package that is
 * asked about in several versions each entry is read once.
 * Of a record with several entries some may be left out by the version and others not, commits for one.
 */
export async function loadAffected(db: Db, question: AffectedQuestion): Promise<AffectedPage> {
  const { asked, sources, after, limit } = question;
  const moment = momentOf(question.at);
  if (asked.length === 0 || sources.length === 0) return { rows: [], read: 0, next: null, links: null };
  const places = placesOf(asked);
  // By the numbers of the schemes. Of several versions each may hold for other entries: which, is decided here.
  const keys = places.map(({ versions: [first, ...others] }) =>
    textArray(others.length > 0 ? [] : SCHEMES.map((scheme) => first?.keys.get(scheme) ?? null)),
  );
  const numbers = sources.map(sourceNumber);
  const wanted = sql`affected.package_id = asked.package_id and source = any(${smallints(numbers)})
    and record_id > (select ${after}::bigint)`;
  const { rows } = await sql<StoredRow & { readonly links: StoredLinks | null }>`
    with asked as materialized (
      select place, package_id, keys::text[] as keys
      from unnest(${integers(places.map((_, place) => place))}, ${integers(places.map((one) => one.package.id))}, ${texts(keys)})
        as given (place, package_id, keys)
    ),
    found as materialized (
      select asked.place, stated.record_id, stated.source, stated.scheme, stated.withdrawn, coarse_min, coarse_max, stated.claims
      from asked
      cross join lateral (
        select held.* from (${rowsValidAt(wanted, moment)}) held
        where asked.keys[held.scheme] is null
          or ((coarse_min is null or coarse_min <= asked.keys[held.scheme] collate "C")
            and (coarse_max is null or coarse_max >= asked.keys[held.scheme] collate "C"))
        offset 0
      ) stated
      order by record_id fetch first ${limit} rows with ties
    )
    select found.place, found.record_id, found.source, found.scheme, found.withdrawn, found.coarse_min, found.coarse_max, found.claims,
           record.key, encode(kept.raw_sha256, 'hex') as sha256, ${question.links === true ? LINKS : sql`null`} as links
    from found
    join record on record.id = found.record_id
    ${keptBytes(sql`found.record_id`, moment)}
    order by found.record_id, found.place`.execute(db);
  const last = rows.at(-1);
  return {
    rows: rows.flatMap((row) => rowsOf(row, places[row.place])),
    read: rows.length,
    next: rows.length >= limit && last !== undefined ? last.record_id : null,
    links: question.links === true ? readLinks(rows) : null,
  };
}

/** Every number up to the highest. */
const SCHEMES = Array.from({ length: Math.max(...SCHEME_NUMBERS.values()) }, (_, i) => i + 1);

/** On the first row alone. */
const LINKS = sql`case when row_number() over (order by found.record_id, found.place) = 1 then (
  with ${linkTables(sql`found`)} select json_build_object(${LINK_MEMBERS})) end`;

function readLinks(rows: readonly (StoredRow & { readonly links: StoredLinks | null })[]): RecordLinks {
  const links = rows.find((row) => row.links !== null)?.links ?? { covers: [], ids: [], groups: [] };
  return readLinksOf(links, new Map(rows.map((row) => [row.record_id, row.key])));
}

/** Versions for which one entry may be held, on average, before there are too many for one answer. */
const MOST_SHARED = 5;

export interface AllAffected {
  readonly rows: readonly StoredAffected[];
  /** Nothing was left out. */
  readonly complete: boolean;
  /** Of the records read; null where that was not asked. */
  readonly links: RecordLinks | null;
}

/** All of them, up to so many entries; what is more is told by `complete`. */
export async function allAffectedRows(
  db: Db,
  question: Omit<AffectedQuestion, 'after' | 'limit'>,
  most: number,
): Promise<AllAffected> {
  const rows: StoredAffected[] = [];
  const links: RecordLinks[] = [];
  let read = 0;
  let after: number | null = 0;
  while (after !== null && read < most && rows.length < MOST_SHARED * most) {
    const page: AffectedPage = await loadAffected(db, { ...question, after, limit: Math.min(PAGE, most) });
    for (const row of page.rows) rows.push(row);
    if (page.links !== null) links.push(page.links);
    read += page.read;
    after = page.next;
  }
  return { rows, complete: after === null, links: question.links === true ? joinedLinks(links) : null };
}

/** A package, and every version of it that is asked about, with its key in each scheme by which it can be placed. */
interface Place {
  readonly package: NamedPackage;
  readonly versions: readonly { readonly asked: AskedPackage; readonly keys: CoarseKeys }[];
}

type CoarseKeys = Pick<ReadonlyMap<number, string>, 'get'>;

function placesOf(asked: readonly AskedPackage[]): readonly Place[] {
  const keysOf = new Map<string | null, CoarseKeys>([[null, new Map()]]);
  const versionOf = (one: AskedPackage) => {
    const { version } = one;
    const known = keysOf.get(version);
    const keys = known ?? coarseKeysOf(version ?? '');
    if (known === undefined) keysOf.set(version, keys);
    return { asked: one, keys };
  };
  const byPackage = Map.groupBy(asked, (one) => one.package.id);
  return Array.from(byPackage.values(), (all) => ({
    package: (all[0] as AskedPackage).package,
    versions: all.map(versionOf),
  }));
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

/** None of a source that this release does not know. */
function rowsOf(row: StoredRow, place: Place | undefined): readonly StoredAffected[] {
  const source = SOURCE_IDS[row.source - 1];
  if (source === undefined || place === undefined) return [];
  const { withdrawn, key: recordKey, record_id: recordId, sha256 } = row;
  const assertion = unpackAssertion(row.claims, { ...place.package, source, recordKey, withdrawn });
  const entry = { source, recordId, recordKey, sha256, withdrawn, assertion, found: { assertion, sha256 } };
  return place.versions.flatMap(({ asked, keys }) => (mayHold(row, keys) ? [{ asked, ...entry }] : []));
}

function mayHold({ scheme, coarse_min, coarse_max }: StoredRow, keys: CoarseKeys): boolean {
  const key = scheme === null ? undefined : keys.get(scheme);
  if (key === undefined) return true;
  return (coarse_min === null || coarse_min <= key) && (coarse_max === null || coarse_max >= key);
}
