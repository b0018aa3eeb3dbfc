import type { Checkpoint, SourceRecord, Unreadable } from '../sources/source.ts';
import { offerCheckpoint, writeCheckpoint } from '../store/checkpoints.ts';
import type { Db, Transaction } from '../store/database.ts';
import { lockRecords } from '../store/evidence.ts';
import { pack, sha256 } from '../store/packing.ts';
import { leaveMended, quarantine, type SetAside } from '../store/quarantine.ts';
import { writeRemovals } from '../store/removals.ts';
import { type Run, recordProgress } from '../store/runs.ts';
import type { Batch } from './batches.ts';
import type { FeedProjection } from './feed.ts';
import { compareLocked, type Preparation, prepareRecords, type WriteContext, writeRecords } from './store-records.ts';

export interface Storing {
  readonly db: Db;
  readonly now: () => Date;
}

export interface SaveOptions {
  /** Records that the source takes back are not stored but returned: too many at once are for a person to judge. */
  readonly stageWithdrawals: boolean;
  /** False: something before this is not stored yet, so no position may be moved beyond it. */
  readonly mayMove: boolean;
}

export interface Saved<T> {
  readonly staged: readonly SourceRecord<T>[];
  /** The checkpoint that was not written. */
  readonly unmoved: Checkpoint | null;
}

/** A batch with all done that can be done before its transaction. */
export interface PreparedBatch<T> extends Preparation<T> {
  readonly batch: Batch<T>;
  readonly setAsides: readonly SetAside[];
}

export async function prepareBatch<T>(db: Db, into: WriteContext<T>, batch: Batch<T>): Promise<PreparedBatch<T>> {
  const { unreadable, ...preparation } = await prepareRecords(db, into, batch.records);
  return { batch, ...preparation, unreadable, setAsides: [...batch.unreadable, ...unreadable].map(setAside) };
}

/** Evidence, projections, quarantine and the checkpoint: one transaction. */
export async function saveBatch<T>(
  { db, now }: Storing,
  into: WriteContext<T>,
  run: Run,
  { batch, prepared, redated, noted, unreadable, setAsides }: PreparedBatch<T>,
  { stageWithdrawals, mayMove }: SaveOptions,
): Promise<Saved<T>> {
  const { records, checkpoint } = batch;
  return db.transaction().execute(async (trx) => {
    const { changed, takenBack } = await compareLocked(trx, into, { prepared, redated, noted });
    const staged = new Set(stageWithdrawals ? takenBack : []);
    const writing = changed.filter((one) => !staged.has(one));
    const seen = records.length - unreadable.length + batch.unchanged;
    const counts = { seen, changed: writing.length, unreadable: setAsides.length };
    await recordProgress(trx, run, { ...counts, removed: 0 });
    await writeRecords(trx, into, run, writing, now());
    await quarantine(trx, run, setAsides, now());
    await leaveMended(trx, run.source, mendedBy(into, records, unreadable, writing), run.id);
    const moves = mayMove && staged.size === 0;
    if (checkpoint !== null && moves) await move(trx, run, checkpoint);
    return { staged: [...staged].map(({ record }) => record), unmoved: moves ? null : checkpoint };
  });
}

/** An older state that can be read says nothing of the newer one that could not. */
function mendedBy<T>(
  { lagging }: WriteContext<T>,
  records: readonly { readonly key: string }[],
  unreadable: readonly Unreadable[],
  written: readonly { readonly record: SourceRecord<T> }[],
): string[] {
  if (lagging) return written.map(({ record }) => record.key);
  const bad = new Set(unreadable.map(({ key }) => key));
  return records.flatMap(({ key }) => (bad.has(key) ? [] : [key]));
}

/** Stores staged records that passed the gate. Waiting positions advance with the last batch. */
export async function saveStaged<T>(
  storing: Storing,
  into: WriteContext<T>,
  run: Run,
  staged: readonly SourceRecord<T>[],
  checkpoints: readonly Checkpoint[],
): Promise<void> {
  for (let at = 0; at < staged.length; at += PAGE) {
    const records = staged.slice(at, at + PAGE);
    const batch = await prepareBatch(storing.db, into, { records, unreadable: [], unchanged: 0, checkpoint: null });
    await saveBatch(storing, into, run, batch, { stageWithdrawals: false, mayMove: false });
  }
  await storing.db.transaction().execute(async (trx) => {
    await recordProgress(trx, run, NOTHING);
    for (const checkpoint of checkpoints) await move(trx, run, checkpoint);
  });
}

export async function saveRemovals(
  { db, now }: Storing,
  projection: Pick<FeedProjection<never>, 'remove'>,
  run: Run,
  keys: readonly string[],
  asOf: Date,
): Promise<void> {
  for (let at = 0; at < keys.length; at += PAGE) {
    const page = keys.slice(at, at + PAGE);
    await db.transaction().execute(async (trx) => {
      await lockRecords(trx, run.source, page);
      const removed = await writeRemovals(trx, run, page, asOf, now());
      await recordProgress(trx, run, { ...NOTHING, removed: removed.length });
      if (removed.length > 0) await projection.remove(trx, removed);
    });
  }
}

const PAGE = 100;
const NOTHING = { seen: 0, changed: 0, removed: 0, unreadable: 0 };

async function move(trx: Transaction, run: Run, { checkpoint, channel }: Checkpoint): Promise<void> {
  if (channel === undefined || channel === run.channel) await writeCheckpoint(trx, run, checkpoint);
  else await offerCheckpoint(trx, run, channel, checkpoint);
}

const MAX_REASON = 1_000;

export function setAside({ raw, key, unreadable }: Unreadable): SetAside {
  return { key: key ?? null, reason: unreadable.slice(0, MAX_REASON), rawSha256: sha256(raw), ...pack(raw) };
}
