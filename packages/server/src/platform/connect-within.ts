import type { PostgresPoolClient } from 'kysely';
import { cancelQuery } from './cancel-query.ts';
import type { PoolClient } from './postgres.ts';

export interface ExpectedPacks {
  readonly bytes: number;
  readonly largest: number;
}

export interface MeteredReader {
  readonly signal: AbortSignal;
  /** Called before each connection. Aborts the signal if the work has to stop. */
  readonly mayGoOn: () => void;
  /** Waits for this reader's turn to take a connection. Call the returned function when the connection is released. */
  readonly turn: () => (() => void) | Promise<() => void>;
  readonly hasRead: (rows: number) => void;
  /** Announces the packs that the work will judge. Aborts the signal if it has to stop. */
  readonly expects: (packs: ExpectedPacks) => void;
}

/** Counts nothing and never waits. */
export function readUnmetered(signal: AbortSignal): MeteredReader {
  return { signal, mayGoOn: () => {}, turn: () => () => {}, hasRead: () => {}, expects: () => {} };
}

/**
 * Opens a connection for work that ends with a signal: running statements are cancelled on the server, and none starts
 * afterwards. A statement settles only when the server has ended it, so nothing is left running.
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
      // The cancel request ended one of several pipelined statements, and the next one is running now.
      else if (cancelled) cancelQuery(client);
    }
  };
  return {
    query: query as unknown as PostgresPoolClient['query'],
    // A late cancel request would hit the connection's next statement.
    release(destroy = false) {
      client.release(destroy || cancelled);
      leave();
    },
  };
}

/** Releases the connection if it arrives after the abort. */
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
