import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import type { FoundAssertion } from '@almanac/core/matching';
import { unpackAssertion } from '@almanac/core/ranges';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { integers, smallints, texts } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import { keptBytes, type Moment, rowsValidAt } from './affected-valid-at.ts';

export interface EntriesQuestion {
  /** Records by their own ID. */
  readonly ids: readonly string[];
  readonly sources: readonly SourceId[];
  /** Entries about these packages alone; null: about any. */
  readonly packageIds: readonly number[] | null;
  readonly at: Date | Moment | null;
}

/** An entry, and the numbers of its package and of the record that it is part of. */
export interface FoundEntry extends FoundAssertion {
  readonly packageId: number;
  readonly recordId: number;
}

export interface FoundEntries {
  readonly entries: readonly FoundEntry[];
  /** Nothing was left out. */
  readonly complete: boolean;
}

/** Records and entries that are read at once: to unpack them takes some ten milliseconds, in which nobody else has a turn. */
const IDS_AT_ONCE = 1_000;
const PAGE = 2_000;
/** Entries in all: more than any but a flood of records have. */
const MOST = 20_000;

/** Includes entries that exclude the version, because they may clear it. */
export async function affectedOfIds(db: Db, question: EntriesQuestion, most = MOST): Promise<FoundEntries> {
  const entries: FoundEntry[] = [];
  for (let from = 0; from < question.ids.length; from += IDS_AT_ONCE) {
    const some = { ...question, ids: question.ids.slice(from, from + IDS_AT_ONCE) };
    for (let after: number | null = 0; after !== null; ) {
      if (entries.length >= most) return { entries, complete: false };
      const rows = await entriesAfter(db, some, after, Math.min(PAGE, most));
      for (const entry of rows.flatMap(toEntry)) entries.push(entry);
      after = rows.length < Math.min(PAGE, most) ? null : (rows.at(-1)?.record_id ?? null);
    }
  }
  return { entries, complete: true };
}

/** In the order of the records' numbers. The entries of one record are never parted. */
async function entriesAfter(
  db: Db,
  question: EntriesQuestion,
  after: number,
  limit: number,
): Promise<readonly StoredEntry[]> {
  const { ids, sources, packageIds } = question;
  const moment = toMoment(question.at);
  const about = packageIds === null ? sql`true` : sql`affected.package_id = any(${integers(packageIds)})`;
  const { rows } = await sql<StoredEntry>`
    select record.id as record_id, affected.package_id, affected.source, affected.withdrawn, affected.claims, record.key, encode(kept.raw_sha256, 'hex') as sha256,
           package.ecosystem, package.release, package.vendor, package.name
    from (select distinct key from unnest(${texts(ids)}) as wanted (key)) wanted
    cross join lateral (
      select id, key from record
      where record.key = wanted.key and record.source = any(${smallints(sources.map(sourceNumber))}) and record.id > ${after}
      -- Keeps this an index lookup per key: a kept plan of a small store would walk all records in the order of their numbers.
      offset 0
    ) record
    cross join lateral (${rowsValidAt(sql`affected.record_id = record.id and ${about}`, moment)}) affected
    join package on package.id = affected.package_id
    ${keptBytes(sql`record.id`, moment)}
    order by record.id fetch first ${limit} rows with ties`.execute(db);
  return rows;
}

function toEntry({
  record_id: recordId,
  package_id: packageId,
  source,
  claims,
  key,
  sha256,
  ...facts
}: StoredEntry): FoundEntry[] {
  const name = SOURCE_IDS[source - 1];
  if (name === undefined) return [];
  return [
    { packageId, recordId, sha256, assertion: unpackAssertion(claims, { ...facts, source: name, recordKey: key }) },
  ];
}

interface StoredEntry {
  readonly package_id: number;
  readonly record_id: number;
  readonly source: number;
  readonly withdrawn: boolean;
  readonly claims: string;
  readonly key: string;
  readonly sha256: string | null;
  readonly ecosystem: string | null;
  readonly release: string | null;
  readonly vendor: string | null;
  readonly name: string;
}
