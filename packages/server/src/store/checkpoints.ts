import type { Db, Transaction } from './database.ts';
import { type Run, Superseded } from './runs.ts';

export async function readCheckpoint(db: Db, source: number, channel: string): Promise<string | null> {
  const row = await db
    .selectFrom('checkpoint')
    .select('value')
    .where('source', '=', source)
    .where('channel', '=', channel)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Fenced by the run: one that was killed, and comes back to life, cannot move the position of a later one. */
export async function writeCheckpoint(trx: Transaction, run: Run, channel: string, value: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('checkpoint')
    .values({ source: run.source, channel, value, run_id: run.id })
    .onConflict((conflict) =>
      conflict
        .columns(['source', 'channel'])
        .doUpdateSet({ value, run_id: run.id })
        .where('checkpoint.run_id', '<=', run.id),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new Superseded(run);
}
