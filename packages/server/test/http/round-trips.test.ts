import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ENDPOINTS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyRelease } from '../../src/app/cve/stored-lookup.ts';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { fillCveBodies } from '../../src/ingest/fill-cve-bodies.ts';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { grantedKey } from '../support/access.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type RoundTrips, watchRoundTrips } from '../support/round-trips.ts';
import { fillCveWorld, IDS } from '../support/worlds/cve-world.ts';
import { wasRead } from '../support/worlds/package-world.ts';

/** How each endpoint is asked; null: it is not, with the reason. */
const ASKED: Readonly<Record<string, string | readonly [path: string, body: unknown] | { readonly not: string }>> = {
  getCve: `/cve/${IDS.published}`,
  getDossier: `/cve/${IDS.published}/dossier`,
  getCveAt: `/cve/${IDS.published}/at/2026-01-20`,
  getHistory: `/cve/${IDS.published}/history`,
  getLifecycle: `/cve/${IDS.published}/lifecycle`,
  getExploitSignals: `/cve/${IDS.published}/exploit-signals`,
  getAssessment: `/cve/${IDS.published}/ai-assessment`,
  postBatch: ['/cve/batch', { ids: [IDS.published, IDS.partial] }],
  postIngest: [`/cve/${IDS.published}/ingest`, undefined],
  getEvidence: { not: 'its address is a hash' },
  getOsv: '/osv/harbour?ecosystem=PyPI&version=1.0',
  getOsvDetails: '/osv-details/PYSEC-2026-1',
  getVulns: '/vulns/harbour?version=1.0',
  getPurl: `/purl/${encodeURIComponent('pkg:pypi/harbour@1.0')}`,
  postPurls: ['/purls', { purls: ['pkg:pypi/harbour@1.0', 'pkg:pypi/harbour@1.4.2'] }],
  getPackageHistory: '/package/harbour/history',
  getGhsa: '/ghsa',
  getRepology: { not: 'it waits for a worker' },
  getTrackerRepology: { not: 'it waits for a worker' },
  getSearch: '/search?q=harbour',
  getTrending: '/trending',
  getMitreRecent: '/mitre/recent',
  getRecentAdvisories: '/recent-advisories',
  getRssFeed: '/feed/rss',
  getAtomFeed: '/feed/atom',
  getChanges: { not: 'how much of the log it sees depends on what else the server does' },
  getChangeStream: { not: 'it is a stream' },
  postWebhook: { not: 'it asks the address that is registered' },
  getWebhooks: '/webhooks',
  getWebhook: '/webhooks/wh_none',
  deleteWebhook: { not: 'it changes something' },
  getIssues: '/issues',
  getIssue: '/issues/1',
  getStats: '/stats',
  getTrackerStats: '/tracker/stats',
  getTrackerCves: '/tracker/cves',
  getTrackerChannels: '/tracker/channels',
  getExploitability: `/exploitability?ids=${IDS.published}`,
  getGraphStats: '/graph/stats',
  getGraphAffected: `/graph/cve/${IDS.published}/affected`,
  getGraphRelated: `/graph/cve/${IDS.published}/related`,
  getWeaknessCves: '/graph/cwe/CWE-22/cves',
  getGraphVulns: '/graph/package/harbour/vulns',
  getGraphTransitive: '/graph/package/harbour/transitive',
  getRebuildImpact: '/rebuild-impact/harbour',
  getRebuildImpacts: '/rebuild-impact',
  getPackageHealth: '/package-health',
  getDataQuality: '/data-quality/stats',
  getFixRate: '/fix-rate',
  getFixEtas: '/fix-etas',
  getTimeToFix: '/analytics/time-to-fix',
  getEcosystemStats: '/ecosystem-stats',
  getSeverityBreakdown: '/severity-breakdown',
  postMyPackages: ['/my', { packages: ['pkg:pypi/harbour@1.0'] }],
  getMyAtom: '/my/atom?packages=pkg:pypi/harbour@1.0',
  getMyJsonFeed: '/my/feed.json?packages=pkg:pypi/harbour@1.0',
  getMyBadge: '/my/badge.svg?packages=pkg:pypi/harbour@1.0',
  postPrValidate: { not: 'it takes a patch: its statements are those of /vulns for each package' },
  postPrFix: { not: 'it takes a patch: its statements are those of /vulns for each package' },
  postRemediationPlan: ['/remediation/plan', { packages: ['pkg:pypi/harbour@1.0'] }],
  postSbom: { not: 'it is examined in a process of its own' },
  postSbomTimeTravel: { not: 'it is examined in a process of its own' },
  getSbomFormats: '/sbom/formats',
  postRequestAccess: { not: 'it asks the identity provider' },
  getHealth: '/health',
  getVersion: '/version',
  getSources: '/sources',
  getFreshness: '/sources/freshness',
  getFreshnessFeed: '/feed/freshness',
  getOpenapi: '/openapi.json',
};

