import { METASPLOIT_PATH, metasploit, smallWorld, startTwin } from '@almanac/twins';
import { sql } from 'kysely';
import { afterEach, expect, it, vi } from 'vitest';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { sourceJob } from '../../src/ingest/source-job.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { startWorker } from '../../src/ingest/worker.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

const intervals = { beatMs: 1_000, silenceMs: 10_000, checkMs: 5_000, pollMs: 50 };
const KEY = 'run-source:metasploit:bulk';

let open = new AsyncDisposableStack();
afterEach(async () => {
  await open.disposeAsync();
  open = new AsyncDisposableStack();
});

/** A worker over a twin, with the job that reads it on its last try. */
async function start({ filled }: { readonly filled: boolean }) {
  const database = await createTestDatabase();
  open.defer(() => database.close());
  const { primary: db, pool, close } = openTestDatabases(database.url, { role: 'almanac_worker', max: 8 });
  open.defer(close);
  const twin = open.use(await startTwin(metasploit(smallWorld)));
  const feeds = openFeeds({ metasploit: { url: twin.url + METASPLOIT_PATH } });
  const http = openHttpClient({ allow: [twin.url], userAgent: 'Almanac/test', tries: 1 });
  open.defer(http.close);
  const tasks = taskList({ db, pool, release: 'test', http, feeds, log: silentLog, now: () => new Date() });
  if (filled) {
    await sql`insert into run (source, channel, state, started_at, finished_at)
      select id, 'bulk', 'ok', now(), now() from source where name = 'metasploit'`.execute(db);
  }
  twin.faults.set({ kind: 'status', status: 503 });
  const worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 1, intervals);
  open.defer(() => worker.stop());
  const { task, payload } = sourceJob('metasploit', 'bulk');
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key => ${KEY}, max_attempts => 1)`.execute(
    db,
  );
  await vi.waitFor(async () => expect(await failedRuns()).toBe(1), 10_000);
  return { waiting };

  async function failedRuns(): Promise<number> {
    const { rows } = await sql<{ runs: number }>`select count(*)::int as runs from run where state = 'failed'`.execute(
      db,
    );
    return rows[0]?.runs ?? 0;
  }

  /** In minutes from now. */
  async function waiting(): Promise<readonly number[]> {
    const { rows } = await sql<{ minutes: number }>`
      select extract(epoch from run_at - now())::float8 / 60 as minutes
      from graphile_worker.jobs where key = ${KEY} and attempts < max_attempts`.execute(db);
    return rows.map(({ minutes }) => minutes);
  }
}

it('of an empty store resumes within minutes when the queue has given up', async () => {
  const { waiting } = await start({ filled: false });

  await vi.waitFor(async () => expect(await waiting()).toEqual([expect.closeTo(5, 0)]), 5_000);
});

it('of a store that is filled waits for the timetable', async () => {
  const { waiting } = await start({ filled: true });

  expect(await waiting()).toEqual([]);
});
