import { expect, it } from 'vitest';
import { readScannedFile } from '../scan/read-scanned-file.ts';

const PURL = 'pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12';

function readAsk(document: string): string | null | undefined {
  return readScannedFile('sbom.json', document).file?.entries[0]?.ask;
}

function cycloneDx(properties: Readonly<Record<string, string>>, purl = PURL): string {
  const listed = Object.entries(properties).map(([name, value]) => ({ name, value }));
  const components = [{ type: 'library', name: 'libssl3', purl, properties: listed }];
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components });
}

function trivy(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`aquasecurity:trivy:${name}`, value]));
}

it.each([
  ['trivy', trivy({ SrcName: 'openssl', SrcVersion: '3.0.11', SrcRelease: '1' }), 'openssl%403.0.11-1'],
  ['trivy, with an epoch', trivy({ SrcName: 'a', SrcVersion: '2', SrcRelease: '1', SrcEpoch: '1' }), 'a%401:2-1'],
  ['trivy, of Alpine', trivy({ SrcName: 'openssl', SrcVersion: '3.1.4-r1' }), 'openssl%403.1.4-r1'],
  ['syft, of Debian', { 'syft:metadata:source': 'openssl' }, 'openssl'],
  ['syft, of a source of the same name', { 'syft:package:type': 'deb' }, 'libssl3'],
  ['syft, of Alpine', { 'syft:metadata:originPackage': 'openssl' }, 'openssl'],
])('the source package by the properties of %s', (_, properties, upstream) => {
  expect(readAsk(cycloneDx(properties))).toBe(`${PURL}&upstream=${upstream}`);
});

it('the source package that the package URL names stays', () => {
  const purl = `${PURL}&upstream=openssl`;

  expect(readAsk(cycloneDx(trivy({ SrcName: 'other' }), purl))).toBe(purl);
});

it('a package of a registry has no source package', () => {
  expect(readAsk(cycloneDx(trivy({ SrcName: 'other' }), 'pkg:npm/a@1'))).toBe('pkg:npm/a@1');
});

it('a source package of more than 500 characters is not read', () => {
  expect(readAsk(cycloneDx(trivy({ SrcName: 'x'.repeat(501) })))).toBe(PURL);
});

it('of a thousand properties the first are read', () => {
  const filler = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`filler:${i}`, '']));

  expect(readAsk(cycloneDx({ ...filler, ...trivy({ SrcName: 'openssl' }) }))).toBe(PURL);
});

it('the same in CycloneDX XML', () => {
  const property = '<property name="aquasecurity:trivy:SrcName">openssl</property>';
  const component = `<component type="library"><name>libssl3</name><purl>${PURL.replaceAll('&', '&amp;')}</purl><properties>${property}</properties></component>`;
  const document = `<bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1"><components>${component}</components></bom>`;

  expect(readAsk(document)).toBe(`${PURL}&upstream=openssl`);
});

it.each([
  ['built package from: openssl 3.0.11-1', '&upstream=openssl%403.0.11-1'],
  ['built package from: openssl', '&upstream=openssl'],
  ['acquired package info from DPKG DB: /var/lib/dpkg/status', ''],
])('the source package by what SPDX says: %s', (sourceInfo, upstream) => {
  const externalRefs = [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: PURL }];
  const packages = [{ SPDXID: 'SPDXRef-1', name: 'libssl3', sourceInfo, externalRefs }];
  const json = JSON.stringify({ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'x', packages });
  const tags = `SPDXVersion: SPDX-2.3\nPackageName: libssl3\nSPDXID: SPDXRef-1\nPackageSourceInfo: ${sourceInfo}\nExternalRef: PACKAGE-MANAGER purl ${PURL}\n`;

  expect(readAsk(json)).toBe(`${PURL}${upstream}`);
  expect(readAsk(tags)).toBe(`${PURL}${upstream}`);
});

