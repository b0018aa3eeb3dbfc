import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atom } from '../../src/http/routes/feeds/atom.ts';
import { recentAdvisories } from '../../src/http/routes/feeds/recent-advisories.ts';
import { trending } from '../../src/http/routes/feeds/trending.ts';
import { graphAffected } from '../../src/http/routes/graph/affected.ts';
import { graphVulns } from '../../src/http/routes/graph/vulns.ts';
import { packageHistoryRoute } from '../../src/http/routes/packages/history.ts';
import { search } from '../../src/http/routes/search/search.ts';
import { loadSeverityBreakdown } from '../../src/queries/aggregates/severity-breakdown.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { osvRecord } from '../support/worlds/aggregate-world.ts';
import { type FindingWorld, findingWorld, madeCve, madeKev } from '../support/worlds/finding-world.ts';

let world: FindingWorld;
let app: TestApp;

const [A, B] = ['CVE-2026-1001', 'CVE-2026-1002'] as const;
const ERRATUM = 'ALSA-2026:1';
const UNKNOWN = 'CVE-2026-1999';
const at = new Date('2026-11-01T00:00:00Z');
const later = new Date('2026-11-02T00:00:00Z');

const listed = (id: string, title: string) => {
  const made = madeCve(id, {
    title,
    description: 'A wrench slips.',
    severity: 'high',
    published: '2026-10-31T20:00:00Z',
  });
  const affected = [
    {
      vendor: 'Acme',
      product: 'wrench',
      versions: [{ version: '1.0', lessThan: '1.2', status: 'affected', versionType: 'semver' }],
    },
  ];
  const { containers, ...rest } = made as { containers: { cna: object } };
  // The assigner and CISA say the same.
  const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected }];
  return { ...rest, containers: { cna: { ...containers.cna, affected }, adp } };
};
const published = '2026-10-31T21:00:00Z';

beforeAll(async () => {
  world = await findingWorld();
  const { store } = world;
  await store.put('cve_list_v5', { [A]: listed(A, 'First'), [B]: listed(B, 'Second') }, at);
  await store.put(
    'osv',
    {
      [`ALPINE-${A}`]: osvRecord(`ALPINE-${A}`, 'Alpine:v3.20', 'wrench', {
        upstream: [A],
        fixed: '1.2-r0',
        published,
      }),
      'JLSEC-2026-1': osvRecord('JLSEC-2026-1', 'Julia', 'wrench', { upstream: [A, 'EUVD-2026-1'], published }),
      [ERRATUM]: {
        ...osvRecord(ERRATUM, 'AlmaLinux:9', 'wrench', { fixed: '1.2-3.el9', published }),
        related: [A, B, UNKNOWN],
      },
    },
    at,
  );
  await store.put('kev', { [A]: madeKev(A, '2026-11-01') }, later);
  const routes = [search, atom, recentAdvisories, trending, graphAffected, graphVulns, packageHistoryRoute];
  app = await testApp({ routes, databaseUrl: world.database.url });
  app.clock.now = later.getTime();
});
afterAll(async () => {
  await app.close();
  await world[Symbol.asyncDispose]();
});

const data = async (path: string) => {
  const { status, body } = await app.get(`/api/v1${path}`);
  expect([path, status, body['error']]).toEqual([path, 200, undefined]);
  return body['data'];
};
const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id).toSorted();

describe('a vulnerability with records of distributions and an erratum is one row', () => {
  it('in a search', async () => {
    const { results, total } = await data('/search?q=wrench');

    expect([idsOf(results), total]).toEqual([[A, B, UNKNOWN], 3]);
    expect(results[0]).toMatchObject({
      id: A,
      aliases: [`ALPINE-${A}`, 'JLSEC-2026-1'],
      sources: ['cve_list_v5', 'osv', 'kev'],
    });
  });

  it('in a feed', async () => {
    const { text } = await app.get('/api/v1/feed/atom');

    const links = [...text.matchAll(/<entry><id>[^<]*\/([^</]*)<\/id>/g)].map(([, id = '']) => ({ id }));
    expect(idsOf(links)).toEqual([A, B, UNKNOWN]);
  });

  it('in the history of a package', async () => {
    const { vulnerabilities } = await data('/package/wrench/history');

    expect(idsOf(vulnerabilities)).toEqual([A, B, UNKNOWN]);
  });

  it('in the graph, with equal edges once', async () => {
    const { vulnerabilities } = await data('/graph/package/wrench/vulns');
    const first = vulnerabilities.find(({ id }: { id: string }) => id === A);
    const edges = first.edges.map((edge: object) => JSON.stringify(edge));
    const { packages } = await data(`/graph/cve/${A}/affected`);

    expect(idsOf(vulnerabilities)).toEqual([A, B, UNKNOWN]);
    expect(first.edges.map(({ record }: { record: string }) => record).toSorted()).toEqual([
      `ALPINE-${A}`,
      ERRATUM,
      A,
      'JLSEC-2026-1',
    ]);
    expect(new Set(edges).size).toBe(edges.length);
    expect(new Set(packages.map((one: object) => JSON.stringify(one))).size).toBe(packages.length);
  });

  it('in the figures', async () => {
    const { total, byEcosystem } = await loadSeverityBreakdown(world.databases.primary);

    expect(total).toBe(3);
    expect(byEcosystem.map((one) => [one.ecosystem, one.total])).toEqual([
      ['AlmaLinux', 3],
      ['Alpine', 1],
      ['Julia', 1],
    ]);
  });

  it('among recent advisories, where the erratum is one by itself', async () => {
    app.clock.now = at.getTime();
    const { advisories } = await data('/recent-advisories');

    expect(idsOf(advisories)).toEqual([ERRATUM, A]);
  });

  it('in what is trending, with its score and whether it is exploited', async () => {
    app.clock.now = later.getTime() + 60_000;
    const { cves } = await data('/trending');

    expect(cves.map(({ id, kev, title }: { id: string; kev: boolean; title: string }) => [id, kev, title])).toEqual([
      [A, true, 'First'],
    ]);
  });
});

it('does not make an id known that only an erratum names', async () => {
  const named = await app.get(`/api/v1/graph/cve/${UNKNOWN}/affected`);
  const unnamed = await app.get('/api/v1/graph/cve/CVE-2026-1998/affected');

  expect(named.status).not.toBe(200);
  expect([named.status, named.body['code']]).toEqual([unnamed.status, unnamed.body['code']]);
});
