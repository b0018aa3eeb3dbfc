import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { allChanges, changesFrom, changesOf, FOLLOW, following } from '../support/following.ts';
import { ROOMY } from '../support/roomy.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

/** Of the little world: versions of records about vulnerabilities. */
const IN_WORLD = 14;

let database: TestDatabase;
let worker: AlmanacDatabases;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  await fillCveWorld(worker.primary);
  app = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
  await changesFrom(app, IN_WORLD);
});
afterAll(async () => {
  await app.close();
  await worker.close();
  await database.close();
});

/** Those who follow, and answers that are computed. */
async function waitingNow(target: TestApp): Promise<number[]> {
  const [, computing] = /^almanac_http_computing (\d+)$/m.exec(await target.registry.metrics()) ?? [];
  return [await following(target), Number(computing)];
}

let stored = 0;
/** Stores a record that no other test has. */
async function store(): Promise<string> {
  stored += 1;
  const id = `PYSEC-2026-9${stored}`;
  const affected = [{ package: { ecosystem: 'PyPI', name: 'quay' }, versions: ['1.0'] }];
  await projectionStore(worker.primary).put(
    'osv',
    { [id]: { id, modified: '2026-03-01T00:00:00Z', affected } },
    new Date(),
  );
  return id;
}

describe('the changes of the little world', () => {
  it('are told once each, with hashes, packages and what changed', async () => {
    const all = await allChanges(app);

    const told = all.map(({ source, record, kind, changed }) => `${source} ${record} ${kind} ${changed.join()}`);
    expect(told).toContain(`cve_list_v5 ${IDS.published} added first_seen`);
    expect(told).toContain(`cve_list_v5 ${IDS.published} changed description,severity`);
    expect(told).toContain(`kev ${IDS.published} removed kev_removed`);
    expect(new Set(all.map(({ cursor }) => cursor)).size).toBe(IN_WORLD);
    const [first, second] = all.filter(({ source, record }) => source === 'cve_list_v5' && record === IDS.published);
    expect([first?.before, first?.after === second?.before, second?.after === second?.before]).toEqual([
      null,
      true,
      false,
    ]);
    expect(second).toMatchObject({
      vulnerabilities: [{ id: IDS.published, severity: 'critical', exploited: false, withdrawn: false }],
      packages: [{ ecosystem: null, vendor: 'tidewater', name: 'harbour' }],
      packagesComplete: true,
    });
  });

  it('join without a gap, whatever the size of the pages', async () => {
    const whole = await allChanges(app);

    expect(await allChanges(app, 'start', '&limit=3')).toEqual(whole);
    expect(await allChanges(app, whole[4]?.cursor, '&limit=1')).toEqual(whole.slice(5));
  });

  it.each([
    ['packages=pkg:pypi/harbour', ['kev', 'osv']],
    ['packages=harbour', ['cve_list_v5', 'kev', 'osv']],
    ['packages=pkg:npm/harbour', []],
    ['ecosystems=pypi', ['kev', 'osv']],
    ['ecosystems=npm,Maven', []],
    ['severity=medium&packages=harbour', ['cve_list_v5']],
    // Rated high until a change: who was told of it learns of the change, too.
    ['severity=high&packages=harbour', ['cve_list_v5']],
    ['exploited=true', ['kev']],
  ])('pass the filter %s if they are of %j', async (filter, sources) => {
    const told = await allChanges(app, 'start', `&${filter}`);

    expect([...new Set(told.map(({ source }) => source))].toSorted()).toEqual(sources);
  });

  it('go on behind what a filter has left out', async () => {
    const { changes, cursor } = await changesOf(app, '?after=start&ecosystems=npm');

    expect(changes).toEqual([]);
    expect(await changesOf(app, `?after=${cursor}`)).toMatchObject({ changes: [], more: false });
  });
});

describe('a cursor', () => {
  it('without one, changes are told from now on', async () => {
    const { changes, cursor } = await changesOf(app, '');
    const id = await store();

    expect(changes).toEqual([]);
    expect((await changesFrom(app, 1, cursor)).map(({ record }) => record)).toEqual([id]);
  });

  it.each(['nonsense', 'MS4x', '%20', Buffer.from('1.1.1.9999999999.1').toString('base64url')])(
    '%s is not a valid cursor',
    async (after) => {
      expect(await app.get(`/api/v1/changes?after=${after}`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_PARAMETER' },
      });
    },
  );

  it('of another history is refused, with what to do', async () => {
    const [first] = await allChanges(app);
    const [tx, record, seq, at] = Buffer.from(first?.cursor ?? '', 'base64url')
      .toString()
      .split('.')
      .slice(1);
    const others = [
      [Number(tx) + 1, record, seq, at],
      [tx, record, Number(seq) + 7, at],
      [tx, record, seq, Number(at) + 1],
    ].map((place) => Buffer.from(['1', ...place].join('.')).toString('base64url'));

    for (const other of others) {
      const refused = await app.get(`/api/v1/changes?after=${other}`);
      expect(refused).toMatchObject({ status: 410, body: { code: 'CURSOR_GONE' } });
      expect(refused.body['hint']).toContain('after=start');
      expect((await app.get(`/api/v1/changes/stream?after=${other}`)).status).toBe(410);
    }
  });

  it('survives a move of the store to another server', async () => {
    const before = await allChanges(app);
    // As pg_restore leaves it: numbers of transactions that this server has not come to yet.
    await using other = await createTestDatabase();
    const moved = openTestDatabases(other.url);
    await fillCveWorld(moved.primary);
    await sql`update version set tx = (tx::text::bigint + 1000000000000)::text::xid8`.execute(moved.primary);
    await sql`select align_change_clock()`.execute(moved.primary);
    await using elsewhere = await testApp({ routes: ROUTES, databaseUrl: other.url, follow: FOLLOW });

    const all = await changesFrom(elsewhere, IN_WORLD);
    const cursor = all.at(-1)?.cursor ?? '';
    await projectionStore(moved.primary).put('kev', { [IDS.partial]: { cveID: IDS.partial } }, new Date());
    const [after] = await changesFrom(elsewhere, 1, cursor);
    await moved.close();

    expect(after).toMatchObject({ source: 'kev', record: IDS.partial, kind: 'added' });
    expect((await elsewhere.get(`/api/v1/changes?after=${before[0]?.cursor}`)).status).toBe(410);
  });
});

