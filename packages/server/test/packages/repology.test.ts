import { repology as repologyTwin, runningClock, smallWorld, startTwin, type Twin } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { openPace } from '../../src/ingest/upstream-pace.ts';
import { startWorker, type Worker } from '../../src/ingest/worker.ts';
import { type HttpClient, openHttpClient } from '../../src/platform/http-client.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

let twin: Twin;
let database: TestDatabase;
let databases: AlmanacDatabases;
let http: HttpClient;
let worker: Worker;
let app: TestApp;

beforeAll(async () => {
  twin = await startTwin(repologyTwin(smallWorld, { budget: 1_000 }), { clock: runningClock() });
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 12 });
  const feeds = openFeeds({ repology: { url: twin.url, contact: 'https://almanac.example' } });
  const upstreams = [...feeds.values()].flatMap(({ source }) => source.upstreams);
  const { primary: db, pool } = databases;
  // Turns are taken from the database as ever; nobody waits for them here.
  const pace = openPace({ db, sleep: async () => {} }, upstreams);
  http = openHttpClient({ allow: upstreams, pace, userAgent: 'Almanac/test', attemptTimeoutMs: 5_000, tries: 1 });
  const tasks = taskList({ db, pool, release: 'test', http, feeds, log: silentLog, now: () => new Date() });
  const intervals = { beatMs: 5_000, silenceMs: 60_000, checkMs: 20_000, pollMs: 50 };
  worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 4, intervals);
  app = await testApp({
    routes: ROUTES,
    databaseUrl: database.url,
    liveFetchMs: 10_000,
    settings: { deadlineMs: 60_000 },
  });
});
afterEach(async () => {
  twin.faults.clear();
  // As if the turns that nobody waited for had passed, and the rests.
  await databases.primary
    .updateTable('upstream')
    .set({ tokens: 1, failures: 0, open_until: null })
    .where('origin', 'not like', '%#budget')
    .execute();
});
afterAll(async () => {
  await app.close();
  await worker.stop();
  await http.close();
  await databases.close();
  await database.close();
  await twin[Symbol.asyncDispose]();
});

const get = (path: string) => app.get(`/api/v1${path}`);
const asked = () => twin.requests.map(({ path }) => path);

/** As if everything had been asked for so long ago, and all kept answers were gone. */
async function letPass(seconds: number): Promise<void> {
  await sql`update refresh set started_at = started_at - make_interval(secs => ${seconds}),
    finished_at = finished_at - make_interval(secs => ${seconds})`.execute(databases.primary);
  app.clock.now += (seconds + 7_200) * 1_000;
}

