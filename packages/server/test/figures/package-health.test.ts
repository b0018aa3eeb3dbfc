import type { PackageHealth } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packageHealth } from '../../src/http/routes/analytics/package-health.ts';
import { PAGES } from '../../src/http/routes/index.ts';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import { healthEntries } from '../../src/queries/health/entries.ts';
import type { Db } from '../../src/store/database.ts';
import type { Checked, TestApp } from '../support/app.ts';
import { faultsOfPage } from '../support/page-faults.ts';
import { change } from '../support/worlds/aggregate-world.ts';
import { NOW, openPackageApp, osvSays, type PackageApp } from '../support/worlds/package-world.ts';
import { type GivenIssue, putTracker } from '../support/worlds/tracker-rows.ts';

const DAY = 86_400_000;
const ago = (days: number) => new Date(NOW.getTime() - days * DAY);
const LONG_AGO = ago(200);
const LATELY = ago(40);

const entry = (pname: string, version: string, maintainers: number, meta: object = {}) => ({
  pname,
  version,
  meta: { maintainers: Array.from({ length: maintainers }, (_, i) => ({ github: `keeper${i}` })), ...meta },
});

/** A record of the CVE list: beacon of Tidewater below 1.1, or any other's. */
const product = (id: string, vendor: string) => ({
  dataType: 'CVE_RECORD',
  cveMetadata: { cveId: id, state: 'PUBLISHED', datePublished: '2026-01-01T00:00:00Z' },
  containers: {
    cna: {
      descriptions: [{ lang: 'en', value: 'A hole.' }],
      affected: [
        {
          vendor,
          product: 'beacon',
          versions: [{ version: '0', lessThan: '1.1', status: 'affected', versionType: 'custom' }],
        },
      ],
    },
  },
});

const fixed = (number: number, days: number): GivenIssue => ({
  number,
  state: 'closed',
  cves: [`CVE-2025-${number}`],
  packages: ['lamp'],
  createdAt: ago(300).toISOString(),
  closedAt: ago(300 - days).toISOString(),
});

async function fill(db: Db): Promise<void> {
  const cpe = { identifiers: { cpe: 'cpe:2.3:a:tidewater:beacon:1.0:*:*:*:*:*:*:*' } };
  await change(
    db,
    'packages',
    {
      'nixos-unstable/python312Packages.harbour': entry('harbour', '2.2', 2),
      'nixos-unstable/beacon': entry('beacon', '1.0', 1, cpe),
      'nixos-unstable/lamp': entry('lamp', '3.0', 0),
      'nixos-unstable/quiet': entry('quiet', '1.0', 3),
      'nixos-26.05/release-only': entry('release-only', '1.0', 1, { knownVulnerabilities: ['CVE-2026-7777'] }),
    },
    LONG_AGO,
  );
  await change(
    db,
    'packages',
    {
      'nixos-unstable/python312Packages.harbour': entry('harbour', '2.3', 2),
      'nixos-25.11/python312Packages.harbour': entry('harbour', '3.0', 2),
    },
    LATELY,
  );
  await change(
    db,
    'osv',
    {
      'PYSEC-2026-1': osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.5' }], {
        aliases: ['CVE-2026-12345', 'GHSA-aaaa-bbbb-cccc'],
      }),
      'GHSA-aaaa-bbbb-cccc': osvSays('GHSA-aaaa-bbbb-cccc', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.5' }], {
        aliases: ['CVE-2026-12345'],
      }),
      'PYSEC-2026-2': osvSays('PYSEC-2026-2', [{ ecosystem: 'PyPI', name: 'harbour', fixed: '2.3' }]),
    },
    LATELY,
  );
  await change(
    db,
    'cve_list_v5',
    {
      'CVE-2026-1111': product('CVE-2026-1111', 'Tidewater'),
      'CVE-2026-2222': product('CVE-2026-2222', 'Somebody else'),
    },
    LATELY,
  );
  await change(
    db,
    'epss',
    {
      '2026-11-14':
        '#model_version:v1,score_date:2026-11-14T00:00:00+0000\ncve,epss,percentile\nCVE-2026-12345,0.4,0.9\nCVE-2026-1111,0.01,0.2\n',
    },
    LATELY,
  );
  await change(
    db,
    'repology',
    {
      beacon: [
        { repo: 'nix_unstable', srcname: 'beacon', version: '1.0', status: 'outdated' },
        { repo: 'elsewhere', srcname: 'beacon', version: '1.0.3', status: 'newest' },
      ],
    },
    LATELY,
  );
  await putTracker(db, {
    issues: [
      ...[1001, 1002, 1003].map((number, i) => fixed(number, [5, 20, 60][i] ?? 0)),
      {
        number: 1004,
        cves: ['CVE-2026-5555'],
        packages: ['Lamp'],
        severity: 'critical',
        createdAt: ago(9).toISOString(),
      },
    ],
  });
}

