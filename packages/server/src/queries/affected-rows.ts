import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import { unpackAssertion } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { integers, smallints } from '../store/list-parameter.ts';
import { keptBytes, type Moment, rowsValidAt } from './affected-valid-at.ts';
import type { NamedPackage } from './packages-named.ts';
import {
  joinedLinks,
  LINK_MEMBERS,
  linkTables,
  parseLinks,
  type RecordLinks,
  type StoredLinks,
} from './record-links.ts';

export interface AffectedQuestion {
  readonly packages: readonly NamedPackage[];
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

/** Holds what a record says of one of the packages. */
export interface StoredAffected {
  readonly packageId: number;
  readonly recordId: number;
  readonly recordKey: string;
  readonly found: FoundAssertion;
}

export interface AffectedPage {
  readonly rows: readonly StoredAffected[];
  /** Where to go on; null: that was all. */
  readonly next: number | null;
  /** Links of the records read; null if not requested. */
  readonly links: RecordLinks | null;
}

/** Reads statements about packages page by page in the order of their records: a package may have ten thousand. */
export async function loadAffected(db: Db, question: AffectedQuestion): Promise<AffectedPage> {
  const { packages, sources, after, limit } = question;
  const moment = toMoment(question.at);
  if (packages.length === 0 || sources.length === 0) return { rows: [], next: null, links: null };
  const known = [...new Map(packages.map((one) => [one.id, one])).values()];
  const wanted = sql`affected.package_id = asked.package_id and source = any(${smallints(sources.map(sourceNumber))})
    and record_id > (select ${after}::bigint)`;
  const { rows } = await sql<StoredRow & { readonly links: StoredLinks | null }>`
    with asked as materialized (
      select place, package_id
      from unnest(${integers(known.map((_, place) => place))}, ${integers(known.map(({ id }) => id))}) as given (place, package_id)
    ),
    found as materialized (
      select asked.place, stated.record_id, stated.source, stated.withdrawn, stated.claims
      from asked cross join lateral (select held.* from (${rowsValidAt(wanted, moment)}) held offset 0) stated
      order by record_id fetch first ${limit} rows with ties
    )
    select found.place, found.record_id, found.source, found.withdrawn, found.claims,
           record.key, encode(kept.raw_sha256, 'hex') as sha256, ${question.links === true ? LINKS : sql`null`} as links
    from found
    join record on record.id = found.record_id
    ${keptBytes(sql`found.record_id`, moment)}
    order by found.record_id, found.place`.execute(db);
  const last = rows.at(-1);
  return {
    rows: rows.flatMap((row) => readRow(row, known[row.place])),
    next: rows.length >= limit && last !== undefined ? last.record_id : null,
    links: question.links === true ? readLinks(rows) : null,
  };
}

/** On the first row alone. */
const LINKS = sql`case when row_number() over (order by found.record_id, found.place) = 1 then (
  with ${linkTables(sql`found`)} select json_build_object(${LINK_MEMBERS})) end`;

function readLinks(rows: readonly (StoredRow & { readonly links: StoredLinks | null })[]): RecordLinks {
  const links = rows.find((row) => row.links !== null)?.links ?? { covers: [], ids: [], groups: [] };
  return parseLinks(links, new Map(rows.map((row) => [row.record_id, row.key])));
}

export interface AllAffected {
  readonly rows: readonly StoredAffected[];
  /** Nothing was left out. */
  readonly complete: boolean;
  /** Links of the records read; null if not requested. */
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
  let after: number | null = 0;
  while (after !== null && rows.length < most) {
    const page: AffectedPage = await loadAffected(db, { ...question, after, limit: Math.min(PAGE, most) });
    for (const row of page.rows) rows.push(row);
    if (page.links !== null) links.push(page.links);
    after = page.next;
  }
  return { rows, complete: after === null, links: question.links === true ? joinedLinks(links) : null };
}

/** Between two pages others get their turn: to receive one takes some ten milliseconds. */
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

export function toMoment(at: Date | Moment | null): Moment | null {
  return at instanceof Date ? { at, clock: 'known' } : at;
}

/** None of a source that this release does not know. */
function readRow(row: StoredRow, of: NamedPackage | undefined): readonly StoredAffected[] {
  const source = SOURCE_IDS[row.source - 1];
  if (source === undefined || of === undefined) return [];
  const { withdrawn, key: recordKey, record_id: recordId, sha256 } = row;
  const assertion = unpackAssertion(row.claims, { ...of, source, recordKey, withdrawn });
  return [{ packageId: of.id, recordId, recordKey, found: { assertion, sha256 } }];
}
