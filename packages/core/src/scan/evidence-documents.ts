import { isNixpkgsPurl } from '../purl/packages.ts';
import { readPurl } from '../purl/parse.ts';
import type { ScanEntry } from './read-scanned-file.ts';

/** An entry that a package URL alone does not say enough about. */
export interface EvidencedEntry extends ScanEntry {
  readonly ask: string;
}

/** Components of one document. */
const AT_ONCE = 5_000;

/**
 * The entries with evidence that `POST /sbom` judges by and `POST /purls` cannot be told of: vulnerabilities that are patched in them, and
 * CPEs of packages of the collection. A package that another file names without it is asked about by its package URL alone.
 */
export function evidencedEntries(entries: readonly ScanEntry[]): readonly EvidencedEntry[] {
  const plain = new Set(entries.flatMap((entry) => (isEvidenced(entry) ? [] : (entry.ask ?? []))));
  return entries.filter((entry): entry is EvidencedEntry => isEvidenced(entry) && !plain.has(entry.ask ?? ''));
}

function isEvidenced({ ask, component: { cpes, patched } }: ScanEntry): boolean {
  if (ask === null) return false;
  if (patched !== undefined) return true;
  const { purl } = cpes === undefined ? { purl: null } : readPurl(ask);
  return purl !== null && isNixpkgsPurl(purl);
}

/** Bills of materials with what they are judged by, and nothing else of their files. */
export function evidenceDocuments(entries: readonly EvidencedEntry[]): readonly Readonly<Record<string, unknown>>[] {
  // A component of CycloneDX has one CPE; what has several comes from SPDX, which knows no patches.
  const isPlural = ({ component }: EvidencedEntry) => (component.cpes?.length ?? 0) > 1;
  return [
    ...inParts(entries.filter((entry) => !isPlural(entry))).map(cycloneDxOf),
    ...inParts(entries.filter(isPlural)).map(spdxOf),
  ];
}

function inParts<T>(all: readonly T[]): (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) => all.slice(i * AT_ONCE, (i + 1) * AT_ONCE));
}

function cycloneDxOf(entries: readonly EvidencedEntry[]): Record<string, unknown> {
  const components = entries.map(({ ask, component: { name, cpes, patched } }, i) => ({
    type: 'library',
    'bom-ref': String(i),
    name,
    purl: ask,
    ...(cpes === undefined ? {} : { cpe: cpes[0] }),
    ...(patched === undefined
      ? {}
      : { pedigree: { patches: [{ type: 'unofficial', resolves: patched.map(security) }] } }),
  }));
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}

function security(id: string) {
  return { type: 'security', id };
}

function spdxOf(entries: readonly EvidencedEntry[]): Record<string, unknown> {
  const packages = entries.map(({ ask, component: { name, cpes = [] } }, i) => ({
    SPDXID: `SPDXRef-${i}`,
    name,
    externalRefs: [
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: ask },
      ...cpes.map((cpe) => ({ referenceCategory: 'SECURITY', referenceType: 'cpe23Type', referenceLocator: cpe })),
    ],
  }));
  return { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'evidence', packages };
}
