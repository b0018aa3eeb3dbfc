import { describe, expect, it } from 'vitest';
import type { Component } from './model.ts';
import { readSbom } from './read.ts';

const read = (document: unknown) => readSbom(typeof document === 'string' ? document : JSON.stringify(document));
const brief = ({ name, version, purl, ref, direct, dev, place }: Component) =>
  [name, version, purl, ref, direct, dev, place] as const;

const cycloneDx = (more: object) => ({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, ...more });
const spdx = (more: object) => ({
  spdxVersion: 'SPDX-2.3',
  dataLicense: 'CC0-1.0',
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'd',
  documentNamespace: 'https://example.org/d',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: t'] },
  ...more,
});
const xml = (body: string, version = '1.6') => `<bom xmlns="http://cyclonedx.org/schema/bom/${version}">${body}</bom>`;
const spdx3 = (graph: readonly object[]) => ({
  '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
  '@graph': [
    { type: 'CreationInfo', '@id': '_:c', specVersion: '3.0.1', created: 'x', createdBy: ['x'] },
    { type: 'SpdxDocument', spdxId: 'd', creationInfo: '_:c', rootElement: ['root'] },
    ...graph,
  ],
});

describe('which format a document has', () => {
  it.each([
    ['CycloneDX 1.2', { bomFormat: 'CycloneDX', specVersion: '1.2' }, 'cyclonedx 1.2 json'],
    ['CycloneDX 1.7', { bomFormat: 'CycloneDX', specVersion: '1.7' }, 'cyclonedx 1.7 json'],
    [
      'CycloneDX by its schema',
      { $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json', specVersion: '1.5' },
      'cyclonedx 1.5 json',
    ],
    ['CycloneDX without a version', { bomFormat: 'CycloneDX' }, 'cyclonedx unstated json'],
    ['CycloneDX of tomorrow', { bomFormat: 'CycloneDX', specVersion: '1.8' }, 'cyclonedx 1.8 json'],
    ['CycloneDX XML 1.2', xml('', '1.2'), 'cyclonedx 1.2 xml'],
    ['CycloneDX XML with a byte order mark', `\uFEFF<?xml version="1.0"?>${xml('')}`, 'cyclonedx 1.6 xml'],
    ['CycloneDX XML with a prefix', '<c:bom xmlns:c="http://cyclonedx.org/schema/bom/1.4"/>', 'cyclonedx 1.4 xml'],
    ['CycloneDX XML without a namespace', '<bom/>', 'cyclonedx unstated xml'],
    ['SPDX 2.2', { spdxVersion: 'SPDX-2.2' }, 'spdx 2.2 json'],
    ['SPDX 2.3 with a byte order mark', '\uFEFF{"spdxVersion":"SPDX-2.3"}', 'spdx 2.3 json'],
    ['SPDX in tags', 'SPDXVersion: SPDX-2.2\nDataLicense: CC0-1.0', 'spdx 2.2 tag-value'],
    ['SPDX in tags behind comments', '# a\n\n# b\nSPDXVersion: SPDX-2.3\r\n', 'spdx 2.3 tag-value'],
    ['SPDX 3', spdx3([]), 'spdx 3.0 json-ld'],
    ['SPDX 3.0.0', { '@context': 'https://spdx.org/rdf/3.0.0/spdx-context.jsonld', '@graph': [] }, 'spdx 3.0 json-ld'],
    [
      'SPDX 3 with several contexts',
      { '@context': [{}, 'https://spdx.org/rdf/3.0.1/c'], '@graph': [] },
      'spdx 3.0 json-ld',
    ],
    ['wrapped by an API', { sbom: { spdxVersion: 'SPDX-2.3' } }, 'spdx 2.3 json'],
    [
      'wrapped in an attestation',
      { _type: 'x', predicate: { bomFormat: 'CycloneDX', specVersion: '1.4' } },
      'cyclonedx 1.4 json',
    ],
  ])('%s', (_, document, expected) => {
    const { sbom } = read(document);

    expect(sbom && `${sbom.format} ${sbom.specVersion} ${sbom.encoding}`).toBe(expected);
  });

  it.each([
    ['nothing', '', 'not_an_sbom'],
    ['prose', 'Dear all,', 'not_an_sbom'],
    ['another JSON', { name: 'package', dependencies: {} }, 'not_an_sbom'],
    ['a list', [1, 2], 'not_an_sbom'],
    ['OpenVEX', { '@context': 'https://openvex.dev/ns/v0.2.0', statements: [] }, 'not_an_sbom'],
    ['SPDX in YAML', 'spdxVersion: "SPDX-2.3"\n', 'not_an_sbom'],
    ['SPDX in RDF', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/>', 'not_an_sbom'],
    ['HTML', '<html><body/></html>', 'not_an_sbom'],
    ['half a JSON', '{"bomFormat":"CycloneDX","components":[', 'malformed'],
    ['half an XML', '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components>', 'malformed'],
    ['an entity that nobody declared', xml('&x;'), 'malformed'],
    ['XML 1.1', `<?xml version="1.1"?>${xml('')}`, 'malformed'],
    ['CycloneDX 1.1', '<bom xmlns="http://cyclonedx.org/schema/bom/1.1"/>', 'version_not_supported'],
    ['CycloneDX 2.0', { bomFormat: 'CycloneDX', specVersion: '2.0' }, 'version_not_supported'],
    ['a version that is none', { bomFormat: 'CycloneDX', specVersion: 'latest' }, 'version_not_supported'],
    ['SPDX 2.1', 'SPDXVersion: SPDX-2.1', 'version_not_supported'],
    [
      'SPDX 4',
      { '@context': 'https://spdx.org/rdf/3.0.1/c', '@graph': [{ type: 'CreationInfo', specVersion: '4.0' }] },
      'version_not_supported',
    ],
  ])('refuses %s', (_, document, code) => {
    const { sbom, problem } = read(document);

    expect(sbom).toBeNull();
    expect(problem?.code).toBe(code);
    expect(problem?.message).toMatch(/\w.*\.|well-formed/);
  });
});

describe('CycloneDX', () => {
  it('reads components within components, and the subject', () => {
    const { sbom } = read(
      cycloneDx({
        metadata: {
          tools: { components: [{ type: 'application', name: 'the tool itself' }] },
          component: {
            type: 'application',
            'bom-ref': 'app',
            name: 'app',
            version: '1',
            components: [{ type: 'library', name: 'part' }],
          },
        },
        components: [
          {
            type: 'library',
            'bom-ref': 'a',
            group: '@s',
            name: 'a',
            version: '1.0',
            purl: 'pkg:npm/%40s/a@1.0',
            scope: 'required',
            components: [{ type: 'library', 'bom-ref': 'b', name: 'b', cpe: 'cpe:2.3:a:b:b:1:*:*:*:*:*:*:*' }],
            pedigree: { ancestors: [{ type: 'library', name: 'not a component of it' }] },
          },
          { type: 'framework', 'bom-ref': 'c', name: 'c', scope: 'excluded' },
          {
            type: 'library',
            name: 'd',
            scope: 'optional',
            properties: [{ name: 'cdx:npm:package:development', value: 'true' }],
          },
        ],
        dependencies: [
          { ref: 'app', dependsOn: ['a'] },
          { ref: 'a', dependsOn: ['b'] },
        ],
      }),
    );

    expect(sbom?.subject).toBe('app 1');
    expect(sbom?.components.map(brief)).toEqual([
      ['app', '1', null, 'app', null, null, '/metadata/component'],
      ['part', null, null, null, null, null, '/metadata/component/components/0'],
      ['@s/a', '1.0', 'pkg:npm/%40s/a@1.0', 'a', true, false, '/components/0'],
      ['b', null, null, 'b', false, null, '/components/0/components/0'],
      ['c', null, null, 'c', null, true, '/components/1'],
      ['d', null, null, null, null, true, '/components/2'],
    ]);
    expect(sbom?.notes).toEqual(['1 component has a CPE but no package URL, for example /components/0/components/0.']);
  });

  it('reads the same from XML', () => {
    const { sbom } = read(
      xml(`<metadata><tools><components><component type="application"><name>tool</name></component></components></tools>
        <component type="application" bom-ref="app"><name>app</name><version>1</version>
          <components><component type="library"><name>part</name></component></components></component></metadata>
      <components>
        <component type="library" bom-ref="a"><group>@s</group><name>a</name><version>1.0</version><scope>required</scope>
          <purl><![CDATA[pkg:npm/%40s/a@1.0]]></purl>
          <pedigree><ancestors><component type="library"><name>no</name></component></ancestors></pedigree>
          <components><component type="library" bom-ref="b"><name>b &amp; co</name><supplier><name>no</name></supplier></component></components>
        </component>
        <component type="framework" bom-ref="c"><name>c</name><scope>excluded</scope></component>
        <component type="library"><name>d</name><properties><property name="cdx:npm:package:development">true</property></properties></component>
      </components>
      <services><service bom-ref="s"><name>s</name><services><service><name>t</name></service></services></service></services>
      <dependencies><dependency ref="app"><dependency ref="a"/></dependency><dependency ref="a"><dependency ref="b"/></dependency></dependencies>
      <vulnerabilities><vulnerability/><vulnerability/></vulnerabilities>`),
    );

    expect(sbom?.subject).toBe('app 1');
    expect(sbom?.components.map(brief)).toEqual([
      ['app', '1', null, 'app', null, null, '/bom/metadata/component'],
      ['part', null, null, null, null, null, '/bom/metadata/component/components/component[1]'],
      ['@s/a', '1.0', 'pkg:npm/%40s/a@1.0', 'a', true, false, '/bom/components/component[1]'],
      ['b & co', null, null, 'b', false, null, '/bom/components/component[1]/components/component[1]'],
      ['c', null, null, 'c', null, true, '/bom/components/component[2]'],
      ['d', null, null, null, null, true, '/bom/components/component[3]'],
    ]);
    expect(sbom?.skipped.map(({ place, name }) => [place, name])).toEqual([
      ['/bom/services/service[1]', 's'],
      ['/bom/services/service[1]/services/service[1]', 't'],
      ['/bom/vulnerabilities', null],
    ]);
  });

  it('skips a file whose package URL has no version, as cdxgen writes them', () => {
    const { sbom } = read(
      cycloneDx({
        components: [
          { type: 'file', name: 'login', purl: 'pkg:generic/login?path=%2Fbin%2Flogin' },
          { type: 'library', name: 'login', purl: 'pkg:generic/login' },
        ],
      }),
    );

    expect(sbom?.components.map(({ purl }) => purl)).toEqual(['pkg:generic/login']);
    expect(sbom?.skipped).toEqual([{ place: '/components/0', name: 'login', reason: 'it is a file' }]);
  });

  it('skips the operating system where its packages are listed, and nowhere else', () => {
    const system = { type: 'operating-system', name: 'debian', version: '12' };
    const listed = read(cycloneDx({ components: [system, { name: 'bash', purl: 'pkg:deb/debian/bash@5' }] })).sbom;
    const alone = read(cycloneDx({ components: [system, { name: 'a', purl: 'pkg:npm/a@1' }] })).sbom;

    expect(listed?.components.map(({ name }) => name)).toEqual(['bash']);
    expect(listed?.skipped).toMatchObject([{ name: 'debian', reason: expect.stringContaining('operating system') }]);
    expect(alone?.components.map(({ name }) => name)).toEqual(['debian', 'a']);
  });

  it.each(['cryptographic-asset', 'data', 'device', 'file', 'machine-learning-model'])(
    'skips a %s, unless it has a package URL',
    (type) => {
      const { sbom } = read(
        cycloneDx({
          components: [
            { type, name: 'x' },
            { type, name: 'y', purl: 'pkg:generic/y@1' },
          ],
        }),
      );

      expect(sbom?.components.map(({ name }) => name)).toEqual(['y']);
      expect(sbom?.skipped).toEqual([{ place: '/components/0', name: 'x', reason: expect.stringMatching(/^it is /) }]);
    },
  );

  it.each([
    [
      'a component without a name',
      { components: [{ type: 'library', purl: 'pkg:npm/a@1' }] },
      '1 component has no name',
    ],
    [
      'a version that is a number',
      { components: [{ name: 'a', version: 1.1 }] },
      'Ignored 1 member with the wrong type',
    ],
    [
      'a list that is none',
      { components: { 0: { name: 'a' } } },
      'Ignored the member "components", which is not a list',
    ],
    [
      'an id given twice',
      {
        components: [
          { name: 'a', 'bom-ref': 'x' },
          { name: 'b', 'bom-ref': 'x' },
        ],
      },
      '1 ID is used more than once, for example "x"',
    ],
    [
      'a dependency on nothing',
      { components: [{ name: 'a', 'bom-ref': 'a' }], dependencies: [{ ref: 'a', dependsOn: ['z'] }] },
      '1 dependency refers to an ID that no component has, for example "z"',
    ],
    [
      'a circle',
      {
        components: ['a', 'b', 'c', 'd'].map((name) => ({ name, 'bom-ref': name })),
        dependencies: [
          { ref: 'a', dependsOn: ['b'] },
          { ref: 'b', dependsOn: ['c', 'd'] },
          { ref: 'c', dependsOn: ['b'] },
        ],
      },
      'The dependencies contain a cycle, for example through "b".',
    ],
    [
      'a list that says it is not complete',
      { compositions: [{ aggregate: 'incomplete' }] },
      'incomplete (composition "incomplete")',
    ],
    ['no component', {}, 'The document lists no software components.'],
    ['a later version', { specVersion: '1.9' }, 'CycloneDX 1.9 is newer than 1.7'],
  ])('notes %s', (_, document, note) => {
    const { sbom } = read(cycloneDx(document));

    expect(sbom?.notes.join('\n')).toContain(note);
  });

  it('notes an encoding that it was not read in', () => {
    const { sbom } = read(
      `<?xml version="1.0" encoding="ISO-8859-1"?>${xml('<components><component type="library"><name>M\uFFFDller</name></component></components>')}`,
    );

    expect(sbom?.notes.join('\n')).toMatch(/U\+FFFD[\s\S]*ISO-8859-1 but was read as UTF-8/);
  });
});

describe('SPDX 2', () => {
  const packages = [
    { SPDXID: 'SPDXRef-app', name: 'app', versionInfo: '1', downloadLocation: 'NONE' },
    {
      SPDXID: 'SPDXRef-a',
      name: 'a',
      versionInfo: '1.0',
      downloadLocation: 'NONE',
      externalRefs: [
        { referenceCategory: 'PACKAGE_MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/a@1.0' },
      ],
    },
    { SPDXID: 'SPDXRef-b', name: 'b', versionInfo: 'NOASSERTION', downloadLocation: 'NONE' },
    {
      SPDXID: 'SPDXRef-c',
      name: 'c',
      downloadLocation: 'NONE',
      externalRefs: [{ referenceCategory: 'OTHER', referenceType: 'x', referenceLocator: 'pkg:npm/c@3' }],
    },
  ];

  it.each([
    ['DEPENDS_ON', 'app', 'a', true, null],
    ['DEPENDENCY_OF', 'a', 'app', true, null],
    ['RUNTIME_DEPENDENCY_OF', 'a', 'app', true, null],
    ['DEV_DEPENDENCY_OF', 'a', 'app', true, true],
    ['TEST_DEPENDENCY_OF', 'a', 'app', true, true],
    ['BUILD_TOOL_OF', 'a', 'app', true, true],
    ['CONTAINS', 'app', 'a', null, null],
    ['DEPENDS_ON', 'a', 'b', null, null],
  ])('%s from %s to %s', (type, from, to, direct, dev) => {
    const relationship = {
      spdxElementId: `SPDXRef-${from}`,
      relationshipType: type,
      relatedSpdxElement: `SPDXRef-${to}`,
    };
    const { sbom } = read(spdx({ packages, documentDescribes: ['SPDXRef-app'], relationships: [relationship] }));

    expect(sbom?.subject).toBe('app 1');
    expect(sbom?.components[1]).toMatchObject({ name: 'a', direct, dev });
  });

  it('counts files, snippets and other documents, and takes a package URL of the wrong type', () => {
    const { sbom } = read(
      spdx({
        packages,
        files: [{ SPDXID: 'f', fileName: 'f', checksums: [1] }],
        snippets: [{}, {}],
        externalDocumentRefs: [{}],
      }),
    );

    expect(sbom?.components.map(({ purl }) => purl)).toEqual([null, 'pkg:npm/a@1.0', null, 'pkg:npm/c@3']);
    expect(sbom?.components[2]?.version).toBeNull();
    expect(sbom?.notes).toEqual([
      '1 file is not checked; only packages are.',
      '2 snippets are not checked.',
      'The document refers to 1 other document, which is not read.',
      '1 reference contains a package URL but is not of type "purl"; treated as one. Example: /packages/3.',
    ]);
  });

  it('says what of the mandatory members is missing', () => {
    const { sbom } = read({ spdxVersion: 'SPDX-2.3', packages: [{ name: 'a' }, { name: 'b' }] });

    expect(sbom?.components).toHaveLength(2);
    expect(sbom?.notes).toContain('Does not follow the standard: the document lacks "creationInfo.created".');
    expect(sbom?.notes).toContain(
      'Does not follow the standard: 2 of 2 packages lack "SPDXID", for example /packages/0.',
    );
  });

  it('reads tags and values, with texts over several lines', () => {
    const { sbom } = read(`SPDXVersion: SPDX-2.2
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: d
DocumentNamespace: https://example.org/d
Creator: Tool: t
Created: 2026-01-01T00:00:00Z
DocumentComment: <text>PackageName: not one
Relationship: SPDXRef-a DEPENDS_ON SPDXRef-z</text>
# PackageName: nor this
PackageName: app
SPDXID: SPDXRef-app
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-app
Relationship: SPDXRef-app DEPENDS_ON SPDXRef-a
PackageName: a
SPDXID: SPDXRef-a
PackageVersion: 1.0
ExternalRef: PACKAGE-MANAGER purl pkg:npm/a@1.0
ExternalRef: SECURITY cpe23Type cpe:2.3:a:a:a:1.0:*:*:*:*:*:*:*
FileName: ./f
SPDXID: SPDXRef-f
PrimaryPackagePurpose: DEVICE
what is this`);

    expect(sbom?.components.map(brief)).toEqual([
      ['app', null, null, 'SPDXRef-app', null, null, 'line 11'],
      ['a', '1.0', 'pkg:npm/a@1.0', 'SPDXRef-a', true, null, 'line 15'],
    ]);
    expect(sbom?.notes).toEqual([
      '1 file is not checked; only packages are.',
      'Ignored 1 line without a tag, for example line 23.',
    ]);
  });

  it('reads up to a text that is not closed', () => {
    const { sbom } = read('SPDXVersion: SPDX-2.3\nPackageName: a\nPackageComment: <text>and so on\nPackageName: b');

    expect(sbom?.components.map(({ name }) => name)).toEqual(['a']);
    expect(sbom?.notes.join()).toContain('The <text> in line 3 is not closed');
  });
});

describe('SPDX 3', () => {
  const named = (type: string, spdxId: string, more: object = {}) => ({
    type,
    spdxId,
    creationInfo: '_:c',
    name: spdxId,
    ...more,
  });

  it.each([
    ['software_Package', { software_packageUrl: 'pkg:npm/a@1' }, 'pkg:npm/a@1'],
    ['software:Package', { packageUrl: 'pkg:npm/a@1' }, 'pkg:npm/a@1'],
    ['https://spdx.org/rdf/3.0.1/terms/Software/Package', {}, null],
    [
      'software_Package',
      { externalIdentifier: [{ externalIdentifierType: 'packageUrl', identifier: 'pkg:npm/a@1' }] },
      'pkg:npm/a@1',
    ],
    ['software_Package', { externalIdentifier: [{ externalIdentifierType: 'cpe23', identifier: 'cpe:2.3:x' }] }, null],
    ['ai_AIPackage', { software_packageUrl: 'pkg:huggingface/a@1' }, 'pkg:huggingface/a@1'],
  ])('%s %j', (type, more, purl) => {
    const { sbom } = read(spdx3([named(type, 'a', more)]));

    expect(sbom?.components).toMatchObject([{ name: 'a', purl, ref: 'a', place: '/@graph/2' }]);
  });

  it('reads who asks for what, and skips what is no software', () => {
    const { sbom } = read(
      spdx3([
        named('software_Package', 'root', { software_packageVersion: '1' }),
        named('software_Package', 'a'),
        named('software_Package', 'b'),
        named('dataset_DatasetPackage', 'set'),
        named('software_File', 'f'),
        named('Relationship', 'r1', { from: 'root', to: ['a'], relationshipType: 'dependsOn' }),
        named('LifecycleScopedRelationship', 'r2', {
          from: 'root',
          to: ['b'],
          relationshipType: 'dependsOn',
          scope: 'test',
        }),
      ]),
    );

    expect(sbom?.subject).toBe('root 1');
    expect(sbom?.components.map(({ name, direct, dev }) => [name, direct, dev])).toEqual([
      ['root', null, null],
      ['a', true, false],
      ['b', true, true],
    ]);
    expect(sbom?.skipped).toEqual([{ place: '/@graph/5', name: 'set', reason: 'it is a dataset' }]);
    expect(sbom?.notes).toEqual(['1 file is not checked; only packages are.']);
  });

  it('reads a single object with its elements inside', () => {
    const { sbom } = read({
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      type: 'SpdxDocument',
      spdxId: 'd',
      creationInfo: { type: 'CreationInfo', specVersion: '3.0.1', created: 'x', createdBy: ['x'] },
      rootElement: [
        { type: 'software_Package', spdxId: 'a', creationInfo: '_:c', name: 'a', software_packageUrl: 'pkg:npm/a@1' },
      ],
    });

    expect(sbom).toMatchObject({ specVersion: '3.0', subject: 'a' });
    expect(sbom?.components).toMatchObject([{ name: 'a', purl: 'pkg:npm/a@1', place: '/rootElement/0' }]);
    expect(sbom?.notes).toEqual([]);
  });
});
