import { list, member, text } from '../ranges/untyped.ts';
import { type Draft, finishDraft, isFull, skip, startDraft } from './draft.ts';
import { decideVersion } from './formats.ts';
import type { SbomLimits, SbomReading } from './model.ts';
import { noteTypes } from './notes.ts';
import { isSyft, readSourceInfo } from './source-package.ts';
import { addPackage, addRelationship, cpesOf, noteParts, purlsOf, spdxVersionOf } from './spdx.ts';
import { spdxProblems } from './spdx-mandatory.ts';

/** Reads SPDX 2.2 and 2.3 JSON that has been parsed. `at` is where it stands in the text: empty, or the member that wraps it. */
export function readSpdxJson(document: unknown, at: string, limits: SbomLimits): SbomReading {
  const decision = decideVersion('spdx', 'json', spdxVersionOf(text(member(document, 'spdxVersion'))));
  if (!decision.read) return { sbom: null, problem: { code: 'version_not_supported', message: decision.reason } };
  const draft = startDraft(limits);
  if (decision.note !== null) draft.notes.say(decision.note);
  for (const problem of spdxProblems(document)) draft.notes.say(`Does not follow the standard: ${problem}.`);

  const creators = list(member(member(document, 'creationInfo'), 'creators'));
  draft.hasOwnSources = creators.some((creator) => isSyft(text(creator) ?? ''));
  for (const [index, found] of list(member(document, 'packages')).entries()) {
    if (isFull(draft)) break;
    readPackage(draft, found, `${at}/packages/${index}`);
  }
  for (const value of list(member(document, 'documentDescribes'))) {
    const ref = text(value);
    if (ref !== null) draft.subjects.add(ref);
  }
  for (const relationship of list(member(document, 'relationships'))) {
    const from = text(member(relationship, 'spdxElementId'));
    const to = text(member(relationship, 'relatedSpdxElement'));
    const type = text(member(relationship, 'relationshipType'));
    if (from !== null && to !== null && type !== null) addRelationship(draft, from, type, to);
  }
  const files = list(member(document, 'files'));
  const snippets = list(member(document, 'snippets'));
  for (const part of [...files, ...snippets]) {
    const ref = text(member(part, 'SPDXID'));
    if (ref !== null) draft.others.add(ref);
  }
  noteParts(draft, {
    files: files.length,
    snippets: snippets.length,
    documents: list(member(document, 'externalDocumentRefs')).length,
  });
  return finishDraft(draft, { format: 'spdx', specVersion: decision.specVersion, encoding: 'json', subject: null });
}

function readPackage(draft: Draft, found: unknown, place: string): void {
  if (typeof found !== 'object' || found === null || Array.isArray(found)) {
    return skip(draft, place, null, 'it is not an object');
  }
  noteTypes(draft.notes, found, ['name', 'versionInfo', 'SPDXID'], place);
  const references = list(member(found, 'externalRefs')).map((reference) => ({
    type: text(member(reference, 'referenceType')),
    locator: text(member(reference, 'referenceLocator')),
  }));
  addPackage(draft, {
    name: text(member(found, 'name')),
    version: text(member(found, 'versionInfo')),
    purls: purlsOf(draft, references, place),
    cpes: cpesOf(references),
    source: readSourceInfo(text(member(found, 'sourceInfo'))),
    ref: text(member(found, 'SPDXID')),
    purpose: text(member(found, 'primaryPackagePurpose')),
    place,
  });
}
