import type { Pool, PoolClient } from '../../src/platform/postgres.ts';
import { preparedNames } from '../../src/platform/prepared-statements.ts';

/** What was asked of the database. */
export interface RoundTrips {
  /** How often something was sent that could not be sent before an answer had come. */
  readonly trips: number;
  readonly statements: number;
  /** Reads that are planned each time. */
  readonly planned: number;
}

/** Counts what a pool sends, from its first connection on. */
export function watchRoundTrips(pool: Pool): { take(): RoundTrips } {
  let sent: string[] = [];
  let trips = 0;
  let answered = true;
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown> | undefined;
    client.query = ((...args: unknown[]) => {
      if (answered) trips += 1;
      answered = false;
      sent.push(String(args[0]));
      const answer = query(...args);
      const settled = () => {
        answered = true;
      };
      // Nothing comes back where a callback is told.
      answer?.then(settled, settled);
      return answer;
    }) as typeof client.query;
  });
  return {
    take() {
      const nameOf = preparedNames();
      const planned = sent.filter((text) => /\bselect\b/i.test(text) && nameOf(text) === null).length;
      const taken = { trips, statements: sent.length, planned };
      sent = [];
      trips = 0;
      answered = true;
      return taken;
    },
  };
}
