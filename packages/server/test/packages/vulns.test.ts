import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { purl } from '../../src/http/routes/packages/purl.ts';
import { purls } from '../../src/http/routes/packages/purls.ts';
import { vulns } from '../../src/http/routes/packages/vulns.ts';
import { documentByHash, openDocuments } from '../../src/queries/documents.ts';
import { faultsOf, type ShownProof } from '../support/agreement/check-proof.ts';
import type { TestApp } from '../support/app.ts';
import { byId, NOW, openPackageApp, osvSays, type PackageApp, SEEN, wasRead } from '../support/worlds/package-world.ts';

const LATER = new Date(SEEN.getTime() + 86_400_000);

interface Product {
  readonly vendor: string;
  readonly product: string;
  readonly from?: string;
  readonly lessThan?: string;
  readonly state?: string;
  readonly references?: readonly string[];
  readonly description?: string;
  readonly more?: object;
}

function cveSays(
  id: string,
  { vendor, product, from = '0', lessThan, state = 'PUBLISHED', references = [], description, more }: Product,
) {
  const versions = [
    { version: from, ...(lessThan === undefined ? {} : { lessThan }), status: 'affected', versionType: 'semver' },
  ];
  return {
    dataType: 'CVE_RECORD',
    cveMetadata: { cveId: id, state, datePublished: '2026-09-01T00:00:00.000Z' },
    containers: {
      cna: {
        providerMetadata: { shortName: 'maker' },
        title: `Title of ${id}`,
        descriptions: [{ lang: 'en', value: description ?? `Description of ${id}.` }],
        affected: [{ vendor, product, versions, defaultStatus: 'unaffected', ...more }],
        references: references.map((url) => ({ url })),
        metrics: [{ cvssV3_1: { vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', baseScore: 9.8 } }],
      },
    },
  };
}

const CVES = {
  'CVE-2026-10001': cveSays('CVE-2026-10001', { vendor: 'Tidewater', product: 'Harbour', lessThan: '3.6.0' }),
  'CVE-2026-10002': cveSays('CVE-2026-10002', { vendor: 'Tidewater', product: 'Harbour', lessThan: '3.0.0' }),
  'CVE-2026-10003': cveSays('CVE-2026-10003', { vendor: 'Elsewhere', product: 'Harbour', lessThan: '9.0.0' }),
  'CVE-2026-10004': cveSays('CVE-2026-10004', {
    vendor: 'Tidewater',
    product: 'Harbour',
    lessThan: '9.0.0',
    state: 'REJECTED',
  }),
  'CVE-2026-10005': cveSays('CVE-2026-10005', { vendor: 'Tidewater', product: 'Harbour', lessThan: '9.0.0' }),
  'CVE-2026-10006': cveSays('CVE-2026-10006', {
    vendor: 'Somebody',
    product: 'Harbour',
    lessThan: '4.0.0',
    references: ['https://github.com/tidewater/harbour/security/advisories/GHSA-1'],
  }),
  'CVE-2026-10007': cveSays('CVE-2026-10007', { vendor: 'Odd', product: 'Other Name', lessThan: '4.0.0' }),
  'CVE-2026-10008': cveSays('CVE-2026-10008', {
    vendor: 'Tidewater',
    product: 'Harbour',
    lessThan: '9.0.0',
    more: { collectionURL: 'https://wordpress.org/plugins' },
  }),
  // The range has no end, and the module's own record knows the fix.
  'CVE-2026-10010': cveSays('CVE-2026-10010', {
    vendor: 'Tidewater',
    product: 'Harbour',
    from: '0.1.0',
    lessThan: '*',
  }),
  'CVE-2026-10009': cveSays('CVE-2026-10009', { vendor: 'Lighthouse', product: 'Lamp', lessThan: '2.0.0' }),
};

/** A CVE with what CISA adds to it. */
function enrichedSays(id: string, own: Product, added: Pick<Product, 'vendor' | 'product' | 'lessThan'>) {
  const { containers, ...record } = cveSays(id, own);
  const { affected } = cveSays(id, added).containers.cna;
  const adp = [{ providerMetadata: { shortName: 'CISA-ADP' }, affected }];
  return { ...record, containers: { ...containers, adp } };
}

/** Classes of records that were once taken for more than they say. */
const ODD = {
  'CVE-2026-10030': enrichedSays(
    'CVE-2026-10030',
    { vendor: 'Tidewater', product: 'Harbour', lessThan: '9.0.0', more: { platforms: ['Windows'] } },
    { vendor: 'tidewater', product: 'harbour', lessThan: '9.0.0' },
  ),
  'CVE-2026-10031': enrichedSays(
    'CVE-2026-10031',
    { vendor: 'Elsewhere', product: 'Pier Gallery', lessThan: '9.0.0' },
    { vendor: 'tidewater', product: 'harbour', lessThan: '9.0.0' },
  ),
  'CVE-2026-10032': cveSays('CVE-2026-10032', {
    vendor: 'Apache Software Foundation',
    product: 'Kafka',
    lessThan: '3.7.2',
  }),
  'CVE-2026-10033': cveSays('CVE-2026-10033', { vendor: 'Tidewater', product: 'Harbour', lessThan: '3.41' }),
  'CVE-2026-10034': cveSays('CVE-2026-10034', {
    vendor: 'Tidewater',
    product: 'Harbour',
    lessThan: '9.0.0',
    description: 'Harbour on Windows loads libraries from the folder that it is started in.',
  }),
};

/** What Anchore adds to NVD's record of a CVE. */
function overrideSays(id: string, product: string, versionEndExcluding: string): object {
  const criteria = `cpe:2.3:a:${product}:*:*:*:*:*:*:*:*`;
  const cpeMatch = [{ criteria, vulnerable: true, versionEndExcluding }];
  return { _annotation: { cve_id: id, references: [] }, cve: { configurations: [{ nodes: [{ cpeMatch }] }] } };
}

const OVERRIDES = {
  'CVE-2026-10020': overrideSays('CVE-2026-10020', 'tidewater:harbour', '3.6.0'),
  // The assigner includes every version before 3.6.0.
  'CVE-2026-10001': overrideSays('CVE-2026-10001', 'tidewater:harbour', '3.0.0'),
  'CVE-2026-10033': overrideSays('CVE-2026-10033', 'tidewater:harbour', '3.4.1'),
};

const entry = (name: string, version: string, homepage: string | null, more: object = {}) => ({
  name: `${name}-${version}`,
  pname: name,
  version,
  patches: [],
  meta: { ...(homepage === null ? {} : { homepage }), maintainers: [] },
  ...more,
});

const HOME = 'https://github.com/tidewater/harbour';
const PACKAGES = {
  'nixos-unstable/harbour': entry('harbour', '3.5.1', HOME, { patches: ['CVE-2026-10005.patch'] }),
  'nixos-26.05/harbour': entry('harbour', '3.5.1', HOME, { patches: ['CVE-2026-10005.patch'] }),
  'nixos-unstable/python312Packages.lock-step': entry('python3.12-lock-step', '1.0.0', null),
  'nixos-unstable/kafka_3_9': entry('kafka', '2.13-3.9.1', 'https://github.com/apache/kafka'),
  'nixos-unstable/mooring': entry('mooring', '1.0.0', 'https://github.com/tidewater/mooring'),
  'nixos-unstable/perlPackages.Tide': entry('perl5.40-Tide', '1.0', null),
  'nixos-unstable/lamp': {
    ...entry('lamp', '1.0.0', 'https://lamp.example/', {}),
    meta: {
      homepage: 'https://lamp.example/',
      knownVulnerabilities: ['CVE-2026-20001: no longer looked after'],
      identifiers: { cpe: 'cpe:2.3:a:lighthouse:lamp:1.0.0:*:*:*:*:*:*:*' },
    },
  },
};

const issue = (number: number, title: string, more: object = {}) => ({
  number,
  title,
  body: 'As reported.',
  state: 'open',
  html_url: `https://github.com/NixOS/nixpkgs/issues/${number}`,
  created_at: '2026-10-01T00:00:00Z',
  updated_at: '2026-10-02T00:00:00Z',
  labels: [{ name: '1.severity: security', color: 'e11d21' }],
  assignees: [],
  ...more,
});

const OSV = byId(
  osvSays('GHSA-aaaa-aaaa-aaaa', [{ ecosystem: 'PyPI', name: 'Lock_Step', fixed: '2.0.0' }], {
    aliases: ['CVE-2026-30001'],
    references: [{ type: 'WEB', url: 'https://example.com/advisory' }],
  }),
  osvSays('PYSEC-2026-1', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '2.0.0' }], { aliases: ['CVE-2026-30001'] }),
  osvSays('MAL-2026-1', [{ ecosystem: 'PyPI', name: 'lock-step', versions: ['1.0.0'] }], { severity: null }),
  osvSays('GHSA-gone-gone-gone', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '9.0.0' }], {
    withdrawn: '2026-10-02T00:00:00Z',
  }),
  osvSays('GHSA-npmm-npmm-npmm', [{ ecosystem: 'npm', name: 'harbour', fixed: '9.0.0' }]),
  osvSays('GHSA-scop-scop-scop', [{ ecosystem: 'npm', name: '@scope/name', fixed: '2.0.0' }]),
  osvSays('GO-2026-1', [{ ecosystem: 'Go', name: 'github.com/Owner/repo', fixed: '1.2.0' }]),
  osvSays('GHSA-modu-modu-modu', [{ ecosystem: 'Go', name: 'github.com/tidewater/harbour', fixed: '1.0.0' }], {
    aliases: ['CVE-2026-10010'],
  }),
  osvSays('PYSEC-2026-7', [{ ecosystem: 'PyPI', name: 'lock-step', fixed: '0.4' }], { aliases: ['CVE-2026-30007'] }),
  osvSays('GHSA-mave-mave-mave', [{ ecosystem: 'Maven', name: 'org.group:artifact', fixed: '2.0' }]),
  osvSays('OSV-2026-1', [{ ecosystem: 'OSS-Fuzz', name: 'mooring', versions: ['1.0.0'] }], {
    references: [{ type: 'REPORT', url: 'https://github.com/tidewater/mooring/issues/1' }],
  }),
  osvSays('GHSA-rope-rope-rope', [{ ecosystem: 'npm', name: 'rope', fixed: '2.0.0' }], { aliases: ['CVE-2026-30010'] }),
);

