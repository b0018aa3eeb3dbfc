import type { PostgresPoolClient } from 'kysely';
import { cancelQuery } from './cancel-query.ts';
import type { PoolClient } from './postgres.ts';

/** Bytes of packs: of all together, and of the largest. */
export interface ExpectedPacks {
  readonly bytes: number;
  readonly largest: number;
}

/** Work that reads for a while. */
export interface MeteredReader {
  /** Ends it. */
  readonly signal: AbortSignal;
  /** Called before each connection; ends the signal where the work may not read on. */
  readonly mayGoOn: () => void;
  /** Its turn to take a connection, now or when others had theirs. The function is called when the connection goes back. */
  readonly turn: () => (() => void) | Promise<() => void>;
  readonly hasRead: (rows: number) => void;
  /** Told of the packs that the work is about to judge; ends the signal where the work may not go on. */
  readonly expects: (packs: ExpectedPacks) => void;
}

/** A reader that only ends with its signal: nothing is counted, and it waits for nobody. */
export function readUnmetered(signal: AbortSignal): MeteredReader {
  return { signal, mayGoOn: () => {}, turn: () => () => {}, hasRead: () => {}, expects: () => {} };
}

/**
 * A connection for work that ends with a signal: after it nothing begins, and what runs is cancelled on the server. A statement settles
 * when the server has ended it, not before: whoever waits for the work knows that nothing of it is left.
 */
export async function connectWithin(
  connect: () => Promise<PoolClient>,
  { signal, mayGoOn, turn, hasRead }: MeteredReader,
): Promise<PostgresPoolClient> {
  mayGoOn();
  signal.throwIfAborted();
  const leave = await turn();
  const client = await unlessAborted(connect(), signal).catch((error: unknown) => {
    leave();
    throw error;
  });
  let cancelled = false;
  let running = 0;
  const cancel = () => {
    cancelled = true;
    cancelQuery(client);
  };
  const query = async (text: string, values: unknown[]) => {
    signal.throwIfAborted();
    if (running === 0) signal.addEventListener('abort', cancel);
    running += 1;
    try {
      const result = await client.query(text, values);
      hasRead(result.rows.length);
      return result;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      running -= 1;
      if (running === 0) signal.removeEventListener('abort', cancel);
      // Of several that were sent together the server has ended one: the next runs now.
      else if (cancelled) cancelQuery(client);
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    // A request to cancel may arrive late: the next statement of the connection must not be the one that it ends.
    release(destroy = false) {
      client.release(destroy || cancelled);
      leave();
    },
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
