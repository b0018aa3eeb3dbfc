import { isStorageUnavailable } from '../platform/unavailable.ts';
import { type Run, Superseded } from '../store/runs.ts';
import type { Batch } from './batches.ts';
import { describeError } from './describe-error.ts';
import {
  type PreparedBatch,
  prepareBatch,
  type Saved,
  type SaveOptions,
  type Storing,
  saveBatch,
} from './save-batch.ts';
import type { WriteContext } from './store-records.ts';

/** Batches that cannot be stored because of one record in them: the record is found and set aside. */
export interface CarefulSaving<T> {
  save(ready: PreparedBatch<T>, options: SaveOptions): Promise<Saved<T>>;
}

/** More than these in one run are no bad records but a mistake of ours, which must not empty a source into quarantine. */
const MAX_POISONED = 20;

export function saveWithBisection<T>(storing: Storing, into: WriteContext<T>, run: Run): CarefulSaving<T> {
  let poisoned = 0;

  const prepare = (batch: Batch<T>) => prepareBatch(storing.db, into, batch);

  async function save(ready: PreparedBatch<T>, options: SaveOptions): Promise<Saved<T>> {
    try {
      return await saveBatch(storing, into, run, ready, options);
    } catch (error) {
      if (!isOfTheRecords(error)) throw error;
      const { batch } = ready;
      const [only, ...others] = batch.records;
      if (only === undefined) throw error;
      if (others.length > 0) return saveHalves(batch, options);
      poisoned += 1;
      if (poisoned > MAX_POISONED) throw error;
      const bad = { unreadable: `cannot be stored: ${describeError(error)}`, raw: only.raw, key: only.key };
      const without = await prepare({ ...batch, records: [], unreadable: [...batch.unreadable, bad] });
      return saveBatch(storing, into, run, without, options);
    }
  }

  async function saveHalves(batch: Batch<T>, options: SaveOptions): Promise<Saved<T>> {
    const middle = Math.ceil(batch.records.length / 2);
    const first = {
      records: batch.records.slice(0, middle),
      unreadable: batch.unreadable,
      unchanged: batch.unchanged,
      checkpoint: null,
    };
    const second = { records: batch.records.slice(middle), unreadable: [], unchanged: 0, checkpoint: batch.checkpoint };
    const { staged } = await save(await prepare(first), options);
    const rest = await save(await prepare(second), { ...options, mayMove: options.mayMove && staged.length === 0 });
    return { staged: [...staged, ...rest.staged], unmoved: rest.unmoved };
  }

  return { save };
}

/** Neither the database nor another run is the reason, so that the same records would fail again. */
export function isOfTheRecords(error: unknown): boolean {
  if (error instanceof Superseded || isStorageUnavailable(error)) return false;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // SQLSTATE class 40: rolled back for the sake of another transaction.
  return !code.startsWith('40');
}
