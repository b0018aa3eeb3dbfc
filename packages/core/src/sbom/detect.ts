import { list, member, text } from '../ranges/untyped.ts';
import type { SbomProblem } from './model.ts';
import { areDerivations } from './nix-derivations.ts';
import { isPathInfo } from './nix-path-info.ts';
import { areStorePaths, isStoreGraph } from './nix-texts.ts';

/** What a text is written in, by its first characters. */
export type Notation = 'json' | 'xml' | 'tag-value' | 'store-paths' | 'graph';

/** Which format a JSON value is in. */
export type JsonDialect = 'cyclonedx' | 'spdx-2' | 'spdx-3' | 'path-info' | 'derivation';

/** The notation of a text without byte order mark and leading white space; null where it is none that a bill of materials has. */
export function notationOf(document: string): Notation | null {
  if (document.startsWith('{') || document.startsWith('[')) return 'json';
  if (document.startsWith('<')) return 'xml';
  if (isStoreGraph(document)) return 'graph';
  if (areStorePaths(document)) return 'store-paths';
  return isTagValue(document) ? 'tag-value' : null;
}

/** A document in tags and values begins, behind comments, with one of the tags of its creation. */
function isTagValue(document: string): boolean {
  let at = 0;
  while (at < document.length) {
    const end = document.indexOf('\n', at);
    const line = document.slice(at, end === -1 ? document.length : Math.min(end, at + 100)).trim();
    if (line !== '' && !line.startsWith('#')) return FIRST_TAGS.has(line.slice(0, Math.max(0, line.indexOf(':'))));
    if (end === -1) return false;
    at = end + 1;
  }
  return false;
}

/** YAML, which SPDX has too, writes `spdxVersion` small and is not among them. */
const FIRST_TAGS: ReadonlySet<string> = new Set([
  'SPDXVersion',
  'DataLicense',
  'SPDXID',
  'DocumentName',
  'DocumentNamespace',
  'DocumentComment',
  'Creator',
  'Created',
  'CreatorComment',
  'LicenseListVersion',
  'ExternalDocumentRef',
  'PackageName',
]);

/** The dialect of a parsed document; null where it is no bill of materials. */
export function dialectOf(document: unknown): JsonDialect | null {
  const format = text(member(document, 'bomFormat'));
  if (format?.toLowerCase() === 'cyclonedx') return 'cyclonedx';
  if (text(member(document, '$schema'))?.includes('cyclonedx.org/schema/bom-') === true) return 'cyclonedx';
  if (text(member(document, 'spdxVersion')) !== null) return 'spdx-2';
  if (text(member(document, 'SPDXID')) === 'SPDXRef-DOCUMENT') return 'spdx-2';
  if (contextsOf(document).some((context) => context.includes('spdx.org/rdf/3'))) return 'spdx-3';
  if (list(member(document, '@graph')).some((element) => text(member(element, 'spdxId')) !== null)) return 'spdx-3';
  if (areDerivations(document)) return 'derivation';
  return isPathInfo(document) ? 'path-info' : null;
}

/** The addresses in `@context`, which is one, or a list with one among others. */
export function contextsOf(document: unknown): readonly string[] {
  const context = member(document, '@context');
  return (Array.isArray(context) ? context : [context]).filter(
    (address): address is string => typeof address === 'string',
  );
}

/** Members under which tools wrap a bill of materials: an answer of an API, an attestation. */
const WRAPPERS = ['sbom', 'predicate'] as const;

/** The bill of materials within a parsed document and the pointer to it: itself, or what a known member of it holds. */
export function unwrapSbom(document: unknown): { readonly value: unknown; readonly at: string } {
  if (dialectOf(document) !== null) return { value: document, at: '' };
  const name = WRAPPERS.find((wrapper) => dialectOf(member(document, wrapper)) !== null);
  return name === undefined ? { value: document, at: '' } : { value: member(document, name), at: `/${name}` };
}

export function notAnSbom(seen: string): SbomProblem {
  const known =
    'CycloneDX (JSON with "bomFormat", or XML), SPDX 2 (JSON with "spdxVersion", or tag-value), SPDX 3 (JSON with "@context"), and for Nix the JSON of path-info and derivation show, a list of store paths, and the graph of nix-store';
  return { code: 'not_an_sbom', message: `${seen} Supported formats: ${known}.` };
}
