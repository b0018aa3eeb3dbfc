import { type RunningTwins, runningClock, smallWorld, startTwins, TWIN_IDS } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { ROUTES } from '../../src/http/routes/index.ts';
import { type Feeds, openFeeds } from '../../src/ingest/feeds.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { startWorker, type Worker } from '../../src/ingest/worker.ts';
import { type HttpClient, openHttpClient } from '../../src/platform/http-client.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { type Checked, type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';

const clock = runningClock();
let twins: RunningTwins;
let database: TestDatabase;
let databases: AlmanacDatabases;
let http: HttpClient;
let feeds: Feeds;
let worker: Worker;
let app: TestApp;

beforeAll(async () => {
  twins = await startTwins(smallWorld, { clock });
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 12 });
  const addresses = Object.fromEntries(TWIN_IDS.map((id) => [id, addressAt(id, twins[id].url)]));
  feeds = openFeeds(addresses);
  const upstreams = [...feeds.values()].flatMap(({ source }) => source.upstreams);
  http = openHttpClient({ allow: upstreams, userAgent: 'Almanac/test', attemptTimeoutMs: 1_000, tries: 1 });
  const { primary: db, pool } = databases;
  const tasks = taskList({ db, pool, release: 'test', http, feeds, log: silentLog, now: () => new Date(clock.now()) });
  const intervals = { beatMs: 5_000, silenceMs: 60_000, checkMs: 20_000, pollMs: 50 };
  worker = await startWorker({ db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog }, 4, intervals);
  app = await testApp({ routes: ROUTES, databaseUrl: database.url, liveFetchMs: 5_000, now: () => clock.now() });
});
afterAll(async () => {
  await app.close();
  await worker.stop();
  await Promise.all([databases.close(), http.close()]);
  await database.close();
  await twins[Symbol.asyncDispose]();
});

/** An id of the small world with a record in the CVE list. */
const [published = '', another = ''] = [...smallWorld.entries()]
  .filter(({ shows }) => shows.includes('published'))
  .map(({ id }) => id);
/** One of which the advisory database alone has a record. */
const partial = 'CVE-2026-98103';
const [reserved = ''] = [...smallWorld.entries()].filter(({ shows }) => shows.includes('reserved')).map(({ id }) => id);

const outcomesOf = (body: TestBody): Record<string, string> =>
  Object.fromEntries(
    body?.['ingest'].outcomes.map(({ source, outcome }: { source: string; outcome: string }) => [source, outcome]),
  );
type TestBody = Checked['body'] | undefined;

const asked = (from: number) => twins.cve_services.requests.slice(from).map(({ path }) => path);

async function readWhole(source: 'kev' | 'osv'): Promise<void> {
  const feed = feeds.get(source);
  if (feed === undefined) throw new Error(`${source} is not enabled`);
  const { primary: db, pool } = databases;
  await runSource(
    { db, pool, http, log: silentLog, now: () => new Date(clock.now()) },
    feed,
    AbortSignal.timeout(30_000),
  );
}

