import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { awaitRefresh, type RefreshResult } from '../../src/app/sources/request-refresh.ts';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import type { Feeds } from '../../src/ingest/feeds.ts';
import { refreshRecord } from '../../src/ingest/refresh-record.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { BudgetUsedUp } from '../../src/ingest/upstream-pace.ts';
import { startWorker, type Worker } from '../../src/ingest/worker.ts';
import { type Fetched, UnexpectedUpstream } from '../../src/sources/source.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { sourceDeps } from '../support/source-deps.ts';
import { items, type MadeFeed, made, madeFeed } from '../support/worlds/made-source.ts';

const intervals = { beatMs: 1_000, silenceMs: 10_000, checkMs: 5_000, pollMs: 50 };
const signal = AbortSignal.timeout(60_000);
/** PostgreSQL knows none before 4713 BC. */
const BEFORE_ALL_DATES = new Date(-8.64e15);

let database: TestDatabase;
let databases: AlmanacDatabases;
let api: AlmanacDatabases;
let workers: Worker[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker' });
  api = openTestDatabases(database.url, { role: 'almanac_api', max: 10 });
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  workers = [];
  await database.reset();
});
afterAll(async () => {
  await Promise.all([databases.close(), api.close()]);
  await database.close();
});

/** Two workers that fetch as told; what they were asked for is counted. */
async function start(
  fetchOne: (key: string) => Promise<Fetched<string>>,
): Promise<{ feed: MadeFeed; asked: string[] }> {
  const asked: string[] = [];
  const feed = madeFeed(
    {},
    {
      fetchOne: async (key) => {
        asked.push(key);
        return fetchOne(key);
      },
    },
  );
  const { primary: db, pool } = databases;
  const feeds: Feeds = new Map([['repology', feed]]);
  const tasks = taskList({
    db,
    pool,
    release: 'test',
    http: sourceDeps({}).http,
    feeds,
    log: silentLog,
    now: () => new Date(),
  });
  for (let i = 0; i < 2; i += 1) {
    const deps = { db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog };
    workers.push(await startWorker(deps, 2, intervals));
  }
  return { feed, asked };
}

const ask = (key: string, given: { timeoutMs?: number; maxAgeMs?: number } = {}): Promise<RefreshResult> =>
  awaitRefresh({ db: api.primary }, { source: 'repology', key, timeoutMs: 10_000, ...given }, signal);

