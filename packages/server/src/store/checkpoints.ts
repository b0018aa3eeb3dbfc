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
export async function writeCheckpoint(trx: Transaction, run: Run, value: string): Promise<void> {
  if (!(await moveCheckpoint(trx, run, run.channel, value))) throw new Superseded(run);
}

/** Where another channel is to begin. It is left alone while it is being read, and where it got further since. */
export async function offerCheckpoint(trx: Transaction, run: Run, channel: string, value: string): Promise<void> {
  const running = await trx
    .selectFrom('run')
    .select('id')
    .where('source', '=', run.source)
    .where('channel', '=', channel)
    .where('state', '=', 'running')
    .executeTakeFirst();
  if (running === undefined) await moveCheckpoint(trx, run, channel, value);
}

async function moveCheckpoint(trx: Transaction, run: Run, channel: string, value: string): Promise<boolean> {
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
  return numInsertedOrUpdatedRows === 1n;
}