describe('a request that waits', () => {
  it('is answered when something is stored, and takes no place among the computing', async () => {
    await using small = await testApp({
      routes: ROUTES,
      databaseUrl: database.url,
      follow: FOLLOW,
      settings: { maxComputing: 1 },
    });
    const { cursor } = await changesOf(small, '');
    const waiting = [];
    for (let n = 1; n <= 3; n += 1) {
      waiting.push(small.get(`/api/v1/changes?after=${cursor}&wait=25`));
      await vi.waitFor(async () => expect(await waitingNow(small)).toEqual([n, 0]));
    }

    expect((await small.get(`/api/v1/changes?after=${cursor}`)).status).toBe(200);
    const id = await store();
    const answers = await Promise.all(waiting);

    const records = answers.map(({ body }) => body['data'].changes.map(({ record }: { record: string }) => record));
    // Woken by one change, with one place to compute in: each has its turn.
    expect(records).toEqual([[id], [id], [id]]);
    expect(await following(small)).toBe(0);
  }, 60_000);

  it('is answered with nothing when its time is up, and by a change that passes its filter alone', async () => {
    const { cursor } = await changesOf(app, '');
    const waiting = app.get(`/api/v1/changes?after=${cursor}&wait=1&ecosystems=npm`);
    await store();

    const { body } = await waiting;

    expect(body['data']).toMatchObject({ changes: [], more: false });
    // The next test begins behind it.
    await changesFrom(app, 1, cursor);
  });

  it('ends when its caller leaves and when the process does', async () => {
    const other = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
    const { cursor } = await changesOf(other, '');
    const controller = new AbortController();
    const left = fetch(`${other.url}/api/v1/changes?after=${cursor}&wait=25`, { signal: controller.signal });
    left.catch(() => {});
    await vi.waitFor(async () => expect(await following(other)).toBe(1));
    controller.abort();
    await vi.waitFor(async () => expect(await following(other)).toBe(0));
    const waiting = other.get(`/api/v1/changes?after=${cursor}&wait=25`);
    await vi.waitFor(async () => expect(await following(other)).toBe(1));

    await other.close();

    expect((await waiting).body['data']).toMatchObject({ changes: [], cursor });
  });

  it('has a bound for each caller and for all, and a larger one with a key', async () => {
    const { key } = await grantedKey(worker.primary);
    await using bounded = await testApp({
      routes: ROUTES,
      databaseUrl: database.url,
      follow: FOLLOW,
      settings: {
        trustedProxies: ['127.0.0.1'],
        maxFollowing: 4,
        callerBudgets: { ...ROOMY, following: { withoutKey: 2, withKey: 3 } },
      },
    });
    const { cursor } = await changesOf(bounded, '');
    const controller = new AbortController();
    const ask = (headers: Record<string, string>) =>
      fetch(`${bounded.url}/api/v1/changes?after=${cursor}&wait=25`, { headers, signal: controller.signal });
    const from = (ip: string) => ask({ 'x-forwarded-for': ip });
    const waiting = [from('192.0.2.1'), from('192.0.2.1')];
    await vi.waitFor(async () => expect(await following(bounded)).toBe(2));

    const third = await from('192.0.2.1');
    waiting.push(from('192.0.2.2'));
    await vi.waitFor(async () => expect(await following(bounded)).toBe(3));
    const fourth = await from('192.0.2.2');
    waiting.push(ask({ authorization: `Bearer ${key}` }));
    await vi.waitFor(async () => expect(await following(bounded)).toBe(4));
    for (const one of waiting) one.catch(() => {});
    const bodies = (await Promise.all([third.json(), fourth.json()])) as unknown[];
    controller.abort();

    expect(bodies[0]).toMatchObject({ code: 'BUDGET_EXCEEDED', details: { budget: 'following', limit: 2 } });
    expect(bodies[1]).toMatchObject({ code: 'OVERLOADED', details: { budget: 'following', limit: 4 } });
    expect([third.status, fourth.status, third.headers.get('retry-after')]).toEqual([429, 503, '5']);
  });
});
