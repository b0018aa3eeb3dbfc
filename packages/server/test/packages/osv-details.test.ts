import { createHash } from 'node:crypto';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zip } from '@almanac/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence } from '../../src/http/routes/cve/evidence.ts';
import { history } from '../../src/http/routes/cve/history.ts';
import { lookup } from '../../src/http/routes/cve/lookup.ts';
import { osv } from '../../src/http/routes/packages/osv.ts';
import { osvDetails } from '../../src/http/routes/packages/osv-details.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { archiveFeed, archiveHttp } from '../support/archive-feed.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const PLAIN = osvSays('GHSA-aaaa-bbbb-cccc', [{ ecosystem: 'npm', name: 'left', fixed: '2.0.0' }], {
  aliases: ['CVE-2026-1234'],
  schema_version: '1.7.0',
  details: 'Text by others: <img src=x onerror=alert(1)> "quoted" \u2028 é',
  database_specific: { cwe_ids: ['CWE-79'], severity: 'HIGH', github_reviewed: true },
  'x-of-tomorrow': { deep: [1, 2.5, null] },
});

const WORLD = {
  ...byId(
    PLAIN,
    osvSays('PYSEC-2026-9', [{ ecosystem: 'PyPI', name: 'left', fixed: '2.0' }], { withdrawn: '2026-10-05T00:00:00Z' }),
    osvSays('RHSA-2026:1', [{ ecosystem: 'Red Hat', name: 'left', fixed: '2.0' }]),
    osvSays('custom-MixedCase', []),
    osvSays('GHSA-gone-gone-gone', []),
  ),
  'GO-2026-1':
    '{ "id": "GO-2026-1",  "modified":"2026-10-01T12:00:00Z", "severity":null, "n": 1.50, "affected":[{"ranges":null}] }',
};

describe('/osv-details/:id', () => {
  let given: PackageApp;
  let app: TestApp;
  beforeAll(async () => {
    given = await openPackageApp([osvDetails, evidence], async (store, db) => {
      await store.put('osv', WORLD, SEEN);
      await store.put('osv', { 'GHSA-gone-gone-gone': null }, new Date(SEEN.getTime() + 1_000));
      await wasRead(db, 'osv');
    });
    ({ app } = given);
  });
  afterAll(() => given[Symbol.asyncDispose]());

  it('answers with the record as OSV wrote it, and with the hash of its bytes', async () => {
    const { text, body, headers } = await app.get('/api/v1/osv-details/GHSA-aaaa-bbbb-cccc');

    expect(text).toContain(`"data":${JSON.stringify(PLAIN)},"coverage"`);
    expect(body['coverage']).toMatchObject([{ source: 'osv', state: 'ok' }]);
    const kept = await app.get(`/api/v1/evidence/${body['integrity'].sources.osv}`);
    expect(kept.status).toBe(200);
    expect(headers.get('cache-control')).toBe('public, max-age=3600, stale-while-revalidate=3600');
    expect(body['timestamp']).toBe('2026-11-15T08:00:00.000Z');
  });

  it('keeps an answer for an hour, with the time at which it was made', async () => {
    const path = '/api/v1/osv-details/RHSA-2026:1';
    const first = await app.get(path);
    app.clock.now += 3_599_000;
    const kept = await app.get('/api/v1/osv-details/RHSA-2026%3A1');
    app.clock.now += 2_000;
    const again = await app.get(path);
    app.clock.now -= 3_601_000;

    expect([first, kept, again].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'MISS']);
    expect(kept.text).toBe(first.text);
    expect(kept.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('answers for withdrawn records too', async () => {
    const { body } = await app.get('/api/v1/osv-details/PYSEC-2026-9');

    expect(body['data'].withdrawn).toBe('2026-10-05T00:00:00Z');
  });

  it('makes lists of those that are missing or null, and leaves all else', async () => {
    const { body } = await app.get('/api/v1/osv-details/GO-2026-1');

    expect(body['data']).toEqual({
      id: 'GO-2026-1',
      modified: '2026-10-01T12:00:00Z',
      severity: [],
      n: 1.5,
      affected: [{ ranges: [] }],
      references: [],
    });
  });

  it.each(['ghsa-AAAA-BBBB-cccc', 'pysec-2026-9', 'rhsa-2026:1', 'custom-MixedCase'])('finds %s', async (id) => {
    expect((await app.get(`/api/v1/osv-details/${id}`)).status).toBe(200);
  });

  it.each([
    'nonsense',
    'GHSA-',
    '-GHSA-x',
    '1GHSA-x',
    'GHSA-..%2f..%2fx',
    'GHSA-a%20b',
    'GHSA-ä',
    `X-${'a'.repeat(91)}`,
    '__proto__',
  ])('refuses %s, which is no id', async (id) => {
    const { status, body } = await app.get(`/api/v1/osv-details/${id}`);

    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, error: 'Invalid vulnerability ID format', code: 'OSV_INVALID_ID' });
  });

  it.each(['GHSA-zzzz-zzzz-zzzz', 'GHSA-gone-gone-gone', 'CUSTOM-MixedCase'])('does not know %s', async (id) => {
    const { status, body } = await app.get(`/api/v1/osv-details/${id}`);

    expect(status).toBe(404);
    expect(body).toMatchObject({ success: false, error: `Vulnerability '${id}' not found`, code: 'OSV_UNKNOWN' });
  });

  it('names the records of which an id is an alias', async () => {
    const { status, body } = await app.get('/api/v1/osv-details/cve-2026-1234');

    expect([status, body['code']]).toEqual([404, 'OSV_UNKNOWN']);
    expect(body['error']).toBe("Vulnerability 'cve-2026-1234' not found");
    expect(body['hint']).toBe('It is an alias of GHSA-aaaa-bbbb-cccc.');
  });
});

