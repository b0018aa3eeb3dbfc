import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { store } from '../../../core/test/nix-samples.ts';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { sbom } from '../../src/http/routes/sbom/sbom.ts';
import { grantedKey } from '../support/access.ts';
import { byId, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';
import { cycloneDx, library } from '../support/worlds/sbom-world.ts';

const HARBOUR = 'CVE-2026-10001';

const entry = (pname: string, version: string, more: object = {}) => ({
  name: `${pname}-${version}`,
  pname,
  version,
  patches: [],
  meta: { homepage: `https://github.com/tidewater/${pname}`, maintainers: [] },
  ...more,
});

const PACKAGES = {
  'nixos-unstable/harbour': entry('harbour', '3.5.1'),
  'nixos-26.05/harbour': entry('harbour', '3.5.1', { patches: [`${HARBOUR}.patch`] }),
  'nixos-unstable/python312Packages.lock-step': entry('python3.12-lock-step', '1.0.0'),
  'nixos-unstable/lamp': entry('lamp', '1.0.0', { meta: { knownVulnerabilities: ['CVE-2026-20001: left alone'] } }),
  ...Object.fromEntries(
    Array.from({ length: 250 }, (_, i) => [`nixos-unstable/buoy${i}`, entry(`buoy${i}`, '1.0')] as const),
  ),
};

const versions = [{ version: '0', lessThan: '9.0.0', status: 'affected', versionType: 'semver' }];
const cveSays = (cveId: string, vendor: string, product: string) => ({
  dataType: 'CVE_RECORD',
  cveMetadata: { cveId, state: 'PUBLISHED', datePublished: '2026-09-01T00:00:00.000Z' },
  containers: { cna: { title: cveId, affected: [{ vendor, product, versions, defaultStatus: 'unaffected' }] } },
});

const issue = {
  number: 7,
  title: 'buoy3: CVE-2026-10003',
  body: 'As reported.',
  state: 'open',
  html_url: 'https://github.com/NixOS/nixpkgs/issues/7',
  created_at: '2026-10-01T00:00:00Z',
  updated_at: '2026-10-02T00:00:00Z',
  labels: [{ name: '1.severity: security', color: 'e11d21' }],
  assignees: [],
};

const CLOSURE = [
  'harbour-3.5.1',
  'harbour-3.5.1-man',
  'python3.12-lock-step-1.0.0',
  'harbour-9.1',
  'buoy7-1.0',
  'unit-sshd.service',
].map(store);
const DERIVATIONS = Object.fromEntries(
  CLOSURE.filter((path) => !path.endsWith('-man')).map((path) => [`${path}.drv`, { outputs: {}, env: {} }]),
);

const GRAPH = `digraph G {\n${CLOSURE.map((path) => `"${path.slice('/nix/store/'.length)}";`).join('\n')}\n}`;

interface Shown {
  readonly component: { readonly purl: string; readonly channels?: readonly string[] };
  readonly verdict: string;
  readonly verdictReason: string;
  readonly findings?: readonly { readonly id: string; readonly status: string; readonly confidence: string }[];
}

describe('packages of the collection in a bill of materials', () => {
  let given: PackageApp;
  let key: string;
  beforeAll(async () => {
    given = await openPackageApp(
      [sbom, vulns],
      async (store, db) => {
        await store.put('packages', PACKAGES, SEEN);
        await store.put(
          'cve_list_v5',
          {
            [HARBOUR]: cveSays(HARBOUR, 'Tidewater', 'Harbour'),
            'CVE-2026-10002': cveSays('CVE-2026-10002', 'Odd', 'Quay'),
          },
          SEEN,
        );
        await store.put('nixpkgs', { 'issue/7': issue }, SEEN);
        await store.put(
          'osv',
          byId(osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '2.0.0' }])),
          SEEN,
        );
        for (const source of ['osv', 'advisory', 'cve_list_v5', 'nvd', 'packages', 'nixpkgs'] as const) {
          await wasRead(db, source);
        }
      },
      { sbom: { limits: { milliseconds: 60_000, megabytes: 512 } } },
    );
    ({ key } = await grantedKey(given.db));
  });
  afterAll(() => given[Symbol.asyncDispose]());

  function examine(components: readonly object[]) {
    return send(JSON.stringify(cycloneDx(components)), 'application/json');
  }

  async function send(body: string, type: string) {
    const answer = await given.app.get('/api/v1/sbom?view=all', {
      method: 'POST',
      headers: { 'content-type': type, authorization: `Bearer ${key}` },
      body,
    });
    const { components: counts, findings, others, unresolved, document, reasons } = answer.body['data'];
    return { counts, reasons, unresolved, document, shown: [...findings, ...others] as Shown[] };
  }

  it('are all judged, as /vulns judges each', async () => {
    const known = ['harbour@3.5.1', 'python312Packages.lock-step@1.0.0', 'python3.12-lock-step@2.0.0', 'lamp@1.0.0'];
    const buoys = Array.from({ length: 250 }, (_, i) => `buoy${i}@1.0`);
    const names = [...known, 'harbour@9.1', 'never-heard-of@1.0', ...buoys];

    const { counts, shown } = await examine(names.map((name) => library(`pkg:nix/${name}`)));

    expect(counts).toMatchObject({ seen: names.length, matched: names.length, skipped: 0 });
    const byPurl = new Map(shown.map((one) => [one.component.purl, one]));
    for (const name of names.slice(0, 12)) {
      const [asked = '', version = ''] = name.split('@');
      const { body: alone } = await given.app.get(`/api/v1/vulns/${encodeURIComponent(asked)}?version=${version}`);
      const one = byPurl.get(`pkg:nix/${name}`);
      const matches = [...alone['data'].matches, ...alone['data'].otherMatches] as Record<string, string>[];
      expect([name, one?.verdict, one?.verdictReason]).toEqual([name, alone['verdict'], alone['verdictReason']]);
      expect((one?.findings ?? []).map(({ id, status, confidence }) => [id, status, confidence])).toEqual(
        matches.map(({ cve, id, status, confidence }) => [cve ?? id, status, confidence]),
      );
    }
    expect(counts).toMatchObject({ affected: 3, notAffected: 2 });
  });

  it.each([
    ['pkg:nix/harbour@3.5.1', 'affected'],
    ['pkg:nix/nixpkgs/harbour@3.5.1', 'affected'],
    ['pkg:nix/harbour@3.5.1?channel=nixos-unstable', 'affected'],
    ['pkg:nix/harbour@3.5.1?channel=nixos-26.05', 'not_affected'],
    ['pkg:nix/harbour@3.5.1?channel=nixos-99.05', 'affected'],
    ['pkg:nix/harbour', 'unknown'],
  ])('of the form %s are judged: %s', async (purl, verdict) => {
    const { shown } = await examine([library(purl)]);

    expect(shown).toMatchObject([{ component: { purl }, verdict }]);
  });

  it('of another collection are left out, and the reason says so', async () => {
    const { counts, shown, reasons } = await examine([library('pkg:nix/other-flake/harbour@3.5.1')]);

    expect(counts).toMatchObject({ seen: 1, matched: 0, skipped: 1 });
    expect(shown).toEqual([]);
    expect(reasons).toMatchObject([
      { status: 'skipped', reason: 'only nixpkgs packages are covered, not other-flake', count: 1 },
    ]);
  });

  it.each([
    ['a list', [...CLOSURE, 'not a path'].join('\n'), 'text/plain', 'text', 5, ['unit-sshd.service', 'not']],
    [
      'path-info',
      JSON.stringify(CLOSURE.map((path) => ({ path }))),
      'application/json',
      'json',
      5,
      ['unit-sshd.service'],
    ],
    ['derivations', JSON.stringify(DERIVATIONS), 'application/json', 'json', 4, ['unit-sshd.service.drv']],
    ['a graph', GRAPH, 'text/plain', 'dot', 5, ['unit-sshd.service']],
  ])(
    'are told by the store paths of %s, and what is none of them is listed',
    async (_, text, type, encoding, matched, left) => {
      const { counts, unresolved, document, shown } = await send(text, type);

      expect(document).toMatchObject({ format: 'nix', encoding, validation: { schema: null, valid: null } });
      expect(shown.map(({ component: { purl, channels }, verdict }) => [purl, verdict, channels])).toEqual([
        ['pkg:nix/harbour@3.5.1', 'affected', ['nixos-26.05', 'nixos-unstable']],
        ['pkg:nix/python312Packages.lock-step@1.0.0', 'affected', ['nixos-unstable']],
        ['pkg:nix/harbour@9.1', 'not_affected', []],
        ['pkg:nix/buoy7@1.0', 'none_known', ['nixos-unstable']],
      ]);
      expect(unresolved.map(({ name }: { name: string }) => name).toSorted()).toEqual(left.toSorted());
      expect(counts).toMatchObject({ matched, skipped: left.length });
    },
  );

  it('carry the patches and CPEs of their own component, and of no other', async () => {
    const pedigree = { patches: [{ type: 'unofficial', resolves: [{ type: 'security', id: HARBOUR }] }] };
    const cpe = 'cpe:2.3:a:odd:quay:1.0:*:*:*:*:*:*:*';
    const { counts, shown } = await examine([
      library('pkg:nix/harbour@3.5.1', { pedigree }),
      library('pkg:nix/harbour@3.5.1'),
      library('pkg:nix/buoy1@1.0', { cpe }),
      library('pkg:nix/buoy1@1.0'),
    ]);

    expect(counts).toMatchObject({ affected: 2, notAffected: 1, noneKnown: 1 });
    expect(
      shown.map(({ verdict, findings = [] }) => [verdict, findings.map(({ id, status }) => `${id} ${status}`)]),
    ).toEqual([
      ['not_affected', [`${HARBOUR} fixed_by_patch`]],
      ['affected', [`${HARBOUR} affected`]],
      ['affected', ['CVE-2026-10002 affected']],
      ['none_known', []],
    ]);
  });
});
