import { RATES } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { Db } from '../../src/store/database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { IDS } from '../support/worlds/cve-world.ts';

let given: CveApp;
let app: TestApp;
let db: Db;
beforeAll(async () => {
  given = await openCveApp();
  ({ app, db } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('the dossier', () => {
  it('reconciles what the sources say, and embeds the whole lookup', async () => {
    const { body, headers } = await app.get(`/api/v1/cve/${IDS.published}/dossier`);
    const lookup = await app.get(`/api/v1/cve/${IDS.published}`);

    expect(headers.get('x-dossier-availability')).toBe('published');
    expect(body['data']).toMatchObject({ id: IDS.published, availability: 'published' });
    expect(body['canonical']).toMatchObject({ severity: 'critical', cvssScore: 9.1, cwes: ['CWE-22'], kev: null });
    expect(body['lookup']).toEqual(lookup.body);
    expect(Object.keys(body['sources']).toSorted()).toEqual(['cve_list_v5', 'epss', 'nvd', 'osv']);
    expect(body['links']).toEqual({
      html: `http://api.test/${IDS.published}`,
      api: `http://api.test/api/v1/cve/${IDS.published}`,
      dossier: `http://api.test/api/v1/cve/${IDS.published}/dossier`,
    });
  });

  it('names conflicts by their code, with who says what, what was chosen and why', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/dossier`);

    const conflict = body['quality'].conflicts.find(({ code }: { code: string }) => code === 'FIX_DISAGREES');
    expect(conflict).toMatchObject({ field: expect.any(String), rule: expect.any(String) });
    expect(JSON.stringify(conflict.values)).toContain('1.4.3');
    expect(body['agentHints'].safeForAutomation).toBe(false);
  });

  it('leads from every record behind it to its bytes', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}/dossier`);

    expect(body['provenance'].map(({ source }: { source: string }) => source).toSorted()).toEqual([
      'cve_list_v5',
      'epss',
      'nvd',
      'osv',
      'osv',
      'osv',
    ]);
    for (const { sha256 } of body['provenance']) {
      expect((await fetch(`${app.url}/api/v1/evidence/${sha256}`)).status).toBe(200);
    }
  });

  it.each(['rejected', 'withdrawn'] as const)('of a %s id never tells how to remediate', async (name) => {
    const { body, headers } = await app.get(`/api/v1/cve/${IDS[name]}/dossier`);

    expect(headers.get('x-dossier-availability')).toBe(name);
    expect(body['agentHints']).toMatchObject({ knownFixedVersions: [], safeForAutomation: false });
    expect(body['agentHints'].recommendedActions.map(({ action }: { action: string }) => action)).toEqual([
      'do_not_remediate',
    ]);
    expect(body['canonical'].affectedPackages).toEqual([]);
  });

  it.each([
    ['partial', 'partial', true],
    ['reserved', 'reserved', false],
    ['announced', 'awaiting_ingest', true],
  ] as const)('of a %s id says so, and whether to ask again', async (name, availability, needsIngest) => {
    const { status, body } = await app.get(`/api/v1/cve/${IDS[name]}/dossier`);

    expect(status).toBe(200);
    expect(body['canonical'].availability).toBe(availability);
    expect(body['agentHints'].needsIngest).toBe(needsIngest);
    expect(body['lookup'].success).toBe(true);
  });

  it('has the same errors as the lookup', async () => {
    const unknown = await app.get(`/api/v1/cve/${IDS.unknown}/dossier`);
    const wrong = await app.get('/api/v1/cve/CVE-1/dossier');
    const maybe = await app.get(`/api/v1/cve/${IDS.published}/dossier?fresh=maybe`);

    expect([unknown.status, unknown.body['code']]).toEqual([404, 'CVE_UNKNOWN']);
    expect([wrong.status, wrong.body['code']]).toEqual([400, 'CVE_INVALID_ID']);
    expect([maybe.status, maybe.body['code']]).toEqual([400, 'INVALID_PARAMETER']);
  });
});

describe('a wish for newer data', () => {
  it('is queued once, and answered with what is there', async () => {
    const address = `/api/v1/cve/${IDS.published}/ingest`;

    const first = await app.get(address, { method: 'POST' });
    const second = await app.get(address, { method: 'POST' });

    expect([first.status, second.status]).toEqual([202, 202]);
    expect(first.body['ingest']).toMatchObject({ queued: true });
    const { rows } = await sql<{ key: string }>`select key from graphile_worker.jobs`.execute(db);
    const keys = rows.map(({ key }) => key);
    expect(keys.filter((key) => key.endsWith(`cve_services:${IDS.published}`))).toHaveLength(1);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has a budget of five a minute, shared by both ways to ask', async () => {
    await using limited = await testApp({
      routes: ROUTES,
      databaseUrl: given.database.url,
      settings: { rates: { ...RATES, general: 100, fresh: 5 } },
    });
    const statuses: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const { status } = await limited.get(`/api/v1/cve/${IDS.published}/ingest`, { method: 'POST' });
      statuses.push(status);
    }

    const fresh = await limited.get(`/api/v1/cve/${IDS.published}/dossier?fresh=true`);
    const kept = await limited.get(`/api/v1/cve/${IDS.published}/dossier`);

    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(fresh.status).toBe(429);
    expect(fresh.headers.get('x-ratelimit-limit')).toBe('5');
    expect(kept.status).toBe(200);
  });
});

