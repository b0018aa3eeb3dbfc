import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGE_ROWS } from '../../src/http/admission/computations.ts';
import { graphAffected } from '../../src/http/routes/graph/affected.ts';
import { rebuildImpact } from '../../src/http/routes/graph/rebuild-impact.ts';
import { rebuildImpacts } from '../../src/http/routes/graph/rebuild-impacts.ts';
import { graphRelated } from '../../src/http/routes/graph/related.ts';
import { graphStats } from '../../src/http/routes/graph/stats.ts';
import { transitive } from '../../src/http/routes/graph/transitive.ts';
import { graphVulns } from '../../src/http/routes/graph/vulns.ts';
import { weakness } from '../../src/http/routes/graph/weakness.ts';
import { cve } from '../../src/http/routes/pages/cve.ts';
import { packages } from '../../src/http/routes/pages/package.ts';
import type { Db } from '../../src/store/database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { ROOMY } from '../support/roomy.ts';
import { plainRoute } from '../support/routes.ts';
import { openGraphStore } from '../support/worlds/graph-store.ts';
import { fillGraphWorld } from '../support/worlds/graph-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let app: TestApp;
let db: Db;
const close: (() => Promise<void>)[] = [];

const routes = [
  rebuildImpacts,
  rebuildImpact,
  graphStats,
  graphAffected,
  graphRelated,
  graphVulns,
  transitive,
  weakness,
];
const get = (path: string) => app.get(`/api/v1${path}`);
const data = async (path: string) => {
  const { status, body } = await get(path);
  expect([path, status, body['error']]).toEqual([path, 200, undefined]);
  return body['data'];
};

beforeAll(async () => {
  database = await createTestDatabase();
  close.push(() => database.close());
  const store = await openGraphStore(database);
  close.push(() => store[Symbol.asyncDispose]());
  db = store.databases.primary;
  app = await testApp({ databaseUrl: database.url, routes, pages: [packages, cve] });
  close.push(() => app.close());

  // Before anything is read: unknown is said, and is no zero.
  expect((await get('/rebuild-impact')).body).toMatchObject({ code: 'NOT_COMPUTED_YET' });
  expect((await get('/graph/stats')).body).toMatchObject({ code: 'NOT_COMPUTED_YET' });
  expect((await get('/rebuild-impact/libbuoy')).status).toBe(404);
  await fillGraphWorld(db, new Date(store.clock.now()));
  expect((await get('/rebuild-impact/libbuoy')).body).toMatchObject({
    data: {
      attribute: 'libbuoy',
      direct: null,
      transitive: null,
      staging: null,
      reason: expect.stringContaining('No nixpkgs evaluation has been read yet, so dependencies are unknown.'),
    },
    coverage: [{ source: 'dependencies', state: 'disabled' }, { source: 'packages' }],
  });
  expect((await get('/graph/package/gangway/transitive')).body).toMatchObject({
    verdict: 'unknown',
    data: { total: 0 },
  });

  await store.run();
  await store.compute();
  app.clock.now += 3_600_000;
});
afterAll(async () => {
  for (const each of close.toReversed()) await each();
});

describe('GET /rebuild-impact', () => {
  it('ranks packages by their dependents, all counted', async () => {
    const { packages, total, system, stagingFrom } = await data('/rebuild-impact');

    expect(packages.slice(0, 3)).toEqual([
      { attribute: 'libbuoy', direct: 5, transitive: 11, staging: false },
      { attribute: 'ballast', direct: 2, transitive: 8, staging: false },
      { attribute: 'shoal', direct: 3, transitive: 7, staging: false },
    ]);
    expect([packages.length, total, system, stagingFrom]).toEqual([total, packages.length, 'x86_64-linux', 500]);
  });

  it('pages, and leaves out what has fewer than asked for', async () => {
    const some = await data('/rebuild-impact?min=7');
    const second = await data('/rebuild-impact?min=7&limit=2&page=2');
    const all = await data('/rebuild-impact?min=0&limit=200');
    const past = await data('/rebuild-impact?page=99');

    expect(some.packages.every(({ transitive: count }: { transitive: number }) => count >= 7)).toBe(true);
    expect(second.packages).toEqual(some.packages.slice(2, 4));
    expect(all.packages).toHaveLength(all.total);
    expect(new Set(all.packages.map(({ attribute }: { attribute: string }) => attribute)).size).toBe(all.total);
    expect(past).toMatchObject({ packages: [] });
    expect((await get('/rebuild-impact?min=x')).body).toMatchObject({ code: 'INVALID_PARAMETER' });
  });
});

