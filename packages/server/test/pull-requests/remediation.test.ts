import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purls } from '../../src/http/routes/packages/purls.ts';
import { remediation } from '../../src/http/routes/sbom/remediation.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const semver = (events: readonly object[]) => [{ type: 'SEMVER', events }];
const npm = (id: string, name: string, events: readonly object[], cve: string, more: object = {}) => ({
  ...osvSays(id, [], { aliases: [cve], ...more }),
  affected: [{ package: { ecosystem: 'npm', name }, ranges: semver(events) }],
});

const OSV = byId(
  // Its first fix is within the range of another, which the second fix is past.
  npm('GHSA-left-left-0001', 'left', [{ introduced: '0' }, { fixed: '1.4.0' }], 'CVE-2026-1001'),
  npm('GHSA-left-left-0002', 'left', [{ introduced: '1.4.0' }, { fixed: '1.5.2' }], 'CVE-2026-1002'),
  npm('GHSA-left-left-0003', 'left', [{ introduced: '0' }, { fixed: '1.3.0' }], 'CVE-2026-1003'),
  npm('GHSA-left-left-0004', 'left', [{ introduced: '2.0.0' }, { fixed: '2.0.3' }], 'CVE-2026-1004'),
  // Of one there is no fix.
  npm('GHSA-part-part-0001', 'part', [{ introduced: '0' }, { fixed: '2.0.0' }], 'CVE-2026-1011'),
  npm('GHSA-part-part-0002', 'part', [{ introduced: '0' }], 'CVE-2026-1012'),
  // Only a pre-release fixes it.
  npm('GHSA-preq-preq-0001', 'early', [{ introduced: '0' }, { fixed: '3.0.0-rc.1' }], 'CVE-2026-1021'),
  // Only commits are known.
  {
    ...osvSays('GHSA-gitt-gitt-0001', [], { aliases: ['CVE-2026-1031'] }),
    affected: [
      {
        package: { ecosystem: 'npm', name: 'committed' },
        ranges: [{ type: 'GIT', events: [{ introduced: '0' }, { fixed: 'a'.repeat(40) }] }],
      },
    ],
  },
  // Exploited.
  npm('GHSA-kevv-kevv-0001', 'hunted', [{ introduced: '0' }, { fixed: '1.0.1' }], 'CVE-2026-1041'),
  osvSays('GO-2026-1', [{ ecosystem: 'Go', name: 'github.com/owner/repo', fixed: '1.2.0' }], {
    aliases: ['CVE-2026-1051'],
  }),
  osvSays('GHSA-reje-reje-reje', [{ ecosystem: 'npm', name: 'doubted', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-1061'],
  }),
);

const ADVISORY = {
  ghsa_id: 'GHSA-adva-adva-adva',
  cve_id: 'CVE-2026-1071',
  published_at: '2026-09-01T00:00:00Z',
  updated_at: '2026-09-01T00:00:00Z',
  severity: 'medium',
  vulnerabilities: [
    {
      package: { ecosystem: 'pip', name: 'Snake_Case' },
      vulnerable_version_range: '<= 1.2',
      first_patched_version: '1.2.1',
    },
  ],
};

const KEV = {
  cveID: 'CVE-2026-1041',
  vendorProject: 'Hunted',
  product: 'Hunted',
  vulnerabilityName: 'Hunted',
  dateAdded: '2026-10-01',
  shortDescription: 'Hunted',
  requiredAction: 'Upgrade.',
  dueDate: '2026-10-22',
  knownRansomwareCampaignUse: 'Unknown',
  notes: '',
  cwes: [],
};

const rejected = (cveId: string) => ({
  cveMetadata: { cveId, state: 'REJECTED' },
  containers: { cna: { rejectedReasons: [{ lang: 'en', value: 'No vulnerability.' }] } },
});

const harbourCve = (id: string, from: string, lessThan: string) => ({
  dataType: 'CVE_RECORD',
  cveMetadata: { cveId: id, state: 'PUBLISHED', datePublished: '2026-09-01T00:00:00.000Z' },
  containers: {
    cna: {
      providerMetadata: { shortName: 'maker' },
      title: `Title of ${id}`,
      affected: [
        {
          vendor: 'Tidewater',
          product: 'Harbour',
          versions: [{ version: from, lessThan, status: 'affected', versionType: 'semver' }],
          defaultStatus: 'unaffected',
        },
      ],
      references: [],
    },
  },
});

const HOME = { homepage: 'https://github.com/tidewater/harbour', maintainers: [] };
const PACKAGES = {
  'nixos-unstable/harbour': { name: 'harbour-3.7.0', pname: 'harbour', version: '3.7.0', patches: [], meta: HOME },
  'nixos-26.05/harbour': { name: 'harbour-3.5.1', pname: 'harbour', version: '3.5.1', patches: [], meta: HOME },
};

const BOM = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 };
const component = (i: number) => ({ type: 'library', name: `nameless-${i}`, version: '1.0.0' });

