import type { PostgresPoolClient } from 'kysely';
import { cancelQuery } from './cancel-query.ts';
import type { PoolClient } from './postgres.ts';

/**
 * A connection for work that ends with a signal: after it nothing begins, and what runs is cancelled on the server. A statement settles
 * when the server has ended it, not before: whoever waits for the work knows that nothing of it is left.
 */
export async function connectWithin(
  connect: () => Promise<PoolClient>,
  signal: AbortSignal,
): Promise<PostgresPoolClient> {
  signal.throwIfAborted();
  const client = await unlessAborted(connect(), signal);
  let cancelled = false;
  const cancel = () => {
    cancelled = true;
    cancelQuery(client);
  };
  const query = async (text: string, values: unknown[]) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', cancel);
    try {
      return await client.query(text, values);
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    // A request to cancel may arrive late: the next statement of the connection must not be the one that it ends.
    release: (destroy = false) => client.release(destroy || cancelled),
  };
}

/** Nobody waits for a place in the pool in vain: the connection goes back when it comes. */
async function unlessAborted(connecting: Promise<PoolClient>, signal: AbortSignal): Promise<PoolClient> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([connecting, aborted]);
  } catch (error) {
    connecting.then(
      (client) => client.release(),
      () => {},
    );
    throw error;
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
