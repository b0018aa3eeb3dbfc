import { canonicalPurl } from '../purl/parse.ts';
import type { ExportAbout } from './export-about.ts';
import type { ExaminedComponent, Finding } from './findings.ts';
import { decisionWords, findingWords } from './statements.ts';

/** A document in SPDX 2.3, as far as we write it. */
export interface SpdxDocument {
  readonly spdxVersion: 'SPDX-2.3';
  readonly dataLicense: 'CC0-1.0';
  readonly SPDXID: 'SPDXRef-DOCUMENT';
  readonly name: string;
  readonly documentNamespace: string;
  readonly creationInfo: { readonly created: string; readonly creators: readonly string[] };
  readonly packages: readonly WrittenPackage[];
  readonly relationships: readonly object[];
}

interface WrittenPackage {
  readonly SPDXID: string;
  readonly name: string;
  readonly versionInfo?: string;
  readonly downloadLocation: 'NOASSERTION';
  readonly filesAnalyzed: false;
  readonly externalRefs?: readonly SpdxReference[];
  readonly annotations: readonly object[];
}

interface SpdxReference {
  readonly referenceCategory: 'PACKAGE-MANAGER' | 'SECURITY';
  readonly referenceType: 'purl' | 'advisory';
  readonly referenceLocator: string;
  readonly comment?: string;
}

/**
 * Writes what was found as SPDX 2.3. The standard has no states of vulnerabilities: each finding is a reference to what is known of it,
 * with what it comes to as a comment, and the verdict of each package is an annotation.
 */
export function toSpdx(examined: readonly ExaminedComponent[], about: ExportAbout): SpdxDocument {
  const { timestamp, toolVersion, site, documentId, fileName } = about;
  // The standard has no fractions of a second.
  const created = timestamp.replace(/\.\d{1,9}Z$/, 'Z');
  return {
    spdxVersion: 'SPDX-2.3',
    dataLicense: 'CC0-1.0',
    SPDXID: 'SPDXRef-DOCUMENT',
    name: fileName ?? 'scan',
    documentNamespace: `${site}/spdx/${documentId.replace(/^urn:uuid:/, '')}`,
    creationInfo: { created, creators: [`Tool: Almanac-${toolVersion}`] },
    packages: examined.map((one, i) => writePackage(one, i, { site, created, toolVersion })),
    relationships: examined.map((_, i) => ({
      spdxElementId: 'SPDXRef-DOCUMENT',
      relationshipType: 'DESCRIBES',
      relatedSpdxElement: idOfPackage(i),
    })),
  };
}

function writePackage(
  { component, verdict, verdictReason, findings }: ExaminedComponent,
  place: number,
  { site, created, toolVersion }: { readonly site: string; readonly created: string; readonly toolVersion: string },
): WrittenPackage {
  const { name, version, purl } = component;
  const canonical = purl === null ? null : canonicalPurl(purl);
  const references = [
    ...(canonical === null ? [] : [purlReference(canonical)]),
    ...findings.map((finding) => findingReference(finding, site)),
  ];
  return {
    SPDXID: idOfPackage(place),
    name: name === '' ? component.place : name,
    ...(version === null ? {} : { versionInfo: version }),
    downloadLocation: 'NOASSERTION',
    filesAnalyzed: false,
    ...(references.length === 0 ? {} : { externalRefs: references }),
    annotations: [
      {
        annotationDate: created,
        annotationType: 'REVIEW',
        annotator: `Tool: Almanac-${toolVersion}`,
        comment: `${verdict.replaceAll('_', ' ')}: ${verdictReason}`,
      },
    ],
  };
}

function idOfPackage(place: number): string {
  return `SPDXRef-Package-${place + 1}`;
}

function purlReference(referenceLocator: string): SpdxReference {
  return { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator };
}

function findingReference(finding: Finding, site: string): SpdxReference {
  const { id, severity, decision } = finding;
  const words = `${id}, ${severity ?? 'not rated'}. ${findingWords(finding)}`;
  return {
    referenceCategory: 'SECURITY',
    referenceType: 'advisory',
    referenceLocator: `${site}/${encodeURIComponent(id.toWellFormed())}`,
    comment: decision === undefined ? words : `${words} ${decisionWords(decision)}`,
  };
}
