import { expect, it } from 'vitest';
import { readSbom } from './read.ts';

const CPE = 'cpe:2.3:a:openssl:openssl:3.0.13:*:*:*:*:*:*:*';

const cycloneDx = (component: object) =>
  JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components: [{ name: 'openssl', ...component }] });
const patch = (...resolves: object[]) => ({ type: 'unofficial', resolves });
const xml = (body: string) =>
  `<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components><component type="library"><name>openssl</name>${body}</component></components></bom>`;
const xmlPatch = (type: string, id: string) =>
  `<patch type="unofficial"><resolves><issue type="${type}"><id>${id}</id></issue></resolves></patch>`;

function evidenceOf(document: string) {
  const { sbom } = readSbom(document);
  const [component] = sbom?.components ?? [];
  return { cpes: component?.cpes, patched: component?.patched };
}

it.each<[string, string, ReturnType<typeof evidenceOf>]>([
  ['a component without either', cycloneDx({}), { cpes: undefined, patched: undefined }],
  ['a CPE', cycloneDx({ cpe: CPE }), { cpes: [CPE], patched: undefined }],
  [
    'patches of its pedigree, each vulnerability once',
    cycloneDx({
      pedigree: {
        patches: [
          patch({ type: 'security', id: 'cve-2024-0002' }, { type: 'security', id: 'CVE-2024-0001' }),
          patch({ type: 'security', id: 'CVE-2024-0001' }, { type: 'security', id: 'GHSA-2222-3333-4444' }),
        ],
      },
    }),
    { cpes: undefined, patched: ['CVE-2024-0001', 'CVE-2024-0002', 'GHSA-2222-3333-4444'] },
  ],
  [
    'issues that are no vulnerability',
    cycloneDx({
      pedigree: { patches: [patch({ type: 'defect', id: 'CVE-2024-0001' }, { type: 'security', id: '#12' }), null] },
    }),
    { cpes: undefined, patched: undefined },
  ],
  [
    'patches that are no list',
    cycloneDx({ pedigree: { patches: { resolves: 'CVE-2024-0001' } } }),
    { cpes: undefined, patched: undefined },
  ],
  [
    'XML',
    xml(
      `<cpe>${CPE}</cpe><pedigree><ancestors><component><name>a</name></component></ancestors><patches>${xmlPatch('security', 'CVE-2024-0001')}${xmlPatch('defect', 'CVE-2024-0002')}</patches></pedigree>`,
    ),
    { cpes: [CPE], patched: ['CVE-2024-0001'] },
  ],
  [
    'SPDX',
    JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      packages: [{ name: 'openssl', externalRefs: [{ referenceType: 'cpe23Type', referenceLocator: CPE }] }],
    }),
    { cpes: [CPE], patched: undefined },
  ],
  [
    'SPDX in tags',
    `SPDXVersion: SPDX-2.3\nPackageName: openssl\nExternalRef: SECURITY cpe23Type ${CPE}\n`,
    { cpes: [CPE], patched: undefined },
  ],
])('of %s', (_, document, expected) => {
  expect(evidenceOf(document)).toEqual(expected);
});

it('reads so many of each, and none that is too long', () => {
  const issues = Array.from({ length: 900 }, (_, i) => ({ type: 'security', id: `CVE-2024-${10_000 + i}` }));

  const { patched } = evidenceOf(cycloneDx({ pedigree: { patches: [patch(...issues)] } }));
  const { cpes } = evidenceOf(cycloneDx({ cpe: `cpe:2.3:a:${'x'.repeat(600)}` }));

  expect(patched).toHaveLength(500);
  expect(cpes).toBeUndefined();
});