const READ = ['osv', 'advisory', 'cve_list_v5', 'nvd', 'epss', 'kev', 'nixpkgs', 'packages'] as const;

let database: TestDatabase;
let app: TestApp;
let key: string;
let watch: ReturnType<typeof watchRoundTrips>;

beforeAll(async () => {
  database = await createTestDatabase();
  const worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  await fillCveWorld(worker.primary);
  for (const source of READ) await wasRead(worker.primary, source);
  ({ key } = await grantedKey(worker.primary));
  const release = bodyRelease({ version: 'test', commit: null });
  await fillCveBodies({ db: worker.primary, now: () => new Date(), release }, AbortSignal.timeout(60_000));
  await fillPacks(worker.primary, AbortSignal.timeout(60_000));
  await worker.close();
  app = await testApp({ routes: ROUTES, pages: PAGES, databaseUrl: database.url, settings: { cacheBytes: 1 } });
  watch = watchRoundTrips(app.pool);
});
afterAll(async () => {
  await app?.close();
  await database?.close();
});

async function asked(id: string): Promise<RoundTrips | null> {
  const how = ASKED[id];
  if (how === undefined || (typeof how === 'object' && 'not' in how)) return null;
  const [address, body] = typeof how === 'string' ? [how, undefined] : how;
  const isPost = typeof how !== 'string';
  const ask = () =>
    app.get(`/api/v1${address}`, {
      method: isPost ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  // The first reads what a process keeps: dictionaries, the state of the sources, the key.
  const rounds: RoundTrips[] = [];
  for (let round = 0; round < 4; round += 1) {
    const { status } = await ask();
    expect([id, [400, 500].includes(status)]).toEqual([id, false]);
    rounds.push(watch.take());
  }
  // A connection that had to be opened meanwhile looks like a round trip more.
  const taken = rounds.slice(1).toSorted((one, other) => one.trips - other.trips)[0] ?? null;
  return taken;
}

describe('round trips to the database', () => {
  it('are those in round-trips.json for every endpoint', async () => {
    const expected: unknown = JSON.parse(await readFile(path.join(import.meta.dirname, 'round-trips.json'), 'utf8'));
    const measured: Record<string, RoundTrips> = {};
    for (const { id, method, path: address } of ENDPOINTS) {
      const taken = await asked(id);
      if (taken !== null) measured[`${method} ${address}`] = taken;
    }

    expect(measured).toEqual(expected);
  });

  it('are asked of every endpoint, or it says why not', () => {
    expect(Object.keys(ASKED).toSorted()).toEqual(ENDPOINTS.map(({ id }) => id).toSorted());
  });
});

it('keeps the plans of what is asked again and again', async () => {
  await using one = await testApp({
    routes: ROUTES,
    databaseUrl: database.url,
    connections: 1,
    settings: { cacheBytes: 1 },
  });
  const versions = Array.from({ length: 8 }, (_, i) => `1.${i}`);
  for (const version of versions) {
    await one.get(`/api/v1/cve/${IDS.published}`);
    await one.get(`/api/v1/cve/${IDS.published}/dossier`);
    await one.get(`/api/v1/osv/harbour?ecosystem=PyPI&version=${version}`);
    await one.get(`/api/v1/vulns/harbour?version=${version}`);
    await one.get(`/api/v1/purl/${encodeURIComponent(`pkg:pypi/harbour@${version}`)}`);
  }
  const { rows } = await one.pool.query<{ statement: string; kept: string; made: string }>(
    'select statement, generic_plans as kept, custom_plans as made from pg_prepared_statements',
  );
  // PostgreSQL makes five plans for the values given before it keeps one for all.
  const plannedEachTime = rows.filter(({ made }) => Number(made) > 5);

  expect(rows.length).toBeGreaterThan(10);
  expect(plannedEachTime.map(({ statement }) => statement)).toEqual([]);
  expect(rows.filter(({ kept }) => Number(kept) > 0).length).toBeGreaterThan(10);
});
