import { sql } from 'kysely';
import type { Pool, PoolClient } from '../../../src/platform/postgres.ts';
import type { Db } from '../../../src/store/database.ts';
import { isCommit, textOf } from './points.ts';

/** Tells the number of each transaction that wrote something and whose commit was answered: it may never be lost. */
export function watchAcknowledged(pool: Pool, acknowledge: (number: string) => void): void {
  pool.on('connect', (client) => watchClient(client, acknowledge));
}

function watchClient(client: PoolClient, acknowledge: (number: string) => void): void {
  const query = client.query.bind(client) as (...given: readonly unknown[]) => unknown;

  async function commit(given: readonly unknown[]): Promise<unknown> {
    const numbered = await query('select pg_current_xact_id_if_assigned()::text as number');
    const result = await query(...given);
    for (const { number } of (numbered as { rows: { number: string | null }[] }).rows) {
      if (number !== null) acknowledge(number);
    }
    return result;
  }

  client.query = ((...given: readonly unknown[]) =>
    isCommit(textOf(given[0])) ? commit(given) : query(...given)) as typeof client.query;
}

/** Those of them of which the server knows nothing any more. To be asked before their numbers are given anew. */
export async function lostTransactions(db: Db, acknowledged: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ number: string }>`
    select given.number from unnest(${acknowledged}::text[]) as given (number)
    where case when given.number::xid8 >= pg_snapshot_xmax(pg_current_snapshot()) then true
          else pg_xact_status(given.number::xid8) is distinct from 'committed' end`.execute(db);
  return rows.map(({ number }) => number);
}
