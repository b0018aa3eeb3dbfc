import type { IngestDeps } from '../src/ingest/deps.ts';
import type { Feed } from '../src/ingest/feed.ts';
import { runSource } from '../src/ingest/run-source.ts';
import type { Http } from '../src/sources/source.ts';
import { openTestDatabases } from '../test/support/database.ts';
import { silentLog } from '../test/support/kills/worker-kill.ts';
import { backendSeconds, secondsSince, withClient } from './ingest-copy.ts';

export interface Measured {
  readonly 'records/s': number;
  readonly 'CPU µs': number | null;
  readonly 'Node µs': number;
  readonly 'PostgreSQL µs': number | null;
}

/** One run, from the beginning whatever was read before. */
export async function readOnce(primaryUrl: string, records: number, feed: Feed, http: Http): Promise<Measured> {
  const { primary: db, pool, close } = openTestDatabases(primaryUrl, { role: 'almanac_worker', max: 4 });
  const deps: IngestDeps = { db, pool, http, log: silentLog, now: () => new Date() };
  try {
    // One that the writing of others would bring about in the middle is not ours.
    await withClient(primaryUrl, (client) => client.query('checkpoint'));
    return await measured(primaryUrl, records, async () => {
      const outcome = await runSource(deps, feed, AbortSignal.timeout(3_600_000), { position: null });
      if (outcome.state !== 'ok') throw new Error(`the run is ${outcome.state}`);
    });
  } finally {
    await close();
  }
}

/** A connection counts from when it is opened: whatever `work` opens must still be open at its end. */
export async function measured(url: string, records: number, work: () => Promise<void>): Promise<Measured> {
  return withClient(url, async (client) => {
    const before = await backendSeconds(client);
    const used = process.cpuUsage();
    const started = performance.now();
    await work();
    const seconds = (performance.now() - started) / 1000;
    const { user, system } = process.cpuUsage(used);
    const after = await backendSeconds(client);
    const node = (user + system) / records;
    const postgres = before === null || after === null ? null : (secondsSince(before, after) * 1e6) / records;
    return {
      'records/s': Math.round(records / seconds),
      'CPU µs': postgres === null ? null : Math.round(node + postgres),
      'Node µs': Math.round(node),
      'PostgreSQL µs': postgres === null ? null : Math.round(postgres),
    };
  });
}