describe('an empty store', () => {
  it('fetches what nobody has stored, and then has it', async () => {
    const first = await app.get(`/api/v1/cve/${published}`);
    twins.cve_services.faults.set({ kind: 'reset' });
    clock.advance(301_000);

    const second = await app.get(`/api/v1/cve/${published}`);

    twins.cve_services.faults.clear();
    clock.advance(-301_000);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(first.body['data'].primary.id).toBe(published);
    expect(Object.keys(first.body['data'].sources)).toContain('cve_services');
    expect(second.body['integrity'].sources).toEqual(first.body['integrity'].sources);
  });

  it('tells a reserved id from one that nobody has, and asks once for many who want to know', async () => {
    const from = twins.cve_services.requests.length;

    const [held, ...unknown] = await Promise.all([
      app.get(`/api/v1/cve/${reserved}`),
      ...Array.from({ length: 20 }, () => app.get('/api/v1/cve/CVE-2025-7654321')),
    ]);

    expect([held?.status, held?.body['status'].label]).toEqual([200, 'Reserved']);
    expect(new Set(unknown.map(({ status }) => status))).toEqual(new Set([404]));
    const paths = asked(from).filter((path) => path.includes('7654321'));
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('says that it does not know while the id service is away', async () => {
    twins.cve_services.faults.set({ kind: 'reset' });

    const { status, body } = await app.get('/api/v1/cve/CVE-2025-7654322');

    twins.cve_services.faults.clear();
    expect([status, body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
  });
});

describe('a fresh dossier', () => {
  it('asks every source once, however many ask for it', async () => {
    for (const source of ['kev', 'osv'] as const) await readWhole(source);
    const before = Object.fromEntries(TWIN_IDS.map((id) => [id, twins[id].requests.length]));
    await databases.primary.deleteFrom('refresh').execute();

    const answers = await Promise.all(
      Array.from({ length: 100 }, () => app.get(`/api/v1/cve/${published}/dossier?fresh=true`)),
    );

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.body['ingest'].fresh).toBe('done');
    expect(answers[0]?.headers.get('x-cache')).toBe('MISS');
    expect(outcomesOf(answers[0]?.body)).toMatchObject({
      cve_services: 'unchanged',
      kev: 'not_asked',
      cve_list_v5: 'not_asked',
    });
    for (const { askedAt, outcome } of answers[0]?.body['ingest'].outcomes ?? []) {
      expect(askedAt === null).toBe(outcome === 'not_asked' || outcome === 'timed_out');
    }
    for (const source of ['cve_services', 'nvd', 'epss'] as const) {
      const paths = twins[source].requests.slice(before[source]).map(({ path }) => path);
      expect(paths.length, source).toBeGreaterThan(0);
      expect(new Set(paths).size, source).toBe(paths.length);
    }
  });

  it('says what came of each source: what is new, what is not, who has none and who is asked too often', async () => {
    twins.nvd.faults.set({ kind: 'status', status: 429 });

    const { body } = await app.get(`/api/v1/cve/${another}/dossier?fresh=true`);
    const again = await app.get(`/api/v1/cve/${another}/dossier?fresh=true`);

    twins.nvd.faults.clear();
    expect(outcomesOf(body)).toMatchObject({ cve_services: 'refreshed', nvd: 'limited', nixpkgs: 'not_asked' });
    expect(outcomesOf(again.body)['cve_services']).toBe('unchanged');
    // Within five minutes it is answered from the same round.
    expect(again.body['ingest'].outcomes.map(({ askedAt }: { askedAt: string }) => askedAt)).toEqual(
      body['ingest'].outcomes.map(({ askedAt }: { askedAt: string }) => askedAt),
    );
  });

  it('keeps what is stored when every source is away, and says so', async () => {
    for (const id of TWIN_IDS) twins[id].faults.set({ kind: 'reset' });
    await databases.primary.deleteFrom('refresh').execute();

    const { status, body } = await app.get(`/api/v1/cve/${published}/dossier?fresh=true`);

    for (const id of TWIN_IDS) twins[id].faults.clear();
    expect(status).toBe(200);
    expect(body['canonical'].availability).toBe('published');
    const service = body['coverage'].find(({ source }: { source: string }) => source === 'cve_services');
    expect(service.state).toBe('unreachable');
    expect(outcomesOf(body)).toMatchObject({ cve_services: 'unreachable', nvd: 'unreachable', epss: 'unreachable' });
  });
});

describe('a dossier without a record of the CVE list', () => {
  it('finds an advisory by the CVE id, and then has no need to be asked again', async () => {
    const address = `/api/v1/cve/${partial}/dossier`;
    const before = await app.get(address);

    const fresh = await app.get(`${address}?fresh=true`);
    const after = await app.get(address);

    expect(before.body['agentHints']).toMatchObject({
      needsIngest: true,
      ingestReason: 'No CVE list record is available.',
    });
    expect(outcomesOf(fresh.body)).toMatchObject({ advisory: 'refreshed' });
    expect(fresh.body['lookup'].data.advisory.advisoryId).toBe('GHSA-c2fx-m345-q679');
    for (const { body } of [fresh, after]) {
      expect(body['canonical'].availability).toBe('partial');
      expect(body['agentHints']).toMatchObject({
        needsIngest: false,
        ingestReason: 'No CVE list record is available. The sources were queried within the last five minutes.',
      });
      expect(body['agentHints'].recommendedActions.map(({ action }: { action: string }) => action)).not.toContain(
        'request_ingest',
      );
    }
  });

  it('asks to be fetched again once the round is over', async () => {
    clock.advance(301_000);

    const { body } = await app.get(`/api/v1/cve/${partial}/dossier`);

    expect(body['agentHints']).toMatchObject({
      needsIngest: true,
      ingestReason: 'No CVE list record is available.',
    });
  });
});