describe('asking for one record', () => {
  it('brings it, stored, to whoever waits', async () => {
    const { feed } = await start(async (key) => made(key, 'fresh'));

    const result = await ask('a');

    expect(result).toMatchObject({ outcome: 'done', at: expect.any(Date) });
    expect(feed.shown).toEqual(['a=fresh']);
    expect(await databases.primary.selectFrom('run').select(['channel', 'state', 'changed']).execute()).toEqual([
      { channel: 'record', state: 'ok', changed: 1 },
    ]);
  });

  it('is one fetch, however many ask at once', async () => {
    const { asked } = await start(async (key) => {
      await sleep(300);
      return made(key, 'fresh');
    });

    const results = await Promise.all(
      Array.from({ length: 100 }, async (_, i) => {
        await sleep(i * 2);
        return ask('a');
      }),
    );

    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['done']));
    expect(asked).toEqual(['a']);
  });

  it('fetches again when asked again later, but not when a recent answer will do', async () => {
    const { asked } = await start(async (key) => made(key, 'fresh'));
    await ask('a');

    await ask('a', { maxAgeMs: 60_000 });
    expect(asked).toHaveLength(1);
    await sleep(5);
    await ask('a');

    expect(asked).toHaveLength(2);
  });

  it.each<[string, () => Promise<Fetched<string>>, object]>([
    ['has none', async () => 'absent', { outcome: 'unknown', state: null }],
    ['knows the id only', async () => ({ state: 'reserved' }), { outcome: 'unknown', state: 'reserved' }],
    [
      'is unavailable',
      () => Promise.reject(new Error('connect ECONNREFUSED')),
      { outcome: 'unreachable', error: 'connect ECONNREFUSED', limited: false },
    ],
    [
      'is asked often enough',
      () => Promise.reject(new Error('not read', { cause: new BudgetUsedUp('https://upstream.example', 1_000) })),
      { outcome: 'unreachable', limited: true },
    ],
    [
      'says that it is asked too often',
      () => Promise.reject(new UnexpectedUpstream('repology', 'answers 429')),
      { outcome: 'unreachable', limited: true },
    ],
    [
      'says so by a 403',
      () => Promise.reject(new UnexpectedUpstream('nvd', 'answers 403', { isThrottle: true })),
      { outcome: 'unreachable', limited: true },
    ],
    [
      'sends garbage',
      async () => ({ unreadable: 'not JSON', raw: Buffer.from('<') }),
      { outcome: 'unreachable', error: 'not JSON' },
    ],
    ['sends another', async () => made('b', 'x'), { outcome: 'unreachable', error: 'b came instead of a' }],
  ])('says so when the upstream %s', async (_name, fetchOne, result) => {
    await start(fetchOne);

    expect(await ask('a')).toMatchObject(result);
  });

  it('does not wait for ever, and is done behind the answer', async () => {
    expect(await ask('a', { timeoutMs: 100 })).toEqual({ outcome: 'timeout' });

    const { asked } = await start(async (key) => made(key, 'fresh'));

    expect(await ask('a', { maxAgeMs: 10_000 })).toMatchObject({ outcome: 'done' });
    expect(asked).toHaveLength(1);
  });

  it('is tried again when the database failed in the midst of it', async () => {
    let fetches = 0;
    const { feed } = await start(async (key) => {
      fetches += 1;
      return fetches === 1 ? made(key, 'fresh', { modified: BEFORE_ALL_DATES }) : made(key, 'fresh');
    });

    const result = await ask('a', { timeoutMs: 20_000 });

    expect(result).toMatchObject({ outcome: 'done', at: expect.any(Date) });
    expect(feed.shown).toEqual(['a=fresh']);
    expect(fetches).toBe(2);
  });

  it('warns of what is odd about it, for a week after it was last seen', async () => {
    const odd = { noticed: 'UNKNOWN_FORM', detail: 'a is of the type "haunted"' } as const;
    await start(async (key) => made(key, 'fresh', { odd }));

    await ask('a');

    const warnings = async () => {
      const status = await sourceStatus(databases.primary, new Date());
      return status.find(({ id }) => id === 'repology')?.warnings;
    };
    expect(await warnings()).toMatchObject([{ code: 'UNKNOWN_FORM', detail: odd.detail }]);
  });

  it('removes nothing when a record that we have is not found', async () => {
    let answer: Fetched<string> = made('a', '1');
    const { feed } = await start(async () => answer);
    await ask('a');
    answer = 'absent';

    const result = await ask('a');

    expect(result).toMatchObject({ outcome: 'unknown', state: null });
    expect(feed.shown).toEqual(['a=1']);
  });

  describe('while a delta brings the same record', () => {
    const day = (date: number) => new Date(Date.UTC(2026, 10, date));

    it.each<[string, Date | null, Date | null, string[]]>([
      ['is older by its date', day(13), day(14), ['a=held', 'a=of the delta']],
      ['is of the same date', day(14), day(14), ['a=held', 'a=of the delta']],
      ['has no date', null, null, ['a=held', 'a=of the delta']],
      ['is newer by its date', day(15), day(14), ['a=held', 'a=of the delta', 'a=fetched']],
    ])('a state that %s is passed over, or stored', async (_name, fetched, delivered, shown) => {
      const dated = (modified: Date | null) => (modified === null ? {} : { modified });
      const { primary: db, pool } = databases;
      const deps = { db, pool, http: sourceDeps({}).http, log: silentLog, now: () => new Date() };
      const feed = madeFeed(
        {
          bulk: () => items(made('a', 'held', dated(fetched === null ? null : day(10)))),
          delta: () => items(made('a', 'of the delta', dated(delivered))),
        },
        {
          async fetchOne(key) {
            const answer = made(key, 'fetched', dated(fetched));
            await runSource(deps, feed, signal, { channel: 'delta' });
            return answer;
          },
        },
      );
      await runSource(deps, feed, signal, { channel: 'bulk' });

      const outcome = await refreshRecord(deps, feed, 'a', signal);

      expect(outcome).toBe('done');
      expect(feed.shown).toEqual(shown);
    });
  });

  it('does not put an older state of a cache on the way over a newer one', async () => {
    let answer = made('a', 'new', { modified: new Date('2026-11-14T00:00:00Z') });
    const { feed } = await start(async () => answer);
    await ask('a');
    answer = made('a', 'old', { modified: new Date('2026-11-13T00:00:00Z') });

    const result = await ask('a');

    expect(result).toMatchObject({ outcome: 'done' });
    expect(feed.shown).toEqual(['a=new']);
  });

  it('goes before the reading of whole sources', async () => {
    const { rows } = await databases.pool.query(
      `select graphile_worker.add_job('run-source', '{"source":"repology"}', priority => 0)`,
    );
    await ask('a', { timeoutMs: 1 });

    const jobs = await databases.pool.query('select task_identifier from graphile_worker.jobs order by priority');

    expect(rows).toHaveLength(1);
    expect(jobs.rows).toEqual([{ task_identifier: 'refresh-record' }, { task_identifier: 'run-source' }]);
  });
});
