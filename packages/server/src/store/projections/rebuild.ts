import { sql } from 'kysely';
import type { Projection } from '../../projections/index.ts';
import type { Db, Transaction } from '../database.ts';
import { WRITERS } from './index.ts';
import { keptVersions, type TransactionRange } from './kept-versions.ts';
import { markCurrent, markRebuilding } from './projection-versions.ts';

export interface RebuildDeps {
  readonly db: Db;
  readonly now: () => Date;
  readonly signal?: AbortSignal;
}

/**
 * Fills a projection anew from evidence, beside the tables in use, which serve and are written to until the end. What came
 * in meanwhile is caught up with in rounds, the last of them while writers wait; then the new tables take the place of
 * the old ones in the same transaction. A rebuild that was cut off leaves nothing that counts: the next begins afresh.
 *
 * The caller sees to it that a projection is not rebuilt twice at once.
 */
export async function rebuild({ db, now, signal }: RebuildDeps, projection: Projection): Promise<void> {
  const tables = [...projection.tables];
  await markRebuilding(db, projection, now());
  await sql`select projection.open_shadow(${tables}::text[])`.execute(db);
  let from = '0';
  for (let round = 0; round < ROUNDS; round += 1) {
    // Whoever is still writing has a number at or above this; all below are done, whatever the order they committed in.
    const { rows } = await sql<{ to: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as to`.execute(db);
    const to = rows[0]?.to ?? from;
    await fill(db, { from, to }, (work) => db.transaction().execute(work));
    from = to;
  }
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '10s'`.execute(trx);
    // Waits for transactions that have written a version and may be about to write what follows from it.
    await sql`lock table version in share mode`.execute(trx);
    await fill(trx, { from, to: null }, (work) => work(trx));
    await sql`set local search_path = public`.execute(trx);
    await sql`select projection.swap(${tables}::text[])`.execute(trx);
    await markCurrent(trx, projection, now());
  });

  async function fill(reader: Db, range: TransactionRange, transact: Transact): Promise<void> {
    for (const source of projection.sources) {
      for await (const changes of keptVersions(reader, source, range)) {
        signal?.throwIfAborted();
        await transact(async (trx) => {
          // Every writer names its tables without a schema: the copies come first, all else is found where it is.
          await sql`set local search_path = shadow, public`.execute(trx);
          await WRITERS[projection.name](trx, source, changes);
        });
      }
    }
  }
}

type Transact = (work: (trx: Transaction) => Promise<void>) => Promise<void>;

/** The first takes as long as it takes; each of the others what came in during the one before. */
const ROUNDS = 3;
