import { type Draft, finishDraft, isFull, startDraft } from './draft.ts';
import { decideVersion } from './formats.ts';
import type { SbomLimits, SbomReading } from './model.ts';
import { type NoteKind, number } from './notes.ts';
import { isSyft, readSourceInfo } from './source-package.ts';
import { addPackage, addRelationship, cpesOf, noteParts, purlsOf, spdxVersionOf } from './spdx.ts';
import { tagProblems } from './spdx-mandatory.ts';
import { tagsOf } from './tags.ts';

interface OpenPackage {
  readonly name: string;
  readonly place: string;
  ref: string | null;
  version: string | null;
  info: string | null;
  purpose: string | null;
  readonly references: { type: string | null; locator: string | null }[];
}

const UNREADABLE: NoteKind = (count, line) =>
  `Ignored ${number(count, 'line', 'lines')} without a tag, for example line ${line}.`;
const BROKEN: NoteKind = (count, line) =>
  `${number(count, 'relationship or reference', 'relationships or references')} malformed, for example in line ${line}.`;

/** Reads SPDX 2.2 and 2.3 in tags and values, one line after the other. */
export function readSpdxTagValue(document: string, limits: SbomLimits): SbomReading {
  const draft = startDraft(limits);
  const parts = { files: 0, snippets: 0, documents: 0 };
  const seen = new Map<string, string>();
  let found: OpenPackage | null = null;
  let inPart = false;

  for (const { tag, value, line } of tagsOf(document, draft.notes)) {
    if (tag === 'Creator') draft.hasOwnSources ||= isSyft(value);
    if (tag === null) draft.notes.count(UNREADABLE, String(line));
    else if (tag === 'PackageName') {
      closePackage(draft, found);
      inPart = false;
      found = {
        name: value,
        place: `line ${line}`,
        ref: null,
        version: null,
        info: null,
        purpose: null,
        references: [],
      };
    } else if (ENDS_PACKAGE.has(tag)) {
      closePackage(draft, found);
      found = null;
      if (tag === 'FileName') parts.files += 1;
      if (tag === 'SnippetSPDXID') parts.snippets += 1;
      inPart = true;
    } else if (tag === 'Relationship') readRelationship(draft, value, line);
    else if (tag === 'ExternalDocumentRef') parts.documents += 1;
    else if (inPart && tag === 'SPDXID') draft.others.add(value);
    else if (found !== null) readField(draft, found, tag, value, line);
    else if (!seen.has(tag)) seen.set(tag, value);
    if (isFull(draft)) break;
  }
  closePackage(draft, found);

  const decision = decideVersion('spdx', 'tag-value', spdxVersionOf(seen.get('SPDXVersion') ?? null));
  if (!decision.read) return { sbom: null, problem: { code: 'version_not_supported', message: decision.reason } };
  if (decision.note !== null) draft.notes.say(decision.note);
  for (const problem of tagProblems(seen)) draft.notes.say(`Does not follow the standard: ${problem}.`);
  noteParts(draft, parts);
  return finishDraft(draft, {
    format: 'spdx',
    specVersion: decision.specVersion,
    encoding: 'tag-value',
    subject: null,
  });
}

/** Tags that begin something which is no package. */
const ENDS_PACKAGE: ReadonlySet<string> = new Set(['FileName', 'SnippetSPDXID', 'LicenseID', 'Annotator', 'Reviewer']);

function readField(draft: Draft, found: OpenPackage, tag: string, value: string, line: number): void {
  if (tag === 'SPDXID') found.ref ??= value;
  else if (tag === 'PackageVersion') found.version ??= value;
  else if (tag === 'PackageSourceInfo') found.info ??= value;
  else if (tag === 'PrimaryPackagePurpose') found.purpose ??= value;
  else if (tag === 'ExternalRef') {
    const words = value.split(/\s+/, 4);
    if (words.length === 3) found.references.push({ type: words[1] ?? null, locator: words[2] ?? null });
    else draft.notes.count(BROKEN, String(line));
  }
}

function readRelationship(draft: Draft, value: string, line: number): void {
  const [from, type, to, ...rest] = value.split(/\s+/, 4);
  if (from === undefined || type === undefined || to === undefined || rest.length > 0) {
    return draft.notes.count(BROKEN, String(line));
  }
  addRelationship(draft, from, type, to);
}

function closePackage(draft: Draft, found: OpenPackage | null): void {
  if (found === null) return;
  const { name, ref, version, info, purpose, references, place } = found;
  addPackage(draft, {
    name: name === '' ? null : name,
    version: version === '' ? null : version,
    purls: purlsOf(draft, references, place),
    cpes: cpesOf(references),
    source: readSourceInfo(info),
    ref,
    purpose,
    place,
  });
}