let given: PackageApp;
let app: TestApp;
beforeAll(async () => {
  given = await openPackageApp([packageHealth, vulns], async () => {}, { pages: PAGES });
  ({ app } = given);
});
afterAll(() => given[Symbol.asyncDispose]());

async function asked(query = ''): Promise<{ list: PackageHealth[]; body: Checked['body'] }> {
  const { status, body } = await app.get(`/api/v1/package-health${query}`);
  expect(status).toBe(200);
  return { list: body['data'].packages, body };
}

const compute = (hours = 0) =>
  computeAggregates(
    { db: given.db, now: () => new Date(NOW.getTime() + hours * 3_600_000) },
    AbortSignal.timeout(60_000),
  );

it('says so before anything was judged', async () => {
  expect((await compute()).map(({ name }) => name)).not.toContain('package-health');
  const { status, body } = await app.get('/api/v1/package-health?package=beacon');

  expect([status, body['code']]).toEqual([503, 'NOT_COMPUTED_YET']);
});

describe('once the collection was read', () => {
  beforeAll(async () => {
    await fill(given.db);
    expect((await compute()).map(({ name }) => name)).toContain('package-health');
  });

  it('lists what is tracked or has an open vulnerability, the worst first, with weights and counts', async () => {
    const { list, body } = await asked();
    const { total, weights, listed } = body['data'] as { total: number; weights: object; listed: object };

    expect(list.map((one) => one.package).toSorted()).toEqual([
      'beacon',
      'lamp',
      'python312Packages.harbour',
      'release-only',
    ]);
    const best = list.map(({ scoreAtBest }) => scoreAtBest);
    expect(best).toEqual(best.toSorted((a, b) => a - b));
    expect(total).toBe(4);
    expect(listed).toEqual({ packages: 4, fullyKnown: 0, carried: 5 });
    expect(Object.values(weights).reduce((sum, weight: number) => sum + weight, 0)).toBe(100);
    const states = body['coverage'] as { source: string }[];
    expect(states.map(({ source }) => source)).toContain('packages');
  });

  it('judges a language package by the records of its registry, aliases once', async () => {
    const { list, body } = await asked('?package=python312Packages.harbour');
    const [harbour] = list;

    expect(harbour).toMatchObject({ channel: 'nixos-unstable', version: '2.3', verdict: 'affected' });
    // High, and likely to be exploited: 37.5 points off. The record that is fixed in 2.3 does not count.
    expect(harbour?.components.vulnerabilities).toMatchObject({
      score: 62.5,
      inputs: {
        open: { high: 1, critical: 0 },
        likelyExploited: 1,
        judged: true,
        vulnerabilities: [{ id: 'CVE-2026-12345', epss: 0.4, basis: 'record', by: expect.stringContaining('osv/') }],
      },
    });
    expect(harbour?.components.versionBehind).toMatchObject({
      score: 20,
      inputs: { newest: '3.0', newestBy: 'channel' },
    });
    expect(harbour?.components.lastUpdate).toMatchObject({
      score: 100,
      inputs: { days: 40, changedAt: LATELY.toISOString() },
    });
    expect(harbour?.components.timeToFix).toMatchObject({ score: null, atBest: 100 });
    // 25 + 4 + 0 + 15 + 8.5 points are earned; 15 more could be.
    expect([harbour?.score, harbour?.scoreAtBest, harbour?.known]).toEqual([52.5, 67.5, 0.85]);
    expect(body['verdict']).toBe('affected');
  });

  it('judges a product by what the collection states of it, never by its name alone', async () => {
    const { list } = await asked('?package=beacon');
    const { vulnerabilities, versionBehind, lastUpdate } = list[0]!.components;

    expect(vulnerabilities.inputs.vulnerabilities.map(({ id }) => id)).toEqual(['CVE-2026-1111']);
    expect(vulnerabilities).toMatchObject({ score: 90, inputs: { open: { unknown: 1 } } });
    expect(versionBehind).toMatchObject({
      score: 80,
      inputs: { newest: '1.0.3', newestBy: 'repology', behind: 'patch' },
    });
    // Watched for 200 days without a change: the last one may be any time before.
    expect(lastUpdate).toMatchObject({ score: null, atBest: 80, inputs: { days: null, unchangedDays: 200 } });
  });

  it('takes what the tracker alone says for undecided, and what nobody else knows for unknown', async () => {
    const { list, body } = await asked('?package=lamp');
    const { vulnerabilities, timeToFix, maintainers } = list[0]!.components;

    expect(vulnerabilities).toMatchObject({
      score: null,
      atBest: 100,
      inputs: { judged: false, open: { critical: 0 }, undecided: 1 },
    });
    expect(vulnerabilities.inputs.vulnerabilities).toEqual([]);
    // Of four, one open for nine days: the median is that of those fixed after 20.
    expect(timeToFix).toMatchObject({ score: 80, inputs: { issues: 4, fixed: 3, medianDays: 20 } });
    expect(maintainers).toMatchObject({ score: 0, atBest: 0 });
    expect(body['verdict']).toBe('unknown');
  });

  it('has the verdict of /vulns', async () => {
    const { list } = await asked();
    const others = await Promise.all(['quiet'].map((name) => asked(`?package=${name}`)));
    const all = [...list, ...others.flatMap((one) => one.list)];
    const asks = all.map(({ package: name, version }) => app.get(`/api/v1/vulns/${name}?version=${version}`));
    const said = (await Promise.all(asks)).map(({ body }) => body['verdict']);

    expect(all.map(({ verdict }) => verdict)).toEqual(said);
  });

  it('the word of the collection itself counts', async () => {
    const { list } = await asked('?package=release-only');

    expect(list[0]).toMatchObject({ channel: 'nixos-26.05', verdict: 'affected' });
    expect(list[0]?.components.vulnerabilities.inputs.vulnerabilities).toMatchObject([
      { id: 'CVE-2026-7777', basis: 'collection' },
    ]);
  });

  it('a package of which nothing is known is neither well nor ill', async () => {
    const { list, body } = await asked('?package=quiet');

    expect(list[0]).toMatchObject({ package: 'quiet', verdict: 'unknown', score: 10, known: 0.1 });
    expect(list[0]?.scoreAtBest).toBeGreaterThan(90);
    expect(body['verdict']).toBe('unknown');
  });

  it.each(['nobody-knows-it', '__proto__'])('of %s nothing is said', async (name) => {
    const { list, body } = await asked(`?package=${name}`);

    expect([list, body['verdict']]).toEqual([[], 'unknown']);
  });

  it('takes a name for what goes by it, and pages', async () => {
    expect((await asked('?package=harbour')).list.map((one) => one.package)).toEqual(['python312Packages.harbour']);
    const pages = [await asked('?limit=3&page=1'), await asked('?limit=3&page=2'), await asked('?limit=3&page=3')];

    expect(pages.map(({ list }) => list.length)).toEqual([3, 1, 0]);
  });

  it('what changes is judged again, and what is no longer carried is gone', async () => {
    await change(given.db, 'packages', { 'nixos-26.05/release-only': null }, NOW);
    await change(given.db, 'packages', { 'nixos-unstable/python312Packages.harbour': entry('harbour', '2.5', 2) }, NOW);
    expect((await compute(0.5)).map(({ name }) => name)).not.toContain('package-health');
    expect((await compute(1)).map(({ name }) => name)).toContain('package-health');
    app.clock.now += 3_600_000;

    expect((await asked()).list.map((one) => one.package).toSorted()).toEqual(['beacon', 'lamp']);
    expect((await compute(3)).map(({ name }) => name)).not.toContain('package-health');
  });

  it('the page of a package draws its parts and tells the same in words', async () => {
    const { status, text } = await app.get('/package/lamp');

    expect(status).toBe(200);
    expect(faultsOfPage(text)).toEqual([]);
    expect(text).toContain('id="health"');
    expect(text).toMatch(/role="img" aria-label="[^"]*Vulnerabilities/);
    expect(text).toContain('unknown, at best');
  });

  it('goes over all attributes, whatever the page', async () => {
    const seen: string[] = [];
    for await (const page of healthEntries(given.db)) seen.push(...page.map(({ attribute }) => attribute));

    expect(seen.toSorted()).toEqual(['beacon', 'lamp', 'python312Packages.harbour', 'quiet']);
  });
});