it.each([
  ['Tool: syft-1.50.0', '&upstream=libssl3'],
  ['Tool: other-1.0', ''],
])('%s leaves a source of the same name out of SPDX: %s', (creator, upstream) => {
  const externalRefs = [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: PURL }];
  const packages = [{ SPDXID: 'SPDXRef-1', name: 'libssl3', externalRefs }];
  const creationInfo = { created: '2026-01-01T00:00:00Z', creators: [creator] };
  const json = JSON.stringify({
    spdxVersion: 'SPDX-2.3',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: 'x',
    creationInfo,
    packages,
  });
  const tags = `SPDXVersion: SPDX-2.3\nCreator: ${creator}\nPackageName: libssl3\nSPDXID: SPDXRef-1\nExternalRef: PACKAGE-MANAGER purl ${PURL}\n`;

  expect(readAsk(json)).toBe(`${PURL}${upstream}`);
  expect(readAsk(tags)).toBe(`${PURL}${upstream}`);
});

interface CdxgenComponent {
  readonly tags?: readonly string[];
  readonly evidence?: unknown;
  readonly supplier?: { readonly name: string };
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

const LISTED = { properties: [{ name: 'aquasecurity:trivy:PkgID', value: 'x' }] };
const builds = (...names: readonly string[]) => ({
  evidence: { identity: [{ methods: names.map((value) => ({ technique: 'filename', confidence: 0, value })) }] },
});

/** The questions and the skipped names of a document of cdxgen with these packages: `libssl3@3.0.11-1`. */
function readCdxgen(packages: Readonly<Record<string, CdxgenComponent>>, tool = 'cdxgen') {
  const components = Object.entries(packages).map(([id, members]) => {
    const purl = `pkg:deb/debian/${id}?arch=amd64&distro=debian-12`;
    return Object.assign({ type: 'library', name: id.split('@')[0], purl }, members);
  });
  const metadata = { tools: { components: [{ type: 'application', name: tool }] } };
  const document = { bomFormat: 'CycloneDX', specVersion: '1.7', version: 1, metadata, components };
  const { file } = readScannedFile('sbom.json', JSON.stringify(document));
  return {
    sources: file?.entries.map(({ ask }) => `${/debian\/([^@]+)/.exec(ask ?? '')?.[1]} ${ask?.split('upstream=')[1]}`),
    skipped: file?.skipped.map(({ name }) => name),
  };
}

it('in a document of cdxgen the component of a source package names the packages built from it', () => {
  const packages = { 'libssl3@3.0.11-1': LISTED, 'openssl@3.0.11-1': { ...builds('libssl3'), tags: ['source'] } };

  expect(readCdxgen(packages)).toEqual({ sources: ['libssl3 openssl%403.0.11-1'], skipped: ['openssl'] });
  expect(readCdxgen(packages, 'other')).toEqual({ sources: ['libssl3 undefined', 'openssl undefined'], skipped: [] });
});

it('a source package of cdxgen that is installed too stays', () => {
  const openssl = { ...LISTED, ...builds('libssl3'), tags: ['source'] };
  const { sources, skipped } = readCdxgen({ 'libssl3@3.0.11-1': LISTED, 'openssl@3.0.11-1': openssl });

  expect(sources).toEqual(['libssl3 openssl%403.0.11-1', 'openssl openssl%403.0.11-1']);
  expect(skipped).toEqual([]);
});

it('without such a component a package of cdxgen has a source of its own name, of the version before it was built again', () => {
  expect(readCdxgen({ 'bash@5.2.15-2%2Bb13': LISTED }).sources).toEqual(['bash bash%405.2.15-2']);
});

it('where cdxgen lost evidence, the source of packages with the same supplier is not known', () => {
  const apt = { ...LISTED, supplier: { name: 'apt' } };
  const { sources } = readCdxgen({
    'apt@2.6.1': { ...apt, evidence: { identity: [] } },
    'libapt-pkg6.0@2.6.1': apt,
    'bash@5.2.15-2': { ...LISTED, supplier: { name: 'bash' } },
  });

  expect(sources).toEqual(['apt apt%402.6.1', 'libapt-pkg6.0 undefined', 'bash bash%405.2.15-2']);
});
