import type { Checkpoint, SourceRecord } from '../sources/source.ts';
import { liveRecords, type Run } from '../store/runs.ts';
import { maxWithdrawals } from './gate.ts';
import { type Saved, type Storing, saveStaged } from './save-batch.ts';
import type { WriteContext } from './store-records.ts';

/** Records that the source has taken back, kept until the whole run shows whether they are too many to be true. */
export interface Staging<T> {
  readonly count: number;
  add(saved: Saved<T>): Promise<void>;
  /** Stores them, and moves the positions that waited; or returns why a person has to look first. */
  settle(): Promise<string | null>;
}

export function openStaging<T>(storing: Storing, into: WriteContext<T>, run: Run): Staging<T> {
  const records: SourceRecord<T>[] = [];
  const checkpoints: Checkpoint[] = [];
  let count = 0;
  let live = 0;
  let most = Number.POSITIVE_INFINITY;
  return {
    get count() {
      return count;
    },
    async add({ staged, unmoved }) {
      if (unmoved !== null) checkpoints.push(unmoved);
      if (staged.length === 0) return;
      if (count === 0) {
        live = await liveRecords(storing.db, run.source);
        most = maxWithdrawals(live);
      }
      count += staged.length;
      // Beyond that none of them will be stored in this run: they need not be kept.
      if (count <= most) records.push(...staged);
    },
    async settle() {
      if (count > most) return `${count} of ${live} records were taken back in one run, which is more than ${most}`;
      if (count > 0) await saveStaged(storing, into, run, records, checkpoints);
      return null;
    },
  };
}