describe('GET /repology/:package', () => {
  it('is what the contract says, with its coverage and age', async () => {
    const { status, body, headers } = await get('/repology/python');

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('max-age=3600');
    expect(body['data']).toEqual({
      package: 'python',
      requested: 'python',
      repositories: [
        { repo: 'debian_13', version: '3.13.5', status: 'outdated', upstreamStatus: 'outdated' },
        { repo: 'freebsd', version: '9999', status: 'devel', upstreamStatus: 'rolling' },
        { repo: 'gentoo', version: '3.14.1', status: 'newest', upstreamStatus: 'newest' },
        { repo: 'nix_stable_26_05', version: '3.13.7', status: 'vulnerable', upstreamStatus: 'outdated' },
        { repo: 'nix_unstable', version: '3.15.0a2', status: 'devel', upstreamStatus: 'devel' },
        { repo: 'nix_unstable', version: '3.14.1', status: 'newest', upstreamStatus: 'newest' },
        { repo: 'nix_unstable', version: '3.13.9', status: 'outdated', upstreamStatus: 'legacy' },
      ],
      latestVersion: '3.14.1',
      summary: { totalRepos: 5, newest: 2, outdated: 3, vulnerable: 1 },
    });
    const [row] = body['coverage'];
    expect(body['coverage']).toEqual([
      { source: 'repology', state: 'ok', checkedAt: expect.any(String), changedAt: expect.any(String) },
    ]);
    expect(body['asOf']).toBe(row.checkedAt);
  });

  it.each([
    ['python312', 'python'],
    ['Python', 'python'],
    ['imagemagick6', 'imagemagick'],
    ['rubyPackages.tarn-archive', 'ruby:tarn-archive'],
    ['ruby:tarn-archive', 'ruby:tarn-archive'],
    ['ruby%3Atarn-archive', 'ruby:tarn-archive'],
    ['php:tarn/archive', 'php:tarn/archive'],
    ['php%3Atarn%2Farchive', 'php:tarn/archive'],
  ])('%s is filed under %s', async (name, project) => {
    const { status, body } = await get(`/repology/${name}`);

    expect(status).toBe(200);
    expect(body['data']).toMatchObject({ package: project, requested: decodeURIComponent(name) });
  });

  it('asks the aggregator once an hour for one project, under whatever name it is asked for', async () => {
    await get('/repology/lantern');
    const before = asked().length;

    await Promise.all(['lantern', 'Lantern', 'LANTERN'].map((name) => get(`/repology/${name}`)));
    expect(asked()).toHaveLength(before);
    await letPass(3_700);
    await get('/repology/lantern');

    expect(asked().slice(before)).toEqual(['/api/v1/project/lantern']);
  });

  it('says in the words of the contract that there is no such package, and remembers it', async () => {
    const { status, body } = await get('/repology/no-such-thing');

    expect(status).toBe(404);
    expect(body).toMatchObject({
      error: "Package 'no-such-thing' not found on the version aggregator",
      code: 'PACKAGE_UNKNOWN',
    });
    const before = asked().length;
    expect((await get('/repology/no-such-thing')).status).toBe(404);
    expect(asked()).toHaveLength(before);
  });

  it('does not guess which of several projects is meant', async () => {
    const { status, body } = await get('/repology/spindleTools');

    expect([status, body['code']]).toEqual([404, 'PACKAGE_UNKNOWN']);
    expect(body['hint']).toContain('spindle, spindle-tools');
  });

  it.each([
    ['', 400],
    ['%00', 400],
    ['x'.repeat(513), 400],
    ['..%2F..%2Fetc', 404],
    ['%2e%2e', 404],
    ['__proto__', 404],
    ['a?b=c', 404],
    ["'%3B drop table record--", 404],
    ['%F0%9F%92%A5', 404],
  ])('%j is refused or unknown, never a fault of ours: %i', async (name, status) => {
    const answer = await get(`/repology/${name}`);

    expect(answer.status).toBe(status);
    expect(asked().every((path) => path.startsWith('/api/v1/project/') || path.startsWith('/tools/project-by?'))).toBe(
      true,
    );
  });

  describe('while the aggregator is away', () => {
    it('is what is stored, said to be old, and kept for a minute only', async () => {
      await get('/repology/imagemagick');
      await letPass(3_700);
      twin.faults.set({ kind: 'status', status: 500 });

      const { status, body, headers } = await get('/repology/imagemagick');

      expect([status, body['data'].package]).toEqual([200, 'imagemagick']);
      expect(body['coverage']).toMatchObject([{ source: 'repology', state: 'unreachable' }]);
      expect(headers.get('cache-control')).toContain('max-age=60,');
    });

    it.each(['status', 'html', 'garbage', 'reset'] as const)('is never a 404: %s', async (kind) => {
      twin.faults.set(kind === 'status' ? { kind, status: 500 } : { kind });

      const { status, body, headers } = await get(`/repology/unseen-${kind}`);

      expect([status, body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    });

    it('is asked again after a minute', async () => {
      twin.faults.set({ kind: 'status', status: 500 });
      expect((await get('/repology/ruby%3Atarn-archive?')).status).toBe(200);
      expect((await get('/repology/GO%3Aunseen')).status).toBe(503);
      twin.faults.clear();
      await letPass(61);

      expect((await get('/repology/GO%3Aunseen')).status).toBe(404);
    });

    it('is left alone for a day when it blocks us, and the operator is warned', async () => {
      const state = async () => {
        const sources = await sourceStatus(databases.primary, new Date());
        return sources.find(({ id }) => id === 'repology');
      };
      twin.faults.set({ kind: 'blocked' });
      expect((await get('/repology/blocked-once')).status).toBe(503);
      twin.faults.clear();
      const before = asked().length;
      const blocked = await state();

      expect((await get('/repology/blocked-twice')).status).toBe(503);

      expect(asked()).toHaveLength(before);
      expect(blocked?.warnings).toMatchObject([
        { code: 'BLOCKED', detail: expect.stringMatching(/answers 403 and is not asked for 24 hours$/) },
      ]);
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from open_until - now())::float8 / 3600 as hours from upstream where open_until is not null`.execute(
        databases.primary,
      );
      expect(rows).toEqual([{ hours: expect.closeTo(24, 1) }]);

      await databases.primary.updateTable('upstream').set({ open_until: null }).execute();
      await letPass(90_000);
      await get('/repology/blocked-once');
      expect((await state())?.warnings).toEqual([]);
    });

    it('is away for us too when the thousand requests of the day are used up', async () => {
      await databases.primary.updateTable('upstream').set({ tokens: 0 }).where('origin', 'like', '%#budget').execute();
      const before = asked().length;

      const { status, body } = await get('/repology/never-asked');

      expect([status, body['code'], asked().length - before]).toEqual([503, 'UPSTREAM_UNAVAILABLE', 0]);
    });
  });
});

describe('GET /tracker/repology/:package', () => {
  it('is the newest of each channel, held against the newest of all', async () => {
    await databases.primary.updateTable('upstream').set({ tokens: 200 }).where('origin', 'like', '%#budget').execute();
    const { status, body } = await get('/tracker/repology/python3');

    expect(status).toBe(200);
    expect(body['data']).toEqual({
      package: 'python',
      requested: 'python3',
      repositories: [
        {
          repo: 'nix_unstable',
          channel: 'nixpkgs-unstable',
          attribute: 'python315',
          version: '3.15.0a2',
          status: 'devel',
          upstreamStatus: 'devel',
          otherVersions: [
            { version: '3.14.1', status: 'newest', upstreamStatus: 'newest' },
            { version: '3.13.9', status: 'outdated', upstreamStatus: 'legacy' },
          ],
        },
        {
          repo: 'nix_stable_26_05',
          channel: 'nixos-26.05',
          attribute: 'python313',
          version: '3.13.7',
          status: 'vulnerable',
          upstreamStatus: 'outdated',
          otherVersions: [],
        },
      ],
      latestVersion: '3.14.1',
      summary: { totalRepos: 2, newest: 1, outdated: 2, vulnerable: 1 },
    });
  });

  it('is unknown where the aggregator knows nothing', async () => {
    expect((await get('/tracker/repology/no-such-thing')).body).toMatchObject({
      error: "Package 'no-such-thing' not found on the version aggregator",
      code: 'PACKAGE_UNKNOWN',
    });
  });
});