describe('POST /remediation/plan', () => {
  let given: PackageApp;
  let app: TestApp;
  beforeAll(async () => {
    given = await openPackageApp(
      [remediation, purls],
      async (store, db) => {
        await store.put('osv', OSV, SEEN);
        await store.put('advisory', { 'GHSA-adva-adva-adva': ADVISORY }, SEEN);
        await store.put('kev', { 'CVE-2026-1041': KEV }, SEEN);
        await store.put(
          'cve_list_v5',
          {
            'CVE-2026-1061': rejected('CVE-2026-1061'),
            'CVE-2026-2001': harbourCve('CVE-2026-2001', '0', '3.6.0'),
            // What fixes the first opens the second.
            'CVE-2026-2002': harbourCve('CVE-2026-2002', '3.6.0', '3.6.9'),
          },
          SEEN,
        );
        await store.put('packages', PACKAGES, SEEN);
        for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs', 'kev'] as const) {
          await wasRead(db, source);
        }
      },
      { settings: { deadlineMs: 60_000, bodyLimit: 1 << 20 } },
    );
    ({ app } = given);
  });
  afterAll(() => given[Symbol.asyncDispose]());

  const post = (path: string, body: unknown) =>
    app.get(`/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const plan = (body: unknown) => post('/remediation/plan', body);
  const planOf = async (purl: string) => (await plan({ packages: [purl] })).body['data'].plans[0];
  const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id);

  it('gives the smallest version that clears all and opens none, with the proof', async () => {
    const made = await planOf('pkg:npm/left@1.2.0');

    expect(made).toMatchObject({ status: 'fix', current: '1.2.0', verdict: 'affected', target: '1.5.2', opens: [] });
    expect(made).toMatchObject({
      targetPurl: 'pkg:npm/left@1.5.2',
      crossesMajor: false,
      candidates: 5,
      candidatesTried: 3,
    });
    expect(ids(made.clears)).toEqual(['CVE-2026-1001', 'CVE-2026-1003']);
    expect(made.atTarget.verdict).toBe('not_affected');
    expect(made.proof.smaller).toEqual([
      { version: '1.3.0', id: 'CVE-2026-1001', state: 'holds', opens: false },
      { version: '1.4.0', id: 'CVE-2026-1002', state: 'holds', opens: true },
    ]);
    expect(made.proof.findings[0].records[0]).toMatchObject({
      record: { source: 'osv', id: 'GHSA-left-left-0001' },
      comparator: 'semver',
      atCurrent: { verdict: 'affected', reason: 'in_range', bound: 'fixed 1.4.0' },
      atTarget: { verdict: 'not_affected', reason: 'outside', bound: 'fixed 1.4.0' },
    });
    expect(made.proof.findings[0].records[0].sha256).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has the verdict of the lookup for what a database still publishes about a rejected CVE', async () => {
    const purl = 'pkg:npm/doubted@1.0.0';
    const { body } = await post('/purls', { purls: [purl] });
    const made = await planOf(purl);

    const [{ verdict, verdictReason, matches }] = body['data'].results;
    expect(made).toMatchObject({ verdict, verdictReason });
    expect(ids(made.stays)).toEqual(ids(matches));
  });

  it('answers as the lookup does at the target', async () => {
    const all = ['pkg:npm/left@1.2.0', 'pkg:npm/hunted@1.0.0', 'pkg:golang/github.com/owner/repo@v1.1.0'];
    const { body } = await plan({ packages: all });
    const targets = body['data'].plans.map(({ targetPurl }: { targetPurl: string }) => targetPurl);
    const looked = await post('/purls', { purls: targets });

    expect(targets).toContain('pkg:golang/github.com/owner/repo@v1.2.0');
    expect(looked.body['data'].results.map(({ verdict }: { verdict: string }) => verdict)).toEqual(
      all.map(() => 'not_affected'),
    );
  });

  /** Purl, status, verdict, target, what stays and why, alternatives. */
  const TABLE: readonly [string, string, string, string | null, readonly string[], readonly string[]][] = [
    ['pkg:npm/left@1.5.2', 'clean', 'not_affected', null, [], []],
    ['pkg:npm/left@2.0.0', 'fix', 'affected', '2.0.3', [], []],
    ['pkg:npm/part@1.0.0', 'partial', 'affected', '2.0.0', ['no_fix_known'], []],
    ['pkg:npm/early@2.0.0', 'no_fix', 'affected', null, ['fix_is_prerelease'], ['prerelease 3.0.0-rc.1']],
    ['pkg:npm/early@2.0.0-beta', 'fix', 'affected', '3.0.0-rc.1', [], []],
    ['pkg:npm/committed@1.0.0', 'no_fix', 'unknown', null, ['fixed_by_commit_only'], []],
    ['pkg:pypi/snake-case@1.0', 'fix', 'affected', '1.2.1', [], []],
    // Its CVE is rejected, and a database still publishes it.
    ['pkg:npm/doubted@1.0.0', 'unknown', 'unknown', null, ['rejected'], []],
    ['pkg:npm/doubted@2.0.0', 'clean', 'not_affected', null, [], []],
    ['pkg:npm/nobody-knows@1.0.0', 'clean', 'none_known', null, [], []],
    ['pkg:npm/left', 'unknown', 'unknown', null, [], []],
    ['pkg:npm/left@sometime', 'unknown', 'unknown', null, [], []],
    ['pkg:conda/left@1.0.0', 'not_covered', 'unknown', null, [], []],
    ['left', 'invalid', 'unknown', null, [], []],
  ];

  it.each(TABLE)('%s', async (purl, status, verdict, target, stays, alternatives) => {
    const made = await planOf(purl);

    expect(made).toMatchObject({ purls: [purl], status, verdict, target });
    expect(made.stays.map(({ reason }: { reason: string }) => reason)).toEqual(stays);
    expect(made.alternatives.map((each: { kind: string; version: string }) => `${each.kind} ${each.version}`)).toEqual(
      alternatives,
    );
  });

  it('puts what is exploited first, gives each package one version for all its places, and counts before and after', async () => {
    const asked = ['pkg:npm/left@1.2.0', 'pkg:npm/left@2.0.0', 'pkg:npm/left@1.5.2', 'pkg:npm/left@1.2.0'];
    const { body } = await plan({ packages: [...asked, 'pkg:npm/part@1.0.0', 'pkg:npm/hunted@1.0.0'] });
    const { plans, set, totals } = body['data'];

    expect(plans[0]).toMatchObject({ package: 'hunted', clears: [{ id: 'CVE-2026-1041', kev: true }] });
    expect(plans).toHaveLength(5);
    expect(set.find((each: { package: string }) => each.package === 'left')).toEqual({
      ecosystem: 'npm',
      package: 'left',
      target: '2.0.3',
      crossesMajor: true,
      moves: ['1.2.0', '2.0.0'],
      keeps: ['1.5.2'],
      open: [],
    });
    expect(totals).toMatchObject({ asked: 6, unknown: 0, before: { packages: 4, findings: 6, kev: 1 } });
    expect(totals.after).toMatchObject({ packages: 1, findings: 1, kev: 0 });
    expect(body['coverage'].find(({ source }: { source: string }) => source === 'osv').state).toBe('ok');
  });

  it('plans the packages of the collection for a CVE, by what channels hold too', async () => {
    const { body } = await plan({ cves: ['cve-2026-2001', 'CVE-2026-9999'] });
    const { plans, cves } = body['data'];

    expect(plans).toHaveLength(1);
    expect(plans[0]).toMatchObject({
      places: [{ channel: 'nixos-26.05', attribute: 'harbour' }],
      current: '3.5.1',
      status: 'fix',
      target: '3.6.9',
      rebuild: null,
    });
    expect(plans[0].proof.smaller).toEqual([{ version: '3.6.0', id: 'CVE-2026-2002', state: 'holds', opens: true }]);
    expect(cves.map(({ known, places }: { known: boolean; places: unknown[] }) => [known, places.length])).toEqual([
      [true, 2],
      [false, 0],
    ]);
  });

  it('plans nothing for a CVE that was rejected, however old what others say of it is', async () => {
    const criteria = 'cpe:2.3:a:tidewater:harbour:*:*:*:*:*:*:*:*';
    const cpeMatch = [{ vulnerable: true, criteria, versionEndExcluding: '9.0.0' }];
    const nvd = { cve: { id: 'CVE-2026-2003', configurations: [{ nodes: [{ operator: 'OR', cpeMatch }] }] } };
    await using stale = await openPackageApp([remediation], async (store) => {
      await store.put('cve_list_v5', { 'CVE-2026-2003': rejected('CVE-2026-2003') }, SEEN);
      await store.put('nvd', { 'CVE-2026-2003': nvd }, SEEN);
      await store.put('packages', PACKAGES, SEEN);
    });

    const { body } = await stale.app.get('/api/v1/remediation/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cves: ['CVE-2026-2003'] }),
    });

    const { plans, cves, notes } = body['data'];
    expect(plans).toEqual([]);
    expect(cves).toMatchObject([{ id: 'CVE-2026-2003', known: true }]);
    expect(notes).toEqual(['CVE-2026-2003 is rejected, so it was not planned']);
  });

  it('plans a package of the collection by its purl, and the packages of a bill of materials', async () => {
    const { body } = await plan({ packages: ['pkg:nix/harbour@3.5.1'] });
    const small = [{ type: 'library', name: 'left', version: '1.2.0', purl: 'pkg:npm/left@1.2.0' }, component(0)];
    // So long that it is read in another process.
    const long = [...small, ...Array.from({ length: 2_000 }, (_, i) => component(i))];
    const answers = await Promise.all([small, long].map((components) => plan({ sbom: { ...BOM, components } })));

    expect(body['data'].plans[0]).toMatchObject({ purls: ['pkg:nix/harbour@3.5.1'], target: '3.6.9' });
    expect(answers.map((each) => each.body['data'].plans[0].target)).toEqual(['1.5.2', '1.5.2']);
    expect(answers.map((each) => each.body['data'].notes)).toEqual([
      ['1 components without a package URL were skipped'],
      ['2001 components without a package URL were skipped'],
    ]);
  });

  it.each<[string, string]>([
    [
      'package URLs',
      JSON.stringify({ packages: Array.from({ length: 100 }, (_, i) => `pkg:npm/${i}${'x'.repeat(900)}@1`) }),
    ],
    ['what is no JSON', `{"packages":[${'"x",'.repeat(250_000)}`],
  ])('reads a large body in another process: %s', async (_name, body) => {
    await using busy = await testApp({
      routes: [remediation],
      settings: { bodyLimit: 1 << 20, deadlineMs: 60_000 },
      sbom: { limits: { milliseconds: 1, megabytes: 100 } },
    });

    const refused = await busy.get('/api/v1/remediation/plan', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

    expect([refused.status, refused.body['code']]).toEqual([413, 'SBOM_TOO_COSTLY']);
  });

  it.each<[string, unknown, string]>([
    ['nothing', {}, 'exactly one of packages, sbom and cves'],
    ['two', { packages: ['pkg:npm/left@1.2.0'], cves: ['CVE-2026-2001'] }, 'exactly one of packages, sbom and cves'],
    ['no packages', { packages: [] }, "Member 'packages'"],
    ['too many packages', { packages: Array.from({ length: 1_001 }, () => 'pkg:npm/left@1.2.0') }, "Member 'packages'"],
    ['too many CVEs', { cves: Array.from({ length: 51 }, (_, i) => `CVE-2026-${1000 + i}`) }, "Member 'cves'"],
    ['what is no CVE', { cves: ['left'] }, 'Expected: CVE-YYYY-NNNNN'],
    ['no bill of materials', { sbom: { name: 'left' } }, 'CycloneDX'],
    ['a number for a document', { sbom: 5 }, "Member 'sbom': expected the document as an object or as text"],
    ['a large body of nothing', { other: 'x'.repeat(100_000) }, 'exactly one of packages, sbom and cves'],
    [
      'a large list',
      { packages: Array.from({ length: 1_001 }, () => `pkg:npm/${'x'.repeat(100)}@1`) },
      "Member 'packages'",
    ],
    ['a large document that is none', { sbom: { name: 'x'.repeat(100_000) } }, 'CycloneDX'],
  ])('refuses %s', async (_name, body, text) => {
    const refused = await plan(body);

    expect(refused.status).toBe(400);
    expect(refused.body['error']).toContain(text);
  });
});
