import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { KEV_FEED_PATH, kev, startTwin } from '@almanac/twins';
import { sql } from 'kysely';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { runSource } from '../../../src/ingest/run-source.ts';
import { taskList } from '../../../src/ingest/tasks.ts';
import { startWorker, type WorkerIntervals } from '../../../src/ingest/worker.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import type { Db } from '../../../src/store/database.ts';
import { createTestDatabase, openTestDatabases } from '../database.ts';
import { kevWorld } from '../worlds/kev-world.ts';
import type { WorkerProcess } from './worker-process.ts';

export const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

export interface KillReport {
  readonly secondsToRecover: number;
  readonly runs: readonly string[];
  /** Everything that was stored, without the times and numbers that differ from run to run. */
  readonly state: unknown;
}

/** Kills a worker once it has dealt with so many items of KEV (count, 150 entries, end, position) and starts another. */
export async function killWorkerMidRun(pauseAfter: number, intervals: WorkerIntervals): Promise<KillReport> {
  await using stack = new AsyncDisposableStack();
  const twin = stack.use(await startTwin(kev(kevWorld)));
  const database = stack.use(await createTestDatabase());
  const kevUrl = twin.url + KEV_FEED_PATH;

  const victim = spawnWorker({ databaseUrl: database.url, kevUrl, intervals, pauseAfter });
  stack.defer(() => void victim.kill('SIGKILL'));
  await once(victim.stdout, 'data', { signal: AbortSignal.timeout(30_000) });
  victim.kill('SIGKILL');
  const killedAt = performance.now();

  const { db, pool, http, feeds } = open(stack, database.url, kevUrl);
  const tasks = taskList({ db, pool, release: 'test', http, feeds, log: silentLog, now: () => new Date() });
  // Without feeds it asks for no first fill: the work goes on only because the dead worker's job is set free.
  const successor = { db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog };
  const worker = await startWorker(successor, 1, intervals);
  stack.defer(() => worker.stop());
  while ((await runStates(db)).at(-1) !== 'ok') await new Promise((resolve) => setTimeout(resolve, 50));
  const secondsToRecover = (performance.now() - killedAt) / 1000;
  return { secondsToRecover, runs: await runStates(db), state: await storedState(db) };
}

/** The same catalogue, read without any disturbance. */
export async function undisturbedState(): Promise<unknown> {
  await using stack = new AsyncDisposableStack();
  const twin = stack.use(await startTwin(kev(kevWorld)));
  const database = stack.use(await createTestDatabase());
  const { db, pool, http, feeds } = open(stack, database.url, twin.url + KEV_FEED_PATH);
  for (const feed of feeds.values()) {
    await runSource({ db, pool, http, log: silentLog, now: () => new Date() }, feed, AbortSignal.timeout(30_000));
  }
  return await storedState(db);
}

function open(stack: AsyncDisposableStack, primaryUrl: string, kevUrl: string) {
  const databases = openTestDatabases(primaryUrl, { role: 'almanac_worker' });
  const http = openHttpClient({ allow: [kevUrl], userAgent: 'Almanac/test' });
  stack.defer(() => databases.close());
  stack.defer(() => http.close());
  return { db: databases.primary, pool: databases.pool, http, feeds: openFeeds({ kev: { url: kevUrl } }) };
}

function spawnWorker(options: WorkerProcess): ChildProcessByStdio<null, Readable, null> {
  const file = path.resolve(import.meta.dirname, 'worker-process.ts');
  const args = ['--conditions=@almanac/source', file, JSON.stringify(options)];
  return spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

async function runStates(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('run').select('state').orderBy('id').execute();
  return rows.map(({ state }) => state);
}

async function storedState(db: Db): Promise<unknown> {
  const evidence = await sql`
    select key, version.seq, encode(blob.raw_sha256, 'hex') as raw, encode(current_version.content_sha256, 'hex') as content
    from record join version on version.record_id = record.id join blob on blob.id = blob_id
    join current_version on current_version.record_id = record.id order by key, version.seq`.execute(db);
  const kevRows = await sql`
    select to_jsonb(kev) - '{known_from,known_to,record_id}'::text[] as kev, known_to is null as current
    from kev order by cve_id, known_from`.execute(db);
  const checkpoints = await db.selectFrom('checkpoint').select(['source', 'channel', 'value']).execute();
  return { evidence: evidence.rows, kev: kevRows.rows, checkpoints };
}
