import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evidence } from '../../src/http/routes/cve/evidence.ts';
import { osvDetails } from '../../src/http/routes/packages/osv-details.ts';
import type { TestApp } from '../support/app.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

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
