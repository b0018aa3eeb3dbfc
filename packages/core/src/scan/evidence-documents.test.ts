import { expect, it } from 'vitest';
import { readSbom } from '../sbom/read.ts';
import { evidenceDocuments, evidencedEntries } from './evidence-documents.ts';
import { readScannedFile } from './read-scanned-file.ts';

const cpe = (product: string) => `cpe:2.3:a:tidewater:${product}:1.0:*:*:*:*:*:*:*`;
const patchedBy = (id: string) => ({
  pedigree: { patches: [{ type: 'backport', resolves: [{ type: 'security', id }] }] },
});

function entriesOf(components: readonly object[]) {
  const document = { bomFormat: 'CycloneDX', specVersion: '1.6', components };
  return readScannedFile('bom.json', JSON.stringify(document)).file?.entries ?? [];
}

it.each<[string, readonly object[], readonly string[]]>([
  ['a patch', [{ name: 'a', purl: 'pkg:npm/a@1', ...patchedBy('CVE-2026-1001') }], ['pkg:npm/a@1']],
  ['a CPE of a package of the collection', [{ name: 'a', purl: 'pkg:nix/a@1', cpe: cpe('a') }], ['pkg:nix/a@1']],
  ['a CPE of any other package', [{ name: 'a', purl: 'pkg:npm/a@1', cpe: cpe('a') }], []],
  ['a CPE of another collection', [{ name: 'a', purl: 'pkg:nix/other/a@1', cpe: cpe('a') }], []],
  ['neither', [{ name: 'a', purl: 'pkg:npm/a@1' }], []],
  ['no package URL', [{ name: 'a', cpe: cpe('a') }], []],
  [
    'a patch, beside the same package without it',
    [
      { name: 'a', purl: 'pkg:npm/a@1', ...patchedBy('CVE-2026-1001') },
      { name: 'a', purl: 'pkg:npm/a@1' },
    ],
    [],
  ],
])('%s: asked about with evidence are %j', (_, components, asks) => {
  expect(evidencedEntries(entriesOf(components)).map(({ ask }) => ask)).toEqual(asks);
});

it('documents say what was read of the components, and nothing else', () => {
  const secret = { description: 'of our own', publisher: 'us', properties: [{ name: 'host', value: 'build-7' }] };
  const spdx = {
    spdxVersion: 'SPDX-2.3',
    packages: [
      {
        name: 'b',
        externalRefs: [
          { referenceType: 'purl', referenceLocator: 'pkg:nix/b@2' },
          ...['b', 'bee'].map((name) => ({ referenceType: 'cpe23Type', referenceLocator: cpe(name) })),
        ],
      },
    ],
  };
  const entries = [
    ...entriesOf([{ name: 'a', purl: 'pkg:nix/a@1', cpe: cpe('a'), ...patchedBy('CVE-2026-1001'), ...secret }]),
    ...(readScannedFile('b.spdx.json', JSON.stringify(spdx)).file?.entries ?? []),
  ];

  const texts = evidenceDocuments(evidencedEntries(entries)).map((document) => JSON.stringify(document));

  const read = texts.flatMap((text) => readSbom(text).sbom?.components ?? []);
  expect(read.map(({ name, purl, cpes, patched }) => ({ name, purl, cpes, patched }))).toEqual([
    { name: 'a', purl: 'pkg:nix/a@1', cpes: [cpe('a')], patched: ['CVE-2026-1001'] },
    { name: 'b', purl: 'pkg:nix/b@2', cpes: [cpe('b'), cpe('bee')], patched: undefined },
  ]);
  expect(texts.join('')).not.toMatch(/of our own|build-7/);
});

it('many are several documents', () => {
  const many = Array.from({ length: 5_001 }, (_, i) => ({
    name: `a${i}`,
    purl: `pkg:npm/a${i}@1`,
    ...patchedBy('CVE-2026-1001'),
  }));

  const documents = evidenceDocuments(evidencedEntries(entriesOf(many)));

  expect(documents.map(({ components }) => (components as readonly unknown[]).length)).toEqual([5_000, 1]);
});