describe('/vulns/:package', () => {
  let given: PackageApp;
  let app: TestApp;
  beforeAll(async () => {
    given = await openPackageApp(
      [vulns, purl],
      async (store, db) => {
        await store.put('cve_list_v5', { ...CVES, ...ODD }, SEEN);
        await store.put('osv', OSV, SEEN);
        await store.put('nvd_overrides', OVERRIDES, SEEN);
        await store.put('packages', PACKAGES, SEEN);
        await store.put(
          'nixpkgs',
          {
            'issue/7': issue(7, 'harbour: CVE-2026-10007'),
            'issue/8': issue(8, 'python312Packages.lock-step: CVE-2026-30007'),
            'issue/9': issue(9, 'ChartRoom: CVE-2026-30009'),
          },
          SEEN,
        );
        // What is fixed today was not known on that date.
        await store.put(
          'cve_list_v5',
          {
            'CVE-2026-10002': cveSays('CVE-2026-10002', { vendor: 'Tidewater', product: 'Harbour', lessThan: '3.6.0' }),
          },
          LATER,
        );
        for (const source of ['cve_list_v5', 'osv', 'packages', 'nixpkgs'] as const) await wasRead(db, source);
      },
      { settings: { rates: { ...RATES, general: 1_000 } } },
    );
    ({ app } = given);
  });
  afterAll(() => given[Symbol.asyncDispose]());

  const ask = async (path: string) => {
    const { status, body, headers } = await app.get(`/api/v1/vulns/${path}`);
    const data = body['data'] as Answer;
    const all = [...(data?.matches ?? []), ...(data?.otherMatches ?? [])];
    return { status, body, headers, data, found: new Map(all.map((match) => [match.cve ?? match.id, match])) };
  };

  it('matches by who makes it, says why, and never by a name alone', async () => {
    const { body, data, found, headers } = await ask('harbour?version=3.5.1');

    expect(data).toMatchObject({ package: 'harbour', version: '3.5.1', osvMatches: { npm: 1 } });
    expect(body).toMatchObject({ verdict: 'affected', asOf: NOW.toISOString() });
    expect(headers.get('cache-control')).toContain('max-age=900');
    expect(found.get('CVE-2026-10001')).toMatchObject({
      confidence: 'medium',
      status: 'affected',
      source: 'pkgtracker',
      severity: 'critical',
      title: 'Title of CVE-2026-10001',
      affectedVersions: '< 3.6.0',
      affectedInWords: 'every version up to but not including 3.6.0',
      fixedIn: '3.6.0',
      sources: ['cve_list_v5'],
      proof: { rule: 'exact_disputed', evidence: [{ identity: { rule: 'vendor_agrees' } }] },
    });
    // The vendor is somebody else, and nothing in the record points to the package.
    expect(found.get('CVE-2026-10003')).toMatchObject({ confidence: 'low', status: 'possible' });
    // The vendor is somebody else, too, but the record points to the package's own repository.
    expect(found.get('CVE-2026-10006')).toMatchObject({
      confidence: 'high',
      proof: { evidence: [{ identity: { rule: 'references_agree' } }] },
    });
    expect(found.get('GHSA-npmm-npmm-npmm')).toMatchObject({ confidence: 'low' });
    // Rejected, and a plug-in of another thing.
    expect([...found.keys()]).not.toContain('CVE-2026-10004');
    expect([...found.keys()]).not.toContain('CVE-2026-10008');
  });

  it('takes no flaw of Windows, and no product that CISA alone names, for one of the package', async () => {
    const { found } = await ask('harbour?version=3.5.1');

    expect(found.has('CVE-2026-10030')).toBe(false);
    expect(found.get('CVE-2026-10031')).toMatchObject({ confidence: 'low', status: 'possible' });
  });

  it('doubts a flaw that its description places on Windows', async () => {
    const { found } = await ask('harbour?version=3.5.1');

    expect(found.get('CVE-2026-10034')).toMatchObject({
      status: 'possible',
      proof: { evidence: [{ identity: { rule: 'described_elsewhere' } }] },
    });
  });

  it('doubts a bound that lacks a dot which another record has', async () => {
    const { found } = await ask('harbour?version=3.5.1');

    expect(found.get('CVE-2026-10033')).toMatchObject({ confidence: 'low', status: 'possible' });
    expect((await ask('harbour?version=3.4.0')).found.get('CVE-2026-10033')).toMatchObject({ status: 'affected' });
  });

  it('compares the release line that the attribute names', async () => {
    expect((await ask('kafka_3_9?version=2.13-3.9.1')).found.has('CVE-2026-10032')).toBe(false);
    expect((await ask('kafka_3_9?version=2.13-3.7.1')).found.has('CVE-2026-10032')).toBe(true);
  });

  it('shows a crash that only a fuzzer found, and decides nothing by it', async () => {
    const { found, body } = await ask('mooring?version=1.0.0');

    expect(found.get('OSV-2026-1')).toMatchObject({ confidence: 'low', status: 'possible' });
    expect(body).toMatchObject({ verdict: 'none_known', verdictReason: expect.stringContaining('fuzzer') });
  });

  it('takes what an enrichment alone says for a match of medium confidence', async () => {
    const { found } = await ask('harbour?version=3.5.1');

    expect(found.get('CVE-2026-10020')).toMatchObject({
      confidence: 'medium',
      status: 'affected',
      fixedIn: '3.6.0',
      sources: ['nvd_overrides'],
      proof: { rule: 'exact_enriched' },
    });
    expect((await ask('harbour?version=3.6.0&cve=CVE-2026-10020')).body['verdict']).toBe('not_affected');
  });

  it('takes a patch named after the CVE for a fix', async () => {
    const { found } = await ask('harbour?version=3.5.1');

    expect(found.get('CVE-2026-10005')).toMatchObject({ status: 'fixed_by_patch', confidence: 'low' });
    expect(found.get('CVE-2026-10005')?.proof).toMatchObject({
      rule: 'patched',
      against: [
        { kind: 'patched', channel: 'nixos-26.05', cve: 'CVE-2026-10005' },
        { kind: 'patched', channel: 'nixos-unstable' },
      ],
    });
    // Another version is not what the collection has patched.
    expect((await ask('harbour?version=3.5.0')).found.get('CVE-2026-10005')).toMatchObject({ status: 'affected' });
  });

  it('takes a tracked CVE for a possible match where its record is about another product', async () => {
    const { found } = await ask('harbour?version=3.5.1');

    expect(found.get('CVE-2026-10007')).toMatchObject({
      confidence: 'low',
      status: 'possible',
      source: 'pkgtracker',
      sources: ['nixpkgs'],
      proof: { rule: 'tracked_unstated' },
    });
  });

  it.each(['ChartRoom', 'chartroom', 'CHARTROOM'])('takes an issue about ChartRoom for one about %s', async (name) => {
    const { found, body } = await ask(`${name}?version=1.0.0`);

    expect(found.get('CVE-2026-30009')).toMatchObject({ source: 'pkgtracker', sources: ['nixpkgs'] });
    expect(body['verdict']).not.toBe('not_affected');
  });

  it('holds what clears a version against what affects it, and against the tracker', async () => {
    expect((await ask('harbour?version=3.5.1')).found.get('CVE-2026-10010')).toMatchObject({
      confidence: 'low',
      proof: { rule: 'contradicted', against: [{ kind: 'not_affected', id: 'GHSA-modu-modu-modu' }] },
    });
    // The issue is open, and the record that it is an alias of says that the version is past the fix.
    expect((await ask('python312Packages.lock-step?version=1.0.0')).found.has('CVE-2026-30007')).toBe(false);
  });

  it('counts what the collection itself says, and what it declares', async () => {
    const { found, body } = await ask('lamp?version=1.0.0');

    expect(body['verdict']).toBe('affected');
    expect(found.get('CVE-2026-20001')).toMatchObject({ confidence: 'high', proof: { rule: 'collection_says' } });
    expect(found.get('CVE-2026-10009')).toMatchObject({
      confidence: 'high',
      proof: { evidence: [{ identity: { rule: 'declared_cpe', weight: 1 } }] },
    });
  });

  it('makes one match of all that speak of one vulnerability, and keeps what has no CVE apart', async () => {
    const { data, found } = await ask('python312Packages.lock-step?version=1.0.0');

    expect(data.matches.map(({ cve }) => cve)).toEqual(['CVE-2026-30001']);
    expect(found.get('CVE-2026-30001')).toMatchObject({
      confidence: 'high',
      source: 'osv',
      aliases: ['GHSA-aaaa-aaaa-aaaa', 'PYSEC-2026-1'],
      references: ['https://example.com/advisory'],
    });
    expect(data.otherMatches.map(({ id }) => id)).toEqual(['MAL-2026-1']);
    expect(data.osvMatches).toEqual({ PyPI: 2 });
  });

  it.each([
    ['python3.12-lock-step', 'CVE-2026-30001'],
    ['lock-step', 'CVE-2026-30001'],
    ['%40scope%2Fname', 'GHSA-scop-scop-scop'],
    ['@scope/name', 'GHSA-scop-scop-scop'],
    ['github.com/Owner/repo', 'GO-2026-1'],
    ['github.com%2FOwner%2Frepo', 'GO-2026-1'],
    ['org.group:artifact', 'GHSA-mave-mave-mave'],
  ])('knows %s in the form in which it is written', async (name, id) => {
    const { found, body } = await ask(`${name}?version=1.0.0`);

    expect(found.get(id)?.confidence).not.toBe('low');
    expect(body['verdict']).toBe('affected');
  });

  it.each([
    ['clean', 'python312Packages.lock-step?version=9.9.9', 'not_affected'],
    ['unknown', 'no-such-package?version=1.0.0', 'unknown'],
    ['without a version', 'harbour', 'unknown'],
    ['of a version nobody can read', 'python312Packages.lock-step?version=nonsense', 'unknown'],
    ['called __proto__', '__proto__?version=1.0.0', 'unknown'],
  ])('answers about a package that is %s', async (_, path, verdict) => {
    const { status, body } = await ask(path);

    expect(status).toBe(200);
    expect(body).toMatchObject({ verdict, verdictReason: expect.any(String) });
    expect(body['coverage']).toContainEqual(expect.objectContaining({ source: 'osv', state: 'ok' }));
  });

  it('judges a package of the ecosystem that is given, as /purl does', async () => {
    const open = await ask('rope?version=1.0.0');
    const given = await ask('rope?version=1.0.0&ecosystem=npm');
    const all = await ask('rope?version=1.0.0&ecosystem=all');
    const { body: byPurl } = await app.get('/api/v1/purl/pkg:npm%2Frope%401.0.0');

    expect(open.found.get('CVE-2026-30010')).toMatchObject({ confidence: 'medium', source: 'osv' });
    expect(given.found.get('CVE-2026-30010')).toMatchObject({ confidence: 'high', source: 'osv' });
    expect(all.data).toEqual(open.data);
    expect(given.data.matches).toEqual(byPurl['data'].matches);
    expect([given.body['verdict'], given.body['coverage']]).toEqual([byPurl['verdict'], byPurl['coverage']]);
  });

  it('takes a name of the ecosystem in every spelling', async () => {
    const { found } = await ask('Lock_Step?version=1.0.0&ecosystem=PyPI');

    expect(found.get('CVE-2026-30001')).toMatchObject({ confidence: 'high' });
  });

  it('refuses an ecosystem that is spelt otherwise', async () => {
    const { status, body } = await ask('lock-step?version=1.0.0&ecosystem=pypi');

    expect([status, body['code'], body['hint']]).toEqual([400, 'INVALID_PARAMETER', 'Did you mean PyPI?']);
  });

  it('says what nobody covers', async () => {
    const { body } = await ask('perlPackages.Tide?version=1.0');

    // Records of products can tell of it, and those were all read.
    expect(body).toMatchObject({ verdict: 'none_known', data: { matches: [] } });
    expect(body['coverage']).toContainEqual(expect.objectContaining({ source: 'osv', state: 'not_covered' }));
  });

  it('says any version where none was given, and confirms nothing', async () => {
    const { data, found } = await ask('harbour');

    expect(data.version).toBe('any');
    expect(found.get('CVE-2026-10001')).toMatchObject({ confidence: 'medium', proof: { rule: 'exact_no_version' } });
  });

  it('answers as it was known then', async () => {
    const then = await ask(`harbour?version=3.5.1&at=${SEEN.toISOString().slice(0, 10)}`);
    const before = await ask('harbour?version=3.5.1&at=2026-10-01');
    const now = await ask('harbour?version=3.5.1');

    expect(now.found.has('CVE-2026-10002')).toBe(true);
    expect(then.found.has('CVE-2026-10002')).toBe(false);
    expect(then.found.has('CVE-2026-10001')).toBe(true);
    expect(then.body['at']).toBe('2026-11-01T23:59:59.999Z');
    expect(before.body).toMatchObject({ basis: 'observed', verdict: 'unknown', data: { matches: [] } });
    expect(now.body).not.toHaveProperty('basis');
  });

  it.each([
    ['at=2027-01-01', 'is in the future'],
    ['at=yesterday', 'at'],
    ['version=1&version=2', 'more than once'],
  ])('refuses %s', async (query, reason) => {
    const { status, body } = await ask(`harbour?${query}`);

    expect(status).toBe(400);
    expect(String(body['error'])).toContain(reason);
  });

  it('proves every match: another program finds each in the evidence', async () => {
    const paths = [
      'harbour?version=3.5.1',
      'lamp?version=1.0.0',
      'python312Packages.lock-step?version=1.0.0',
      'harbour',
    ];
    // Not every source lets its bytes be passed on under /evidence: they are read where they are kept.
    const documents = openDocuments();
    let checked = 0;
    for (const path of paths) {
      const { found } = await ask(path);
      for (const [id, match] of found) {
        const bytes = new Map<string, Buffer>();
        for (const { sha256 } of match.proof.evidence) {
          const kept = await documentByHash(given.db, sha256 ?? '');
          if (kept !== null)
            bytes.set(sha256 ?? '', (await documents.unpack(given.db, [kept.packed]))[0] ?? Buffer.alloc(0));
        }

        expect([id, faultsOf(match.proof, (hash) => bytes.get(hash))]).toEqual([id, []]);
        checked += match.proof.evidence.length;
      }
    }
    expect(checked).toBeGreaterThan(15);
  });
});

