import { smallWorld, startTwin, TWINS } from '@almanac/twins';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { sourceJob } from '../../src/ingest/source-job.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { startWorker } from '../../src/ingest/worker.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import type { ChannelName } from '../../src/sources/source.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

const intervals = { beatMs: 1_000, silenceMs: 10_000, checkMs: 5_000, pollMs: 50 };

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

interface StartOptions {
  readonly id: 'metasploit' | 'nvd' | 'osv';
  readonly channel: ChannelName;
  readonly filled: boolean;
  readonly resumeUntil?: Date;
}

/** A worker over a twin, with the job that reads it on its last try. */
async function start({ id, channel, filled, resumeUntil }: StartOptions) {
  const database = await createTestDatabase();
  open.defer(() => database.close());
  const { primary: db, pool, close } = openTestDatabases(database.url, { role: 'almanac_worker', max: 8 });
  open.defer(close);
  const twin = open.use(await startTwin(TWINS[id].define(smallWorld)));
  const feeds = openFeeds({ [id]: addressAt(id, twin.url) });
  const http = openHttpClient({ allow: [twin.url], userAgent: 'Almanac/test', tries: 1 });
  open.defer(http.close);
  const tasks = taskList({ db, pool, release: 'test', http, feeds, log: silentLog, now: () => new Date() });
  if (filled) {
    await sql`insert into run (source, channel, state, started_at, finished_at)
      select id, 'bulk', 'ok', now(), now() from source where name = ${id}`.execute(db);
  }
  twin.faults.set({ kind: 'status', status: 503 });
  const worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 1, intervals);
  open.defer(() => worker.stop());
  const { task, payload, spec } = sourceJob(id, channel);
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify({ ...payload, resumeUntil })}::json,
    job_key => ${spec.jobKey}, max_attempts => 1)`.execute(db);
  await vi.waitFor(async () => expect(await givenUp()).toBe(1), 10_000);
  return { waiting };

  async function givenUp(): Promise<number> {
    const { rows } = await sql<{ jobs: number }>`select count(*)::int as jobs from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null and last_error like '%503%'`.execute(db);
    return rows[0]?.jobs ?? 0;
  }

  /** In minutes from now. */
  async function waiting(): Promise<readonly number[]> {
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from run_at - now())::float8 / 60 as minutes
      from graphile_worker.jobs where key = ${spec.jobKey} and attempts < max_attempts`.execute(db);
    return rows.map(({ minutes }) => minutes);
  }
}

it('of an empty store resumes within minutes when the queue has given up', async () => {
  const { waiting } = await start({ id: 'metasploit', channel: 'bulk', filled: false });

  expect(await waiting()).toEqual([expect.closeTo(5, 0)]);
});

it('of a store that is filled waits for the timetable', async () => {
  const { waiting } = await start({ id: 'metasploit', channel: 'bulk', filled: true });

  expect(await waiting()).toEqual([]);
});

it('a weekly sweep continues an hour after the queue has given up', async () => {
  const { waiting } = await start({ id: 'nvd', channel: 'sweep', filled: true });

  expect(await waiting()).toEqual([expect.closeTo(60, 0)]);
});

it.each([
  ['after days of that', { id: 'nvd', resumeUntil: new Date() }],
  ['where it is due every night', { id: 'osv' }],
] as const)('a sweep waits for the timetable %s', async (_name, options) => {
  const { waiting } = await start({ ...options, channel: 'sweep', filled: true });

  expect(await waiting()).toEqual([]);
});