describe('an id that is not stored', () => {
  it.each([
    ['nothing has been read yet', async () => {}, false],
    ['OSV is away', (db: PackageApp['db']) => wasRead(db, 'osv', { state: 'failed' }), true],
  ])('is not called unknown while %s', async (_, fill, filled) => {
    await using given = await openPackageApp([osvDetails], async (store, db) => {
      if (filled) await store.put('osv', WORLD, SEEN);
      await fill(db);
    });

    const { status, body, headers } = await given.app.get('/api/v1/osv-details/GHSA-zzzz-zzzz-zzzz');

    expect([status, body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
    expect(headers.get('retry-after')).toBe('60');
    if (!filled) return;
    const stored = await given.app.get('/api/v1/osv-details/GHSA-aaaa-bbbb-cccc');
    expect([stored.status, stored.body['coverage'][0].state]).toEqual([200, 'unreachable']);
  });
});

describe('a record that upstream dates anew without another change', () => {
  const FIRST = '2026-10-01T12:00:00.000Z';
  const LATER = '2026-10-20T09:30:00.000Z';
  const dated = (modified: string, schema_version: string) => ({ ...PLAIN, modified, schema_version });

  it('has one date and one hash everywhere, those of the same document, and the new date beside them', async () => {
    await using stack = new AsyncDisposableStack();
    const app = await openApp(stack, [dated(FIRST, '1.7.0'), dated(LATER, '1.7.3')]);

    const details = (await app.get('/api/v1/osv-details/GHSA-aaaa-bbbb-cccc')).body;
    const list = (await app.get('/api/v1/osv/left?ecosystem=npm')).body;
    const cve = (await app.get('/api/v1/cve/CVE-2026-1234')).body;
    const { versions } = (await app.get('/api/v1/cve/CVE-2026-1234/history')).body['data'];

    const sha256 = details['integrity'].sources.osv;
    const document = (await app.get(`/api/v1/evidence/${sha256}`)).text;
    expect(createHash('sha256').update(document).digest('hex')).toBe(sha256);
    expect(JSON.parse(document)).toEqual(dated(FIRST, '1.7.0'));
    expect([details['data'].modified, details['redated']]).toEqual([FIRST, LATER]);
    expect(list['data'].vulnerabilities).toMatchObject([{ modified: FIRST, redated: LATER }]);
    expect(cve['data'].osv.modified).toBe(FIRST);
    expect(cve['data'].osvRecords).toMatchObject([{ modified: FIRST, redated: LATER, sha256 }]);
    expect(cve['integrity'].sources.osv).toBe(sha256);
    expect(versions).toMatchObject([{ upstreamModified: FIRST, sha256 }]);
  });

  it('has no second date once its content has changed', async () => {
    await using stack = new AsyncDisposableStack();
    const changed = { ...dated('2026-10-25T00:00:00.000Z', '1.7.3'), summary: 'Said more clearly' };
    const app = await openApp(stack, [dated(FIRST, '1.7.0'), dated(LATER, '1.7.3'), changed]);

    const details = (await app.get('/api/v1/osv-details/GHSA-aaaa-bbbb-cccc')).body;
    const list = (await app.get('/api/v1/osv/left?ecosystem=npm')).body;

    expect(details['data'].modified).toBe(changed.modified);
    expect(details).not.toHaveProperty('redated');
    expect(list['data'].vulnerabilities).toEqual([
      { id: 'GHSA-aaaa-bbbb-cccc', modified: changed.modified, summary: changed.summary, severity: 'high' },
    ]);
  });

  /** An app over what OSV's archive said, one state after the other. */
  async function openApp(stack: AsyncDisposableStack, states: readonly object[]): Promise<TestApp> {
    const folder = stack.use(await mkdtempDisposable(path.join(tmpdir(), 'almanac-redated-')));
    const database = stack.use(await createTestDatabase());
    const databases = openTestDatabases(database.url, { role: 'almanac_worker' });
    stack.defer(() => databases.close());
    const file = path.join(folder.path, 'all.zip');
    const { primary: db, pool } = databases;
    const deps = { db, pool, http: archiveHttp(file), log: silentLog, now: () => NOW };
    for (const state of states) {
      await writeFile(file, zip([{ name: 'GHSA-aaaa-bbbb-cccc.json', data: Buffer.from(JSON.stringify(state)) }]));
      await runSource(deps, archiveFeed('osv'), AbortSignal.timeout(30_000), { position: null });
    }
    const routes = [osvDetails, osv, lookup, history, evidence];
    return stack.use(await testApp({ routes, databaseUrl: database.url, now: () => NOW.getTime() }));
  }
});