describe('GET /rebuild-impact/:name', () => {
  it('tells the counts, the deepest chain and who is best known', async () => {
    expect(await data('/rebuild-impact/libbuoy')).toEqual({
      package: 'libbuoy',
      attribute: 'libbuoy',
      snapshot: expect.any(String),
      system: 'x86_64-linux',
      direct: 5,
      transitive: 11,
      depth: 5,
      deepestChain: [
        'libbuoy',
        'shoal',
        'gangway',
        'inkpot',
        'larkspur-gateway',
        expect.stringMatching(/^(larkspur-firewall|meadowlark-suite)$/),
      ],
      bestKnown: expect.arrayContaining([{ attribute: 'shoal', direct: 3, transitive: 7 }]),
      staging: false,
      stagingFrom: 500,
      reason: null,
    });
  });

  it('takes another name of the same derivation, and says what nobody has', async () => {
    expect(await data('/rebuild-impact/tidewater-dock_5')).toMatchObject({ direct: 0, transitive: 0, depth: 0 });
    expect((await get('/rebuild-impact/nobody')).body).toMatchObject({ code: 'PACKAGE_UNKNOWN' });
    expect((await get('/rebuild-impact/__proto__')).body).toMatchObject({ code: 'PACKAGE_UNKNOWN' });
    expect(await data('/rebuild-impact/halfmoon')).toMatchObject({
      direct: null,
      reason: expect.stringContaining('does not have'),
    });
  });
});

describe('the pages of a package and of a CVE', () => {
  it('say what a change costs, and that it is not known where it is not', async () => {
    const pages = await Promise.all(
      ['/package/libbuoy', '/CVE-2026-1001', '/package/halfmoon'].map((path) => app.get(path)),
    );
    const [known, ofCve, unknown] = pages.map(({ text }) => text.replaceAll(/<[^>]+>/g, ''));

    expect(known).toContain('Changing libbuoy rebuilds at least 11 packages (5 directly).');
    expect(ofCve).toContain('Changing libbuoy rebuilds at least 11 packages');
    expect(unknown).toContain('What changing halfmoon rebuilds is unknown');
  });
});

describe('GET /graph/stats', () => {
  it('has what the worker counted', async () => {
    expect(await data('/graph/stats')).toMatchObject({
      nodes: { cve: 4, advisory: 1, weakness: 2 },
      packagesByEcosystem: expect.arrayContaining([
        { ecosystem: 'PyPI', count: 1 },
        { ecosystem: 'nixpkgs', count: expect.any(Number) },
      ]),
      edges: { 'depends-on': 21, aliases: 1 },
      snapshot: expect.any(String),
    });
  });
});

describe('GET /graph/cve/:id/affected', () => {
  it('has what sources assert, and attributes of the collection with confidence and dependents', async () => {
    const found = await data('/graph/cve/cve-2026-1001/affected');

    expect(found).toMatchObject({ id: 'CVE-2026-1001', total: 1, truncated: false });
    expect(found.packages[0]).toMatchObject({
      ecosystem: null,
      name: 'libbuoy',
      source: 'nvd',
      range: expect.stringContaining('5.6.3'),
    });
    expect(found.collection).toContainEqual(
      expect.objectContaining({
        attribute: 'libbuoy',
        verdict: 'affected',
        confidence: 'high',
        dependents: { direct: 5, transitive: 11 },
      }),
    );
  });

  it.each([
    ['/graph/cve/CVE-1/affected', 'CVE_INVALID_ID'],
    ['/graph/cve/CVE-1/related', 'CVE_INVALID_ID'],
    // Nobody could be asked whether there is such a CVE.
    ['/graph/cve/CVE-2026-99999/affected', 'UPSTREAM_UNAVAILABLE'],
    ['/graph/cve/CVE-2026-99999/related', 'UPSTREAM_UNAVAILABLE'],
    ['/graph/cwe/NVD-CWE-Other/cves', 'CWE_INVALID_ID'],
    ['/graph/cwe/0/cves', 'CWE_INVALID_ID'],
    ['/graph/cwe/CWE-9999/cves', 'CWE_UNKNOWN'],
    ['/graph/package/nobody/transitive', 'PACKAGE_UNKNOWN'],
    ['/graph/package/x/vulns?ecosystem=pypi', 'INVALID_PARAMETER'],
    ['/graph/package/x/transitive?depth=-1', 'INVALID_PARAMETER'],
  ])('%s is %s', async (path, code) => {
    expect((await get(path)).body).toMatchObject({ code });
  });
});