describe('the batch', () => {
  const post = (body: unknown) =>
    app.get('/api/v1/cve/batch', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('answers every id in its place, also twice', async () => {
    const lower = IDS.published.toLowerCase();
    const ids = [IDS.published, IDS.unknown, 'nonsense', IDS.reserved, IDS.unasked, lower, 'cve-1998-1234'];

    const { status, body } = await post({ ids });

    expect(status).toBe(200);
    expect(body['data'].results.map((result: { id: string; status: string }) => [result.id, result.status])).toEqual([
      [IDS.published, 'ok'],
      [IDS.unknown, 'unknown'],
      ['nonsense', 'invalid'],
      [IDS.reserved, 'unpublished'],
      [IDS.unasked, 'unavailable'],
      [IDS.published, 'ok'],
      ['CVE-1998-1234', 'unknown'],
    ]);
    const lookup = await app.get(`/api/v1/cve/${IDS.published}`);
    expect(body['data'].results[0].data).toEqual(lookup.body['data']);
  });

  it.each(['GET', 'DELETE'])('%s is not allowed, and is no question about a CVE called batch', async (method) => {
    const { status, headers, body } = await app.get('/api/v1/cve/batch', { method });

    expect([status, body['code'], headers.get('allow')]).toEqual([405, 'METHOD_NOT_ALLOWED', 'POST, OPTIONS']);
  });

  it('has a brief form', async () => {
    const { body } = await post({ ids: [IDS.published], view: 'brief' });

    expect(body['data'].results[0].data).toMatchObject({ cve_id: IDS.published, severity: 'critical', kev: false });
  });

  it.each([
    ['none', []],
    ['51', Array.from({ length: 51 }, () => IDS.published)],
  ])('refuses %s', async (_name, ids) => {
    const { status, body } = await post({ ids });

    expect([status, body['code']]).toEqual([400, 'BODY_INVALID']);
  });

  it('counts ten ids as one request', async () => {
    await using limited = await testApp({
      routes: ROUTES,
      databaseUrl: given.database.url,
      settings: { rates: { ...RATES, general: 6, fresh: 9 } },
    });
    const ids = Array.from({ length: 50 }, () => IDS.published);
    const ask = () =>
      limited.get('/api/v1/cve/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ids }),
      });

    const [first, second] = [await ask(), await ask()];

    expect([first.status, second.status]).toEqual([200, 429]);
  });
});
