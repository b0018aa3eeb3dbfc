import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ENDPOINTS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grantedKey } from '../support/access.ts';
import type { Checked, TestApp } from '../support/app.ts';
import { type CveApp, openCveApp } from '../support/cve-app.ts';
import { IDS } from '../support/worlds/cve-world.ts';
import { byId, osvSays, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

/** Statements of the interface specification that no other test is about, by its sections. */
let given: CveApp;
let app: TestApp;
beforeAll(async () => {
  given = await openCveApp();
  ({ app } = given);
  await projectionStore(given.db).put(
    'osv',
    byId(
      osvSays('GHSA-jjjj-kkkk-mmmm', [{ ecosystem: 'npm', name: 'mooring', fixed: '2.0.0' }], {
        aliases: ['CVE-2026-20001'],
      }),
    ),
    SEEN,
  );
  for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs'] as const) {
    await wasRead(given.db, source);
  }
});
afterAll(() => given[Symbol.asyncDispose]());

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const SHA256 = /^[0-9a-f]{64}$/;

describe('1. what the service does', () => {
  it.each(['application/json', 'text/html', 'application/xml', 'image/png;q=0.1', 'nonsense', ''])(
    'answers JSON to Accept: %s',
    async (accept) => {
      const answers = [
        await app.get('/api/v1/stats', { headers: { accept } }),
        await app.get(`/api/v1/cve/${IDS.published}`, { headers: { accept } }),
        await app.get('/api/v1/cve/nonsense', { headers: { accept } }),
        await app.get('/api/v1/nowhere', { headers: { accept } }),
      ];

      expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 404]);
      for (const { headers, body } of answers) {
        expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
        expect(typeof body['success']).toBe('boolean');
      }
    },
  );

  it('lists every source of the specification, with its licence, age and state', async () => {
    const { body } = await app.get('/api/v1/sources');

    const ids = body['data'].sources.map(({ id }: { id: string }) => id);
    const named = ['nixpkgs', 'osv', 'repology', 'cve_list_v5', 'advisory', 'epss', 'kev'];
    expect(ids).toEqual(expect.arrayContaining(named));
    for (const source of body['data'].sources) {
      expect(source).toMatchObject({ home: expect.stringMatching(/^https:/), state: expect.any(String) });
      expect(source).toHaveProperty('licence');
      expect(source).toHaveProperty('lastCheckedAt');
    }
  });

  it('has integrity and sourceUrl beside the data of the lookup, and not in it', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}`);

    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['success', 'data', 'integrity', 'sourceUrl', 'timestamp']),
    );
    expect(Object.keys(body['data'])).not.toContain('integrity');
    expect(Object.keys(body['data'])).not.toContain('sourceUrl');
  });
});

describe('2. resources', () => {
  it('2.5 has package, version, matches and the number of matches in each ecosystem', async () => {
    const { body } = await app.get('/api/v1/vulns/mooring?version=1.0.0');

    expect(body['data']).toMatchObject({ package: 'mooring', version: '1.0.0', osvMatches: { npm: 1 } });
    expect(body['data'].matches).toEqual([
      expect.objectContaining({ cve: 'CVE-2026-20001', source: 'osv', severity: 'high', fixedIn: '2.0.0' }),
    ]);
  });

  it('2.5 tells /osv, which is one source as it is, from /vulns, which weighs several', async () => {
    const osv = await app.get('/api/v1/osv/mooring?ecosystem=npm&version=1.0.0');
    const vulns = await app.get('/api/v1/vulns/mooring?version=1.0.0');

    const [item] = osv.body['data'].vulnerabilities;
    const [match] = vulns.body['data'].matches;
    expect(item).toMatchObject({ id: 'GHSA-jjjj-kkkk-mmmm', modified: expect.stringMatching(/^2026-10-01T12:00:00/) });
    expect(Object.keys(item)).not.toEqual(expect.arrayContaining(['confidence']));
    expect(['high', 'medium', 'low']).toContain(match.confidence);
    expect(match.sources).toContain('osv');
    const sources = (rows: readonly { source: string }[]) => new Set(rows.map(({ source }) => source));
    expect(sources(osv.body['coverage'])).toEqual(new Set(['osv']));
    expect(sources(vulns.body['coverage']).size).toBeGreaterThan(3);
  });

  it('2.8 has hashes of the raw data and of the primary data, the time of the last check, and the index', async () => {
    const { body } = await app.get(`/api/v1/cve/${IDS.published}`);

    const { integrity, data, sourceUrl, timestamp } = body;
    expect(Object.keys(integrity.sources).toSorted()).toEqual(Object.keys(data.sources).toSorted());
    for (const sha256 of Object.values(integrity.sources)) expect(sha256).toMatch(SHA256);
    const primary = createHash('sha256').update(JSON.stringify(data.primary)).digest('hex');
    expect(integrity.primaryHash).toBe(primary);
    expect([integrity.fetchedAt, timestamp]).toEqual([expect.stringMatching(ISO), expect.stringMatching(ISO)]);
    expect(integrity.indexed).toMatchObject({
      cve_list_v5: { sha256: integrity.sources.cve_list_v5, observedAt: expect.stringMatching(ISO) },
    });
    expect(sourceUrl).toMatch(/^https:\/\/.*CVE-2026-10001\.json$/);
  });
});

describe('3 and 7. states and errors', () => {
  it.each([
    ['published', 'published'],
    ['partial', 'partial'],
    ['reserved', 'reserved'],
    ['rejected', 'rejected'],
    ['withdrawn', 'withdrawn'],
    ['announced', 'awaiting_ingest'],
  ] as const)('answers 200 for an id that is %s, and the dossier names the state', async (name, availability) => {
    const lookup = await app.get(`/api/v1/cve/${IDS[name]}`);
    const dossier = await app.get(`/api/v1/cve/${IDS[name]}/dossier`);

    expect([lookup.status, dossier.status]).toEqual([200, 200]);
    expect(dossier.body['canonical'].availability).toBe(availability);
    expect(dossier.headers.get('x-dossier-availability')).toBe(availability);
  });

  it.each(['', '/dossier'])('answers 404 CVE_UNKNOWN in the words of the contract: /cve/:id%s', async (rest) => {
    const { status, body } = await app.get(`/api/v1/cve/${IDS.unknown.toLowerCase()}${rest}`);

    const { requestId: _id, ...said } = body;
    expect(status).toBe(404);
    expect(said).toEqual({ success: false, error: 'not_found', code: 'CVE_UNKNOWN', hint: expect.any(String) });
    expect(said['hint']).toContain(IDS.unknown);
    expect(said['hint']).toContain('CVE-YYYY-NNNNN+');
  });
});

describe('4. endpoints', () => {
  it.each([
    ['', 100, 1],
    ['?limit=7&page=2', 7, 2],
    ['?severity=critical', 100, 1],
    ['?severity=critical,high,medium,low', 100, 1],
    ['?status=open', 100, 1],
    ['?status=closed', 100, 1],
  ])('4.1 /issues%s takes the parameters of the contract, and is kept for five minutes', async (query, size, page) => {
    const { status, headers, body } = await app.get(`/api/v1/issues${query}`);

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toContain('max-age=300');
    expect(body['data']).toMatchObject({ issues: expect.any(Array), total: 0, pageSize: size, page });
  });

  const MANAGERS = ['npm', 'PyPI', 'Go', 'crates.io', 'RubyGems', 'Maven', 'NuGet'];
  const DISTRIBUTIONS = ['Debian', 'Ubuntu', 'Alpine', 'Rocky Linux', 'AlmaLinux'];
  const IMAGES = ['Chainguard', 'Wolfi', 'Bitnami'];
  it.each([...MANAGERS, ...DISTRIBUTIONS, ...IMAGES])('4.3 takes the ecosystem %s as it is written', async (name) => {
    const taken = await app.get(`/api/v1/osv/mooring?ecosystem=${encodeURIComponent(name)}`);
    const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
    const refused = await app.get(`/api/v1/osv/mooring?ecosystem=${encodeURIComponent(other)}`);

    expect([taken.status, taken.body['data'].ecosystem]).toEqual([200, name]);
    expect([refused.status, refused.body['code']]).toEqual([400, 'INVALID_PARAMETER']);
    expect(JSON.stringify(refused.body)).toContain(name);
  });

  it('4.10 serves its description under the API and at the root, with every endpoint in it', async () => {
    const [here, root] = [await app.get('/api/v1/openapi.json'), await app.get('/openapi.json')];

    const committed = JSON.parse(readFileSync(path.resolve(import.meta.dirname, '../../../../openapi.json'), 'utf8'));
    expect(root.body).toEqual(here.body);
    expect(here.body['paths']).toEqual(committed.paths);
    const described = Object.entries<object>(here.body['paths']).flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.toSorted()).toEqual(
      ENDPOINTS.map(({ method, path: address }) => `${method} ${address}`).toSorted(),
    );
  });
});

describe('8. limits', () => {
  const many = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
  const purls = (count: number) => many(count, (i) => `pkg:npm/harbour-${i}@1.0.0`);
  const components = (count: number) => purls(count).map((purl) => ({ type: 'library', name: 'harbour', purl }));
  const sbom = (count: number) => ({ bomFormat: 'CycloneDX', specVersion: '1.6', components: components(count) });
  const diff = (count: number) => many(count, (i) => changeOf(`pkgs/by-name/ha/harbour-${i}/package.nix`, i)).join('');

  /** The cost of each endpoint with weights: an address, or a body to send to its own. */
  const COSTS: readonly (readonly [id: string, request: string | object, cost: number])[] = [
    ['postBatch', { ids: many(50, (i) => `CVE-2026-${30_000 + i}`) }, 5],
    ['postBatch', { ids: ['CVE-2026-30000'] }, 1],
    ['postPurls', { purls: purls(100) }, 1],
    ['postPurls', { purls: purls(101) }, 2],
    ['postMyPackages', { packages: [...purls(50), ...many(41, (i) => `harbour-${i}@1.0`)] }, 3],
    ['getMyAtom', `/my/atom?packages=${many(41, (i) => `harbour-${i}@1.0`).join(',')}`, 3],
    ['getMyJsonFeed', `/my/feed.json?packages=${many(42, (i) => `harbour-${i}@1.0`).join(',')}`, 3],
    ['getMyBadge', `/my/badge.svg?packages=${many(43, (i) => `harbour-${i}@1.0`).join(',')}`, 3],
    ['postSbom', sbom(2_500), 3],
    ['postSbomTimeTravel', { sbom: sbom(1_001), date: '2026-11-01' }, 2],
    ['postRemediationPlan', { packages: purls(250) }, 3],
    ['postRemediationPlan', { cves: many(11, (i) => `CVE-2026-${30_000 + i}`) }, 2],
    ['postPrValidate', { diff: diff(25) }, 3],
    ['postPrFix', { diff: diff(11) }, 2],
  ];

  it.each(COSTS)('says on the answer of %s what is left after its cost', async (id, request, cost) => {
    const { key } = await grantedKey(given.db);
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const before = await app.get('/api/v1/stats', { headers });
    const address = ENDPOINTS.find((each) => each.id === id)?.path;

    const answer =
      typeof request === 'string'
        ? await app.get(`/api/v1${request}`, { headers })
        : await app.get(`/api/v1${address}`, { method: 'POST', headers, body: JSON.stringify(request) });

    expect(answer.status).toBe(200);
    expect(remaining(before) - remaining(answer)).toBe(cost);
  });

  it('has a cost for every endpoint with weights, and a sentence in its description', async () => {
    const weighted = ENDPOINTS.filter(({ weights }) => weights.length > 0);

    const { body } = await app.get('/api/v1/openapi.json');

    expect([...new Set(COSTS.map(([id]) => id))].toSorted()).toEqual(weighted.map(({ id }) => id).toSorted());
    const batch = body['paths']['/cve/batch'].post;
    expect(batch['x-rate-limit'].weights).toEqual([{ unit: 'CVE ids', perRequest: 10 }]);
    expect(batch.description).toBe('Counts as one request per 10 CVE ids or part thereof.');
    expect(body['paths']['/cve/{id}/dossier'].get.description).toBe(
      'A request with `fresh=true` also counts against a limit of 5 a minute.',
    );
  });

  it('shows the budget of the endpoint beside that of fresh=true', async () => {
    const before = await app.get('/api/v1/stats');

    const fresh = await app.get(`/api/v1/cve/${IDS.published}/ingest`, { method: 'POST' });

    expect(fresh.headers.get('x-ratelimit-limit')).toBe(before.headers.get('x-ratelimit-limit'));
    expect(remaining(before) - remaining(fresh)).toBe(1);
  });
});

const remaining = ({ headers }: Checked) => Number(headers.get('x-ratelimit-remaining'));

/** The change of one package from one version to the next. */
function changeOf(file: string, version: number): string {
  return `diff --git a/${file} b/${file}
--- a/${file}
+++ b/${file}
@@ -1,4 +1,4 @@
 {
-  version = "1.${version}";
+  version = "2.${version}";
   pname = "harbour-${version}";
 }
`;
}