describe('GET /graph/cve/:id/related', () => {
  it('ranks a shared package above a shared weakness, and says which', async () => {
    const { related, packages, weaknesses, truncated } = await data('/graph/cve/CVE-2026-1001/related');

    expect(packages).toEqual([{ ecosystem: null, vendor: 'tidewater', name: 'libbuoy' }]);
    expect(weaknesses).toEqual(['CWE-79']);
    expect(related).toMatchObject([
      { id: 'CVE-2026-1002', shared: { packages: [{ name: 'libbuoy' }], weaknesses: [] } },
      { id: 'CVE-2026-1003', shared: { packages: [], weaknesses: ['CWE-79'] } },
    ]);
    expect(truncated).toBe(false);
  });

  it('has nothing for a rejected CVE, which others do not have either', async () => {
    expect(await data('/graph/cve/CVE-2026-1004/related')).toMatchObject({ packages: [], weaknesses: [], related: [] });
  });

  it('by what is asked for, cut where that is asked for', async () => {
    const only = await data('/graph/cve/CVE-2026-1001/related?by=weaknesses');
    const one = await data('/graph/cve/CVE-2026-1001/related?limit=1');

    expect(only.related.map(({ id }: { id: string }) => id)).toEqual(['CVE-2026-1003']);
    expect([one.related.length, one.truncated]).toEqual([1, true]);
  });
});

