import { list, member, text } from '../ranges/untyped.ts';
import { contextsOf } from './detect.ts';
import { type Draft, finishDraft, isFull, startDraft } from './draft.ts';
import { decideVersion } from './formats.ts';
import type { SbomLimits, SbomReading } from './model.ts';
import { readSourceInfo } from './source-package.ts';
import { addPackage, noteParts, relate } from './spdx.ts';
import { spdx3Problems } from './spdx-mandatory.ts';
import { SPDX3_DEV_SCOPES, SPDX3_RELATIONSHIPS } from './spdx-relationships.ts';
import { elementsOf, idOf, type Spdx3Element } from './spdx3-elements.ts';

/** Subclasses of Package that are no software, unless they have a package URL. */
const PACKAGES: ReadonlyMap<string, string | null> = new Map([
  ['Package', null],
  ['AIPackage', 'an AI model'],
  ['DatasetPackage', 'a dataset'],
]);

const COLLECTIONS: ReadonlySet<string> = new Set(['SpdxDocument', 'Sbom', 'Bom', 'Bundle']);
const RELATIONSHIPS: ReadonlySet<string> = new Set(['Relationship', 'LifecycleScopedRelationship']);

/** Reads SPDX 3.0 JSON-LD that has been parsed: its terms by name, without fetching or processing a context. */
export function readSpdx3(document: unknown, at: string, limits: SbomLimits): SbomReading {
  const elements = elementsOf(document, at);
  const decision = decideVersion('spdx', 'json-ld', versionOf(document, elements));
  if (!decision.read) return { sbom: null, problem: { code: 'version_not_supported', message: decision.reason } };
  const draft = startDraft(limits);
  if (decision.note !== null) draft.notes.say(decision.note);
  for (const problem of spdx3Problems(elements)) draft.notes.say(`Does not follow the standard: ${problem}.`);

  const parts = { files: 0, snippets: 0, documents: 0 };
  for (const element of elements) {
    if (isFull(draft)) break;
    const id = PACKAGES.has(element.type) ? null : idOf(element.value);
    if (id !== null) draft.others.add(id);
    if (PACKAGES.has(element.type)) readPackage(draft, element);
    else if (RELATIONSHIPS.has(element.type)) readRelationship(draft, element.value);
    else if (COLLECTIONS.has(element.type)) {
      for (const root of idsOf(member(element.value, 'rootElement'))) draft.subjects.add(root);
      const imports = element.type === 'SpdxDocument' ? list(member(element.value, 'import')) : [];
      for (const one of imports) draft.others.add(text(member(one, 'externalSpdxId')) ?? '');
      parts.documents += imports.length;
    } else if (element.type === 'File') parts.files += 1;
    else if (element.type === 'Snippet') parts.snippets += 1;
  }
  noteParts(draft, parts);
  return finishDraft(draft, { format: 'spdx', specVersion: decision.specVersion, encoding: 'json-ld', subject: null });
}

/** What the information about the creation says, else what the address of the context does. */
function versionOf(document: unknown, elements: readonly Spdx3Element[]): string | null {
  for (const { type, value } of elements) {
    const written = type === 'CreationInfo' ? text(member(value, 'specVersion')) : null;
    if (written !== null) return written;
    // A single element has the information within it.
    const within = text(member(member(value, 'creationInfo'), 'specVersion'));
    if (within !== null) return within;
  }
  const context = contextsOf(document).find((address) => address.includes('spdx.org/rdf/'));
  return context === undefined ? null : (/spdx\.org\/rdf\/(\d{1,3}\.\d{1,3}(\.\d{1,3})?)\//.exec(context)?.[1] ?? null);
}

function readPackage(draft: Draft, { type, value, place }: Spdx3Element): void {
  const identifiers = list(member(value, 'externalIdentifier')).map((identifier) => ({
    type: text(member(identifier, 'externalIdentifierType'))?.toLowerCase() ?? '',
    identifier: text(member(identifier, 'identifier')),
  }));
  const own = software(value, 'packageUrl');
  const others = identifiers.flatMap(({ type, identifier }) =>
    identifier !== null && (type === 'packageurl' || type === 'purl') ? [identifier] : [],
  );
  addPackage(
    draft,
    {
      name: text(member(value, 'name')),
      version: software(value, 'packageVersion'),
      purls: own === null ? others : [own, ...others],
      cpes: identifiers.flatMap(({ type, identifier }) => (type.startsWith('cpe') ? [identifier] : [])),
      source: readSourceInfo(software(value, 'sourceInfo')),
      ref: idOf(value),
      purpose: software(value, 'primaryPurpose'),
      place,
    },
    PACKAGES.get(type) ?? null,
  );
}

/** Members of the software profile are written with its name before them, or in 3.0.0 and by some tools without. */
function software(value: unknown, name: string): string | null {
  return text(member(value, `software_${name}`)) ?? text(member(value, name));
}

function readRelationship(draft: Draft, value: unknown): void {
  const meaning = SPDX3_RELATIONSHIPS.get(text(member(value, 'relationshipType')) ?? '');
  const [from] = idsOf(member(value, 'from'));
  if (meaning === undefined || from === undefined) return;
  const dev = meaning.dev || SPDX3_DEV_SCOPES.has(text(member(value, 'scope')) ?? '');
  for (const to of idsOf(member(value, 'to'))) relate(draft, meaning, from, to, dev);
}

/** Ids, whether one or a list of them, whether written as ids or as the elements themselves. */
function idsOf(value: unknown): readonly string[] {
  return (Array.isArray(value) ? value : [value]).flatMap((one) => text(one) ?? idOf(one) ?? []);
}