describe('/vulns/:package, with a source that is past its time', () => {
  it('does not call clean what may have changed since', async () => {
    const old = new Date(NOW.getTime() - 30 * 86_400_000);
    await using given = await openPackageApp([vulns], async (store, db) => {
      await store.put('osv', OSV, SEEN);
      await store.put('packages', PACKAGES, SEEN);
      await wasRead(db, 'osv', { at: old });
    });
    const clean = await given.app.get('/api/v1/vulns/python312Packages.lock-step?version=9.9.9');
    const affected = await given.app.get('/api/v1/vulns/python312Packages.lock-step?version=1.0.0');

    expect(clean.body).toMatchObject({ verdict: 'unknown', asOf: old.toISOString() });
    expect(clean.body['coverage']).toContainEqual(expect.objectContaining({ source: 'osv', state: 'stale' }));
    expect(affected.body['verdict']).toBe('affected');
  });
});

describe('/vulns/:package, by the name of another release line than nixpkgs has', () => {
  it('does not say that there is no record of a name that a distribution writes so', async () => {
    await using given = await openPackageApp([vulns], async (store, db) => {
      await store.put('packages', { 'nixos-unstable/tide-runtime_8': entry('tide-runtime', '8.0.0', null) }, SEEN);
      const advisory = osvSays('ALSA-2026:1', [{ ecosystem: 'AlmaLinux:8', name: 'tide-runtime-7.0', fixed: '7.0.5' }]);
      await store.put('osv', byId(advisory), SEEN);
      for (const source of ['cve_list_v5', 'osv', 'packages', 'nixpkgs'] as const) await wasRead(db, source);
    });
    const other = await given.app.get('/api/v1/vulns/tide-runtime-6.0?version=1.0.0');
    const { body } = await given.app.get('/api/v1/vulns/tide-runtime-7.0?version=1.0.0');

    expect(other.body).toMatchObject({ verdict: 'none_known', lookedUp: { name: 'tide-runtime-6.0' } });
    expect(body).toMatchObject({ verdict: 'unknown', unknownReasons: ['possible_match'] });
    expect((body['data'] as Answer).otherMatches.map(({ id }) => id)).toEqual(['ALSA-2026:1']);
  });
});

