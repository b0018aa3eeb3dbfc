import { readLockfile } from '@almanac/core/lockfiles';
import { type SarifLog, writeCyclonedx } from '@almanac/core/sbom';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cycloneDx, library, MIXED, openSbomWorld, type SbomWorld } from '../support/worlds/sbom-world.ts';

const CANARY = 'c4n4ry-in-a-document';

interface Found {
  readonly component: { readonly purl: string; readonly occurrences: number };
  readonly verdict: string;
  readonly verdictReason: string;
  readonly total: number;
  readonly left: number;
  readonly findings: readonly Record<string, unknown>[];
}

/** All but the title, for which `/purl` reads documents. */
function comparable(finding: Record<string, unknown>, isRated: boolean): unknown[] {
  const { cve, id, aliases, confidence, status, severity, affectedVersions, fixedIn, sources, proof } = finding;
  return [cve ?? id, aliases, confidence, status, isRated ? severity : null, affectedVersions, fixedIn, sources, proof];
}

describe('POST /sbom', () => {
  let world: SbomWorld;
  beforeAll(async () => {
    world = await openSbomWorld({ siteUrl: 'http://site.test' });
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('finds in every component what /purl finds, with the same proof', async () => {
    const { status, body } = await world.send(cycloneDx(MIXED.map((purl) => library(purl))), {
      path: '/sbom?view=all',
    });

    expect(status).toBe(200);
    const { findings, others } = body['data'] as { findings: Found[]; others: Found[] };
    const byPurl = new Map([...findings, ...others].map((one) => [one.component.purl, one]));
    expect(byPurl.size).toBe(MIXED.length);
    for (const purl of MIXED) {
      const { body: alone } = await world.app.get(`/api/v1/purl/${encodeURIComponent(purl)}`);
      const one = byPurl.get(purl);
      const matches = [...alone['data'].matches, ...alone['data'].otherMatches];
      expect([purl, one?.verdict, one?.verdictReason]).toEqual([purl, alone['verdict'], alone['verdictReason']]);
      // The advisories of the giant share their bytes, in which no severity stands.
      const said = (match: Record<string, unknown>) => comparable(match, !purl.includes('giant'));
      expect([purl, (one?.findings ?? []).map(said)]).toEqual([purl, matches.slice(0, 50).map(said)]);
      expect([purl, one?.total ?? 0]).toEqual([purl, matches.length]);
    }
    expect(byPurl.get('pkg:npm/giant@1500.1.0')).toMatchObject({ total: 150, left: 100 });
  });

  it('counts every component once, and says why nothing is known of some', async () => {
    const { body } = await world.send(
      cycloneDx([
        library('pkg:npm/left@1.0.0', { 'bom-ref': 'a' }),
        library('pkg:npm/left@1.0.0', { 'bom-ref': 'b' }),
        library('pkg:npm/left@2.0.0'),
        library('pkg:npm/left', { version: '1.0.0' }),
        library('pkg:npm/never-heard-of@1.0.0'),
        library('pkg:cocoapods/left@1.0.0'),
        { type: 'library', name: 'nameless' },
        { type: 'library', name: 'odd', purl: 'not a purl' },
        { type: 'library', name: 'long', purl: `pkg:npm/${'x'.repeat(1_000)}@1` },
        { type: 'library', name: 'nul', purl: 'pkg:npm/a%00b@1.0.0' },
      ]),
    );

    const { components, reasons, findings, document } = body['data'];
    expect(components).toMatchObject({ affected: 3, notAffected: 1, noneKnown: 1, unknown: 0 });
    expect(components.matched).toBe(
      components.affected + components.notAffected + components.noneKnown + components.unknown,
    );
    expect(components.seen).toBe(components.matched + components.skipped);
    expect(components.seen).toBe(10);
    expect(reasons.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(5);
    expect(findings.map((one: Found) => [one.component.purl, one.component.occurrences, one.findings.length])).toEqual([
      ['pkg:npm/left@1.0.0', 2, 1],
      ['pkg:npm/left', 1, 1],
    ]);
    expect(document).toMatchObject({ format: 'cyclonedx', specVersion: '1.6', encoding: 'json' });
    expect([body['verdict'], body['verdictReason']]).toEqual(['affected', '3 of 10 components are affected.']);
    expect(body['coverage'].length).toBeGreaterThan(0);
  });

  it.each([
    ['no component', [], 'unknown', 'The document lists no components.'],
    [
      'one that nobody knows',
      ['pkg:npm/nobody@1'],
      'none_known',
      'No vulnerabilities are known for any of 1 component.',
    ],
    ['one that is not affected', ['pkg:npm/left@2.0.0'], 'not_affected', 'None of 1 component is affected.'],
    ['one of each', ['pkg:npm/left@2.0.0', 'pkg:npm/nobody@1'], 'not_affected', 'None of 2 components is affected.'],
    [
      'one that nobody covers',
      ['pkg:npm/left@2.0.0', 'pkg:cocoapods/a@1'],
      'unknown',
      '1 of 2 components is unknown; see the reasons.',
    ],
  ])('comes to a verdict over %s', async (_name, purls, verdict, reason) => {
    const { body } = await world.send(cycloneDx(purls.map((purl) => library(purl))));

    expect([body['verdict'], body['verdictReason']]).toEqual([verdict, reason]);
  });

  const XML = `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.5" version="1"><components>
    <component type="library"><name>left</name><version>1.0.0</version><purl>pkg:npm/left@1.0.0</purl></component></components></bom>`;
  const TAGS = [
    'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: x',
    'DocumentNamespace: https://example.org/x\nCreator: Tool: x\nCreated: 2026-01-01T00:00:00Z',
    'PackageName: left\nSPDXID: SPDXRef-left\nPackageVersion: 1.0.0\nPackageDownloadLocation: NOASSERTION',
    'ExternalRef: PACKAGE-MANAGER purl pkg:npm/left@1.0.0\n',
  ].join('\n');
  const JSON_TEXT = JSON.stringify(cycloneDx([library('pkg:npm/left@1.0.0')]));

  it.each([
    ['JSON as it is', 'application/json', JSON_TEXT, 'json'],
    ['JSON of CycloneDX', 'application/vnd.cyclonedx+json; charset=utf-8', JSON_TEXT, 'json'],
    ['JSON in a member', 'application/json', `{ "sbom": ${JSON_TEXT} }`, 'json'],
    ['JSON as a text in a member', 'application/json', JSON.stringify({ sbom: JSON_TEXT }), 'json'],
    ['XML', 'application/vnd.cyclonedx+xml', XML, 'xml'],
    ['XML in a member', 'application/json', JSON.stringify({ sbom: XML }), 'xml'],
    ['tag-value', 'text/spdx', TAGS, 'tag-value'],
    ['tag-value as plain text', 'text/plain', TAGS, 'tag-value'],
  ])('takes %s', async (_name, type, text, encoding) => {
    const { status, body } = await world.send(text, { type });

    expect(status).toBe(200);
    expect(body['data'].document.encoding).toBe(encoding);
    expect(body['data'].findings[0].findings[0].id).toBe('CVE-2026-1001');
  });

  it('finds the same through a lockfile, CycloneDX and SPDX', async () => {
    const lockfile = JSON.stringify({
      name: 'app',
      lockfileVersion: 3,
      packages: {
        '': { name: 'app', version: '1.0.0', dependencies: { left: '^1.0.0', '@scope/name': '^1.0.0' } },
        'node_modules/left': { version: '1.0.0', resolved: 'https://registry.npmjs.org/left/-/left-1.0.0.tgz' },
        'node_modules/@scope/name': {
          version: '1.0.0',
          resolved: 'https://registry.npmjs.org/@scope/name/-/name-1.0.0.tgz',
        },
        'node_modules/clean': {
          version: '1.0.0',
          resolved: 'https://registry.npmjs.org/clean/-/clean-1.0.0.tgz',
          dev: true,
        },
      },
    });
    const { lockfile: read } = readLockfile('package-lock.json', lockfile);
    const purls = (read?.components ?? []).flatMap(({ purl }) => purl ?? []);
    const packages = purls.map((purl, i) => ({
      SPDXID: `SPDXRef-${i}`,
      name: `p${i}`,
      downloadLocation: 'NOASSERTION',
      externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
    }));
    const spdx = { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name: 'app', packages };
    const generated = writeCyclonedx(read?.components ?? []);
    const found = [];
    for (const document of [generated, cycloneDx(purls.map((purl) => library(purl))), spdx]) {
      const { body } = await world.send(document);
      found.push(body['data'].findings.map((one: Found) => [one.component.purl, one.verdict, one.findings]));
    }

    expect(purls).toHaveLength(3);
    expect(found[0]).toHaveLength(2);
    expect(found[1]).toEqual(found[0]);
    expect(found[2]).toEqual(found[0]);
  });

  it.each([
    ['openvex', 'application/ld+json', ['affected', 'under_investigation']],
    ['cyclonedx-vex', 'application/vnd.cyclonedx+json', ['exploitable', 'in_triage']],
    ['sarif', 'application/sarif+json', ['CVE-2026-1001', 'unknown-coverage']],
  ])('answers in the form of %s', async (format, type, words) => {
    const { status, headers, text } = await world.send(
      cycloneDx([
        library('pkg:npm/left@1.0.0'),
        library('pkg:npm/nobody@1.0.0'),
        { type: 'library', name: 'nameless' },
      ]),
      { path: `/sbom?format=${format}` },
    );

    expect([status, headers.get('content-type')]).toEqual([200, type]);
    for (const word of words) expect(text).toContain(`"${word}"`);
    expect(JSON.parse(text)).not.toHaveProperty('success');
  });

  it('leads from a finding to the page about it', async () => {
    const { text } = await world.send(cycloneDx([library('pkg:npm/left@1.0.0')]), { path: '/sbom?format=sarif' });

    const [run] = (JSON.parse(text) as SarifLog).runs;
    expect(run.tool.driver).toMatchObject({
      informationUri: 'http://site.test',
      rules: [{ id: 'CVE-2026-1001', helpUri: 'http://site.test/CVE-2026-1001' }],
    });
  });

  it('reads a document with a byte order mark, alone or as text of a member', async () => {
    const text = `\uFEFF${JSON.stringify(cycloneDx([library('pkg:npm/left@1.0.0')]))}\n`;

    const alone = await world.send(text);
    const asMember = await world.send({ sbom: text });

    expect([alone, asMember].map(({ status, body }) => [status, body['data']?.components.affected])).toEqual([
      [200, 1],
      [200, 1],
    ]);
  });

  it('needs a key', async () => {
    const { status, body } = await world.send(cycloneDx([]), { keyless: true });

    expect([status, body['code']]).toEqual([401, 'AUTH_REQUIRED']);
  });

  it('keeps nothing of a document anywhere', async () => {
    const documents = [
      cycloneDx([library(`pkg:npm/${CANARY}@1.0.0`), library('pkg:npm/left@1.0.0', { name: CANARY })]),
      { [CANARY]: CANARY },
      `<bom xmlns="http://cyclonedx.org/schema/bom/1.5"><${CANARY}`,
      { sbom: CANARY, [CANARY]: 1 },
    ];
    for (const document of documents) await world.send(document);

    expect(world.app.logged.filter((line) => line.includes(CANARY))).toEqual([]);
    expect((await world.app.registry.metrics()).includes(CANARY)).toBe(false);
    const { rows: tables } = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname not in ('pg_catalog', 'information_schema')`.execute(world.db);
    const kept: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql<{ found: boolean }>`
        select exists (select from ${sql.raw(name)} as t where t::text like ${`%${CANARY}%`}) as found`
        .execute(world.db)
        .catch(() => ({ rows: [{ found: false }] }));
      if (rows[0]?.found === true) kept.push(name);
    }
    expect(tables.length).toBeGreaterThan(20);
    expect(kept).toEqual([]);
  });

  it('lists what it takes from the tables that it reads by', async () => {
    const { body } = await world.app.get('/api/v1/sbom/formats');

    const { formats, purlTypes, limits } = body['data'];
    expect(formats).toContainEqual({ format: 'spdx', encoding: 'tag-value', specVersions: ['2.2', '2.3'] });
    const types = new Map(purlTypes.map((one: { type: string }) => [one.type, one]));
    expect(types.get('npm')).toMatchObject({ matched: true, byVersion: true, ecosystems: ['npm'] });
    expect(types.get('deb')).toMatchObject({ matched: true, ecosystems: ['Debian', 'Ubuntu', 'Echo'] });
    expect(types.get('nix')).toMatchObject({ matched: true, ecosystems: [] });
    expect(types.get('conda')).toMatchObject({ matched: false, byVersion: false });
    expect(limits).toMatchObject({ bytes: 20 << 20, components: 50_000, componentsWithoutKey: 1_000 });
  });
});
