import { componentEvidence } from './component-evidence.ts';
import { type Draft, depend } from './draft.ts';
import { type NoteKind, number } from './notes.ts';
import type { Meaning } from './spdx-relationships.ts';
import { SPDX2_RELATIONSHIPS } from './spdx-relationships.ts';

/** A package as every form of SPDX has it. */
export interface SpdxPackage {
  readonly name: string | null;
  readonly version: string | null;
  /** The package URLs given for it, in the order of the document. */
  readonly purls: readonly string[];
  readonly cpes: readonly (string | null)[];
  /** The source package that it was built from, by the words of a tool. */
  readonly source: string | null;
  readonly ref: string | null;
  /** `primaryPackagePurpose`; null where it says none. */
  readonly purpose: string | null;
  readonly place: string;
}

/** Purposes of packages that are no software, in the words of SPDX 2.3 (7.24) and 3.0 (SoftwarePurpose), in lower case. */
const NO_SOFTWARE: ReadonlyMap<string, string> = new Map([
  ['data', 'data'],
  ['device', 'a device'],
  ['documentation', 'documentation'],
  ['evidence', 'evidence'],
  ['file', 'a file'],
  ['model', 'a model'],
]);

const SEVERAL: NoteKind = (count, place) =>
  `${number(count, 'package has', 'packages have')} several package URLs; the first is used. Example: ${place}.`;
const WITH_CPE: NoteKind = (count, place) =>
  `${number(count, 'package has', 'packages have')} a CPE but no package URL, for example ${place}.`;

export function addPackage(draft: Draft, found: SpdxPackage, isNot: string | null = null): void {
  const { name, version, purls, cpes, source, ref, purpose, place } = found;
  const different = new Set(purls);
  if (different.size > 1) draft.notes.count(SEVERAL, place);
  if (different.size === 0 && cpes.length > 0) draft.notes.count(WITH_CPE, place);
  draft.entries.push({
    name: asserted(name),
    version: asserted(version),
    purl: purls[0] ?? null,
    ref,
    dev: null,
    place,
    isNot: isNot ?? NO_SOFTWARE.get(purpose?.toLowerCase() ?? '') ?? null,
    isOperatingSystem: /^operating[-_]?system$/i.test(purpose ?? ''),
    ...componentEvidence(cpes, [], source ?? (draft.hasOwnSources && namesOtherSources(purls[0]) ? name : null)),
  });
}

/** Reports whether syft names the source package unless it has the package's own name. For rpm it names every source package. */
function namesOtherSources(purl: string | undefined): boolean {
  return purl?.startsWith('pkg:deb/') === true || purl?.startsWith('pkg:apk/') === true;
}

/** `NONE` and `NOASSERTION` stand for no value. */
export function asserted(value: string | null): string | null {
  return value === 'NONE' || value === 'NOASSERTION' ? null : value;
}

export function addRelationship(draft: Draft, from: string, type: string, to: string): void {
  const meaning = SPDX2_RELATIONSHIPS.get(type);
  if (meaning !== undefined) relate(draft, meaning, from, to, meaning.dev);
}

export function relate(draft: Draft, meaning: Meaning, from: string, to: string, dev: boolean): void {
  if (asserted(from) === null || asserted(to) === null) return;
  for (const ref of [from, to]) if (ref.startsWith('DocumentRef-')) draft.others.add(ref);
  if (meaning.says === 'describes') draft.subjects.add(meaning.reversed ? from : to);
  else if (meaning.reversed) depend(draft, to, from, dev);
  else depend(draft, from, to, dev);
}

/** Files and snippets are no packages: they are counted, not listed. */
export function noteParts(
  draft: Draft,
  parts: { readonly files: number; readonly snippets: number; readonly documents: number },
): void {
  if (parts.files > 0)
    draft.notes.say(`${number(parts.files, 'file is', 'files are')} not checked; only packages are.`);
  if (parts.snippets > 0) draft.notes.say(`${number(parts.snippets, 'snippet is', 'snippets are')} not checked.`);
  if (parts.documents > 0) {
    draft.notes.say(
      `The document refers to ${number(parts.documents, 'other document')}, which ${parts.documents === 1 ? 'is' : 'are'} not read.`,
    );
  }
}

/** `SPDX-2.3` without what stands before the number. */
export function spdxVersionOf(written: string | null): string | null {
  return written === null ? null : written.replace(/^SPDX-/i, '');
}

const PURL_BY_LOCATOR: NoteKind = (count, place) =>
  `${number(count, 'reference contains', 'references contain')} a package URL but ${count === 1 ? 'is' : 'are'} not of type "purl"; treated as one. Example: ${place}.`;

interface ExternalReference {
  readonly type: string | null;
  readonly locator: string | null;
}

/** The package URLs among the external references of a package. */
export function purlsOf(draft: Draft, references: readonly ExternalReference[], place: string): readonly string[] {
  return references.flatMap(({ type, locator }) => {
    if (locator === null) return [];
    if (type === 'purl' || type?.endsWith('/purl') === true) return [locator];
    if (!locator.startsWith('pkg:')) return [];
    draft.notes.count(PURL_BY_LOCATOR, place);
    return [locator];
  });
}

/** The CPE names among the external references of a package. */
export function cpesOf(references: readonly ExternalReference[]): readonly (string | null)[] {
  return references.flatMap(({ type, locator }) => (type?.includes('cpe2') === true ? [locator] : []));
}