describe('a whole release line', () => {
  it('is unknown where only some of its versions are affected, also among many packages', async () => {
    await using given = await openPackageApp([purl, purls], async (store, db) => {
      await store.put('packages', { 'nixos-unstable/harbour': entry('harbour', '8.0.0', null) }, SEEN);
      const entries = [{ ecosystem: 'Bitnami', name: 'harbour', introduced: '7.0.5', fixed: '7.0.9' }];
      await store.put('osv', byId(osvSays('BIT-harbour-2026-1001', entries)), SEEN);
      for (const source of ['cve_list_v5', 'osv', 'packages', 'nixpkgs'] as const) await wasRead(db, source);
    });
    const asked = 'pkg:nix/harbour@7.0.x';

    const alone = await given.app.get(`/api/v1/purl/${asked}`);
    const many = await given.app.get('/api/v1/purls', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ purls: [asked] }),
    });

    expect(alone.body).toMatchObject({ verdict: 'unknown' });
    expect(many.body['data'].results[0]).toMatchObject({ verdict: 'unknown' });
  });
});

describe('/vulns/:package, about a giant', () => {
  it('is whole, or as long as the caller asks for', async () => {
    const many = Array.from({ length: 1_050 }, (_, i) => `GHSA-${String(i).padStart(4, '0')}-aaaa-aaaa`);
    await using given = await openPackageApp([vulns], async (store, db) => {
      await store.put(
        'osv',
        byId(...many.map((id) => osvSays(id, [{ ecosystem: 'npm', name: 'giant', fixed: '2.0.0' }]))),
        SEEN,
      );
      await wasRead(db, 'osv');
    });
    const whole = await given.app.get('/api/v1/vulns/giant?version=1.0.0');
    const some = await given.app.get('/api/v1/vulns/giant?version=1.0.0&limit=10');

    expect([whole.body['verdict'], some.body['verdict']]).toEqual(['affected', 'affected']);
    expect(whole.body['data']).toMatchObject({ total: 1_050, truncated: false, osvMatches: { npm: 1_050 } });
    expect(some.body['data']).toMatchObject({ total: 1_050, truncated: true, osvMatches: { npm: 1_050 } });
    expect(whole.body['data'].otherMatches).toHaveLength(1_050);
    expect(some.body['data'].otherMatches).toEqual(whole.body['data'].otherMatches.slice(0, 10));
  });
});

interface Answer {
  readonly version: string;
  readonly matches: readonly Found[];
  readonly otherMatches: readonly Found[];
  readonly osvMatches: Record<string, number>;
}

interface Found {
  readonly cve?: string;
  readonly id?: string;
  readonly confidence: string;
  readonly sources: readonly string[];
  readonly proof: ShownProof;
}
