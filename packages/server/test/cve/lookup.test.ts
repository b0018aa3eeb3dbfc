import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { FIRST, HOSTILE, IDS } from '../support/worlds/cve-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp();
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the lookup', () => {
  it('shows a published CVE with what every source says, in any case of its id', async () => {
    const { status, body } = await app.get(`/api/v1/cve/${IDS.published.toLowerCase()}`);

    expect(status).toBe(200);
    expect(body['data'].primary).toMatchObject({
      id: IDS.published,
      description: 'Paths are not checked at all.',
      severity: 'CRITICAL',
      cvss: 9.1,
      references: ['https://tidewater.example/advisory/1'],
      affected: [{ vendor: 'Tidewater', product: 'harbour' }],
    });
    expect(body['data'].osv).toMatchObject({ id: 'GHSA-aaaa-bbbb-cccc', aliases: [IDS.published] });
    expect(body['data'].epss).toEqual({ epss: 0.42, percentile: 0.97 });
    expect(body['data'].kev).toBeUndefined();
    expect(Object.keys(body['data'].sources)).toEqual(['cve_list_v5', 'osv', 'nvd']);
    expect(body['sourceUrl']).toMatch(/cves\/2026\/10xxx\/CVE-2026-10001\.json$/);
  });

  it('lists every record that names the CVE, and how', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}`);

    const named = Object.fromEntries(
      body['data'].osvRecords.map(({ id, relation }: { id: string; relation: string }) => [id, relation]),
    );
    expect(named).toEqual({
      'GHSA-aaaa-bbbb-cccc': 'alias',
      'PYSEC-2026-1': 'alias',
      'DEBIAN-CVE-2026-10001': 'upstream',
      'ALSA-2026:1': 'related',
    });
  });

  it('hashes the very bytes that each source sent, which are served by their hash', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}`);

    for (const sha256 of Object.values<string>(body['integrity'].sources)) {
      const response = await fetch(`${app.url}/api/v1/evidence/${sha256}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
      expect(Object.values(body['data'].sources)).toContainEqual(JSON.parse(bytes.toString()));
      expect(response.headers.get('content-disposition')).toMatch(/^attachment/);
      expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    }
    const primary = JSON.stringify(body['data'].primary);
    expect(body['integrity'].primaryHash).toBe(createHash('sha256').update(primary).digest('hex'));
  });

  it('computes the time and the hashes of a cached answer again, packed or not', async () => {
    const address = `/api/v1/cve/${IDS.fourDigits}`;
    const first = await app.get(address);
    app.clock.now += 1_500;

    const kept = await app.get(address);
    const plain = await app.get(address, { headers: { 'accept-encoding': 'identity' } });

    expect([first, kept, plain].map(({ headers }) => headers.get('x-cache'))).toEqual(['MISS', 'HIT', 'HIT']);
    expect(Date.parse(kept.body['timestamp']) - Date.parse(first.body['timestamp'])).toBe(1_500);
    expect(kept.body['integrity']).toEqual(first.body['integrity']);
    expect(plain.body).toEqual(kept.body);
    expect(kept.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it.each([
    ['partial', 200, 'PARTIAL', 'GHSA-dddd-eeee-ffff'],
    ['withdrawn', 200, 'WITHDRAWN', 'PYSEC-2026-2'],
  ] as const)('of a %s id has no primary', async (name, status, type, osv) => {
    const answer = await app.get(`/api/v1/cve/${IDS[name]}`);

    expect(answer.status).toBe(status);
    expect(answer.body['data'].primary).toBeNull();
    expect(answer.body['integrity'].primaryHash).toBeNull();
    expect(answer.body['sourceUrl']).toBeNull();
    expect(answer.body['status'].type).toBe(type);
    expect(answer.body['data'].osv.id).toBe(osv);
  });

  it('shows what NVD has of an id that no other source has', async () => {
    const record = { id: 'CVE-2016-0800', vulnStatus: 'Analyzed', descriptions: [] };
    await projectionStore(given.db).put('nvd', { 'CVE-2016-0800': record }, FIRST);

    const { body } = await app.get('/api/v1/cve/CVE-2016-0800');

    expect(body['data']).toEqual({ cve_id: 'CVE-2016-0800', primary: null, sources: { nvd: record } });
    expect(body['status']).toMatchObject({ type: 'PARTIAL', label: 'Not in the CVE list' });
    const { sha256 } = body['integrity'].indexed.nvd;
    expect(body['integrity'].sources).toEqual({ nvd: sha256 });
    expect((await app.get(`/api/v1/evidence/${sha256}`)).text).toBe(JSON.stringify(record));
  });

  it.each([
    ['published', 'PUBLISHED'],
    ['partial', 'PARTIAL'],
    ['rejected', 'REJECTED'],
    ['withdrawn', 'WITHDRAWN'],
    ['reserved', 'UNPUBLISHED'],
    ['announced', 'UNPUBLISHED'],
  ] as const)('names the id and its status: %s', async (name, type) => {
    const { body } = await app.get(`/api/v1/cve/${IDS[name]}`);

    expect([body['data'].cve_id, body['status'].type]).toEqual([IDS[name], type]);
  });

  it('of a rejected id gives the reason and what replaces it, and no score', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.rejected}`);

    expect(body['status'].type).toBe('REJECTED');
    expect(body['data'].primary).toMatchObject({
      id: IDS.rejected,
      state: 'REJECTED',
      description: 'A duplicate.',
      replacedBy: [IDS.published],
      severity: null,
      cvss: null,
      references: [],
      affected: [],
    });
  });

  it.each([
    ['reserved', 'Reserved'],
    ['announced', 'Awaiting publication'],
  ] as const)('of an id that is %s is the minimal body', async (name, label) => {
    const { status, body } = await app.get(`/api/v1/cve/${IDS[name]}`);

    expect(status).toBe(200);
    expect(body['data']).toEqual({ cve_id: IDS[name], sources: {}, primary: null });
    expect(body['status']).toMatchObject({ type: 'UNPUBLISHED', label });
    expect(body['quality']).toMatchObject({ score: 0, grade: 'F' });
    expect(body['integrity']).toBeUndefined();
  });

  it('tells an id that nobody has from one that could not be asked for', async () => {
    const unknown = await app.get(`/api/v1/cve/${IDS.unknown}`);
    const unasked = await app.get(`/api/v1/cve/${IDS.unasked}`);

    expect([unknown.status, unknown.body['error'], unknown.body['code']]).toEqual([404, 'not_found', 'CVE_UNKNOWN']);
    expect(unknown.body['hint']).toContain(IDS.unknown);
    expect(unknown.body['hint']).toContain('CVE-YYYY-NNNNN+');
    expect([unasked.status, unasked.body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
    expect(unasked.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it.each(['', '/dossier', '/history', '/lifecycle', '/exploit-signals', '/at/2026-01-20'])(
    'knows no id of a year before the first ids, and asks nobody: %s',
    async (path) => {
      const { status, body } = await app.get(`/api/v1/cve/CVE-1998-1234${path}`);

      expect([status, body['code']]).toEqual([404, 'CVE_UNKNOWN']);
    },
  );

  it.each([
    'CVE-2024-1',
    'CVE-24-12345',
    'GHSA-aaaa-bbbb-cccc',
    'CVE-2024-1/../../x',
    'CVE-2024-12345%00',
    "CVE-2024-1'--",
  ])('refuses %s in the words of the contract', async (id) => {
    const { status, body } = await app.get(`/api/v1/cve/${encodeURIComponent(decodeURIComponent(id))}`);

    expect(status).toBe(400);
    if (!id.includes('%00')) {
      expect(body['error']).toBe('Invalid CVE ID format. Expected: CVE-YYYY-NNNNN');
      expect(body['code']).toBe('CVE_INVALID_ID');
    }
  });

  it('passes hostile text on as text, and no address that is not http', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.hostile}`);

    expect(body['data'].primary.description).toBe(HOSTILE);
    expect(body['data'].primary.references).toEqual(['https://tidewater.example/advisory/1']);
  });

  it('knows no evidence that it does not keep', async () => {
    const { status, body } = await app.get(`/api/v1/evidence/${'0'.repeat(64)}`);

    expect([status, body['code']]).toEqual([404, 'EVIDENCE_UNKNOWN']);
  });
});
