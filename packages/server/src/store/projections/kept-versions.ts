import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../../projections/version.ts';
import { keptValue } from '../../sources/index.ts';
import type { Db } from '../database.ts';
import { loadDictionaries } from '../dictionaries.ts';
import { type Packed, unpack } from '../packing.ts';
import type { RecordChange } from './define-projection.ts';

/** Versions written by transactions from `from` on and before `to`; numbers of transactions are as long as they come. */
interface TransactionRange {
  readonly from: string;
  readonly to: string | null;
}

export interface WantedVersions {
  readonly range: TransactionRange;
  /** Only the newest of each record that has a version in the range. */
  readonly newest: boolean;
  /** Records after this one come next. */
  readonly last: number;
}

/** All of some records: to be written together, since a record cannot be gone on with in the middle. */
export interface VersionPage {
  readonly source: SourceId;
  /** The last of the records. */
  readonly last: number;
  /** First the oldest versions of all records, then the second oldest, and so on: no record comes up twice in one. */
  readonly turns: readonly (readonly RecordChange[])[];
}

/** Records that are read at once. A day of EPSS has eleven megabytes. */
const recordsAtOnce = (source: SourceId): number => (source === 'epss' ? 4 : 200);

/** The kept versions of a source in an order in which they can be written again: all of some records, then all of the next. */
export async function* keptVersions(
  db: Db,
  source: SourceId,
  { range, newest, last: first }: WantedVersions,
): AsyncGenerator<VersionPage> {
  const wanted = newest
    ? sql`seq = (select seq from current_version where current_version.record_id = given.id)`
    : isWithin(range);
  for (let last = first; ; ) {
    const ids = await recordsAfter(db, source, range, last);
    if (ids.length === 0) return;
    last = ids.at(-1) ?? last;
    const { rows } = await sql<KeptVersion>`
      select record.key, record.id as "recordId", version.seq, version.observed_at as "observedAt",
             blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed
      from unnest(${ids}::bigint[]) as given (id)
      join record on record.id = given.id
      cross join lateral (
        -- One record after the other, whatever the planner thinks of it.
        select * from version where version.record_id = given.id and ${wanted} offset 0) as version
      left join blob on blob.id = version.blob_id
      order by record.id, version.seq`.execute(db);
    yield { source, last, turns: inTurns(await loadChanges(db, source, rows)) };
  }
}

/** Every version there is: then records are met in their order, and none need be looked for. */
const FROM_THE_BEGINNING = '0';

/**
 * The next records of a source that may have versions in the range. Later rounds look for few among many; the first passes
 * over all.
 */
async function recordsAfter(db: Db, source: SourceId, range: TransactionRange, last: number): Promise<number[]> {
  const found =
    range.from === FROM_THE_BEGINNING
      ? sql`select id from record where source = ${sourceNumber(source)} and id > ${last} order by id`
      : sql`select distinct record.id from version join record on record.id = version.record_id
            where record.source = ${sourceNumber(source)} and record.id > ${last} and version.record_id > ${last}
              and ${isWithin(range)} order by record.id`;
  const { rows } = await sql<{ id: number }>`${found} limit ${recordsAtOnce(source)}`.execute(db);
  return rows.map(({ id }) => id);
}

function isWithin({ from, to }: TransactionRange) {
  return sql`version.tx >= ${from}::text::xid8 and (${to}::text is null or version.tx < ${to}::text::xid8)`;
}

interface KeptVersion extends Omit<Packed, 'packed'> {
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
  /** Null: the source no longer had it. */
  readonly packed: Buffer | null;
}

async function loadChanges(db: Db, source: SourceId, rows: readonly KeptVersion[]): Promise<RecordChange[]> {
  const dictionaries = await loadDictionaries(db, rows);
  return rows.map(({ key, recordId, seq, observedAt, packed, ...packing }) => {
    const version = { key, recordId, seq, observedAt };
    if (packed === null) return { version: { ...version, removed: true }, value: null };
    const raw = unpack({ ...packing, packed }, dictionaries.get(packing.dictionary) ?? null);
    return { version, value: keptValue(source, key, raw) };
  });
}

function inTurns(changes: readonly RecordChange[]): readonly (readonly RecordChange[])[] {
  const seen = new Map<number, number>();
  const byTurn = Map.groupBy(changes, ({ version }) => {
    const turn = seen.get(version.recordId) ?? 0;
    seen.set(version.recordId, turn + 1);
    return turn;
  });
  return [...byTurn.values()];
}
