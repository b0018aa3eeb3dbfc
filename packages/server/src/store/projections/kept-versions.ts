import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../../projections/version.ts';
import { scoresOfEvidence } from '../../sources/epss/evidence.ts';
import type { Db } from '../database.ts';
import { dictionariesOf } from '../dictionaries.ts';
import { type Packed, unpack } from '../packing.ts';
import type { RecordChange } from './index.ts';

/** Versions written by transactions from `from` on and before `to`; numbers of transactions are as long as they come. */
export interface TransactionRange {
  readonly from: string;
  readonly to: string | null;
}

/** Records that are read at once. A day of EPSS has eleven megabytes. */
const recordsAtOnce = (source: SourceId): number => (source === 'epss' ? 4 : 200);

/**
 * The kept versions of a source in an order in which they can be written again: all of some records, then all of the next,
 * in batches in which no record comes up twice.
 */
export async function* keptVersions(
  db: Db,
  source: SourceId,
  { from, to }: TransactionRange,
): AsyncGenerator<readonly RecordChange[]> {
  for (let last = 0; ; ) {
    const { rows } = await sql<KeptVersion>`
      with page as (
        select distinct record.id from record join version on version.record_id = record.id
        where record.source = ${sourceNumber(source)} and record.id > ${last}
          and version.tx >= ${from}::text::xid8 and (${to}::text is null or version.tx < ${to}::text::xid8)
        order by record.id limit ${recordsAtOnce(source)}
      )
      select record.key, record.id as "recordId", version.seq, version.observed_at as "observedAt",
             blob.codec, blob.dictionary, blob.raw_size as "rawSize", blob.packed
      from page
      join record on record.id = page.id
      join version on version.record_id = page.id
        and version.tx >= ${from}::text::xid8 and (${to}::text is null or version.tx < ${to}::text::xid8)
      left join blob on blob.id = version.blob_id
      order by record.id, version.seq`.execute(db);
    if (rows.length === 0) return;
    last = rows.at(-1)?.recordId ?? last;
    yield* turns(await changesOf(db, source, rows));
  }
}

interface KeptVersion extends Omit<Packed, 'packed'> {
  readonly key: string;
  readonly recordId: number;
  readonly seq: number;
  readonly observedAt: Date;
  /** Null: the source no longer had it. */
  readonly packed: Buffer | null;
}

async function changesOf(db: Db, source: SourceId, rows: readonly KeptVersion[]): Promise<RecordChange[]> {
  const dictionaries = await dictionariesOf(db, rows);
  return rows.map(({ key, recordId, seq, observedAt, packed, ...packing }) => {
    const version = { key, recordId, seq, observedAt };
    if (packed === null) return { version: { ...version, removed: true }, value: null };
    const raw = unpack({ ...packing, packed }, dictionaries.get(packing.dictionary) ?? null);
    return { version, value: valueOf(source, key, raw) };
  });
}

/** What the source made of the same bytes. */
function valueOf(source: SourceId, key: string, raw: Buffer): unknown {
  return source === 'epss' ? scoresOfEvidence(key, raw) : JSON.parse(raw.toString());
}

/** First the oldest versions of all records, then the second oldest, and so on. */
function* turns(changes: readonly RecordChange[]): Generator<readonly RecordChange[]> {
  const seen = new Map<number, number>();
  const byTurn = Map.groupBy(changes, ({ version }) => {
    const turn = seen.get(version.recordId) ?? 0;
    seen.set(version.recordId, turn + 1);
    return turn;
  });
  yield* byTurn.values();
}
