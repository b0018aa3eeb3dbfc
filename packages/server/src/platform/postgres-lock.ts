import type { Pool } from './postgres.ts';

export type Locked<T> = { readonly locked: true; readonly value: T } | { readonly locked: false };

/**
 * Runs `work` with a session advisory lock, or returns at once if it is taken. The lock ends with the connection;
 * `lost` is aborted then, because another process may start.
 */
export async function withLock<T>(
  pool: Pool,
  [space, id]: readonly [number, number],
  work: (lost: AbortSignal) => Promise<T>,
): Promise<Locked<T>> {
  const client = await pool.connect();
  const lost = new AbortController();
  const onError = (error: Error) => lost.abort(new Error('the lock was lost', { cause: error }));
  client.on('error', onError);
  try {
    const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
      space,
      id,
    ]);
    if (rows[0]?.locked !== true) return { locked: false };
    try {
      return { locked: true, value: await work(lost.signal) };
    } finally {
      await client.query('select pg_advisory_unlock($1, $2)', [space, id]).catch(onError);
    }
  } finally {
    client.off('error', onError);
    client.release(lost.signal.aborted);
  }
}