describe('GET /graph/cwe/:id/cves', () => {
  it.each(['79', 'CWE-79', 'cwe-079'])('has the CVEs of %s, newest first, rejected ones left out', async (id) => {
    const { cves, total, id: shown } = await data(`/graph/cwe/${id}/cves`);

    expect([shown, total, cves.map((cve: { id: string }) => cve.id)]).toEqual([
      'CWE-79',
      2,
      ['CVE-2026-1003', 'CVE-2026-1001'],
    ]);
    expect(cves[1].sources).toEqual(['nvd']);
  });

  it('sorted and paged', async () => {
    const worst = await data('/graph/cwe/79/cves?sort=severity&limit=1');
    const past = await data('/graph/cwe/79/cves?page=7');

    expect(worst.cves).toMatchObject([{ id: 'CVE-2026-1001', severity: 'critical' }]);
    expect(past).toMatchObject({ cves: [], total: 2 });
  });

  it('takes the severity that every other list shows, from an advisory if nobody else rates it', async () => {
    const advisory = (id: string, cve: string, severity: object[]) => ({
      id,
      aliases: [cve],
      modified: '2026-03-02T00:00:00Z',
      severity,
      database_specific: { cwe_ids: ['CWE-94'] },
    });
    const high = [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H' }];
    await projectionStore(db).put(
      'osv',
      {
        'GHSA-rrrr-rrrr-rrrr': advisory('GHSA-rrrr-rrrr-rrrr', 'CVE-2026-1005', high),
        'GHSA-vvvv-vvvv-vvvv': advisory('GHSA-vvvv-vvvv-vvvv', 'CVE-2026-1006', []),
      },
      new Date(app.clock.now),
    );

    const { cves } = await data('/graph/cwe/94/cves?sort=severity');

    expect(cves.map(({ id, severity }: { id: string; severity: string }) => [id, severity])).toEqual([
      ['CVE-2026-1005', 'high'],
      ['CVE-2026-1006', null],
    ]);
  });
});

describe('GET /graph/package/:name/vulns', () => {
  it('has edges that records assert, each with its evidence', async () => {
    const { body } = await get('/graph/package/Lock_Step/vulns?ecosystem=PyPI&version=2.1.3');

    expect(body['verdict']).toBe('affected');
    expect(body['data'].vulnerabilities).toMatchObject([
      {
        id: 'CVE-2026-1003',
        aliases: ['PYSEC-2026-1'],
        verdict: 'affected',
        edges: [{ ecosystem: 'PyPI', name: 'lock-step', source: 'osv', record: 'PYSEC-2026-1', fixedIn: ['2.2.0'] }],
      },
    ]);
  });

  it('is unknown without a version, and where nobody speaks of it', async () => {
    const [without, fixed, nobody] = await Promise.all([
      get('/graph/package/libbuoy/vulns'),
      get('/graph/package/lock-step/vulns?ecosystem=PyPI&version=2.2.0'),
      get('/graph/package/nobody/vulns?version=1'),
    ]);

    expect([without.body['verdict'], without.body['data'].total]).toEqual(['unknown', 2]);
    expect(fixed.body['data'].total).toBe(0);
    expect(fixed.body['verdict']).not.toBe('affected');
    expect([nobody.body['verdict'], nobody.body['data'].total]).toEqual(['unknown', 0]);
  });
});

describe('GET /graph/package/:name/transitive', () => {
  it('costs its caller the entries that were evaluated for it', async () => {
    const callerBudgets = { ...ROOMY, entries: { withoutKey: 1, withKey: 1 } };
    const large = plainRoute('/large', async ({ evaluated }) => {
      evaluated?.(LARGE_ROWS + 1);
      return { data: {} };
    });
    await using limited = await testApp({
      databaseUrl: database.url,
      routes: [...routes, large],
      settings: { callerBudgets },
    });
    limited.clock.now = app.clock.now;

    const first = await limited.get('/api/v1/graph/package/meadowlark-suite/transitive');
    const second = await limited.get('/api/v1/large');

    expect([first.status, second.status, second.body['details']?.budget]).toEqual([200, 429, 'entries']);
  });

  it('has the shortest path to each finding', async () => {
    const { body } = await get('/graph/package/meadowlark-suite/transitive');

    expect(body).toMatchObject({ verdict: 'affected', data: { attribute: 'meadowlark-suite', truncated: false } });
    expect(body['data'].findings).toMatchObject([
      {
        id: 'CVE-2026-1001',
        severity: 'critical',
        attribute: 'libbuoy',
        by: 'declared',
        path: ['meadowlark-suite', 'larkspur-gateway', 'libbuoy'],
        sources: ['nvd'],
        fixedIn: '5.6.3',
        proof: { channel: 'nixos-unstable', evidence: [{ sha256: expect.any(String) }] },
      },
    ]);
    expect(body['data'].dependencies).toMatchObject({ reached: 10, examined: 1, depth: 3, unnamed: 30 });
  });

  it('finds what the language and the collection itself say, at any depth that is asked for', async () => {
    const language = await data('/graph/package/python313Packages.lock-step/transitive?depth=0');
    const own = await data('/graph/package/python313Packages.bilge/transitive');
    const near = await data('/graph/package/meadowlark-suite/transitive?depth=1');
    const few = await data('/graph/package/meadowlark-suite/transitive?size=2');

    expect(language.findings).toMatchObject([
      { id: 'CVE-2026-1003', by: 'language', path: ['python313Packages.lock-step'] },
    ]);
    expect(own.findings).toMatchObject([{ id: 'CVE-2025-91804', by: 'collection' }]);
    expect([near.total, near.truncated, near.dependencies.depth]).toEqual([0, true, 1]);
    expect([few.truncated, few.dependencies.reached]).toEqual([true, 3]);
  });

  it('is unknown where nothing is found, and not covered elsewhere', async () => {
    const clean = await get('/graph/package/binnacle/transitive');
    const elsewhere = await get('/graph/package/lodash/transitive?ecosystem=npm');

    expect(clean.body).toMatchObject({ verdict: 'unknown', data: { total: 0, dependencies: { reached: 2 } } });
    expect(elsewhere.body).toMatchObject({ verdict: 'unknown', data: { total: 0, attribute: null } });
    expect(elsewhere.body['coverage'][0]).toMatchObject({ source: 'dependencies', state: 'not_covered' });
  });
});
