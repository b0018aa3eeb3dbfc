import { list, member, text } from '../ranges/untyped.ts';
import { dialectOf, unwrapSbom } from './detect.ts';
import { collectNotes, number } from './notes.ts';
import { elementsOf, idOf, type Spdx3Element } from './spdx3-elements.ts';
import { tagsOf } from './tags.ts';

/**
 * Members that SPDX 2.2 and 2.3 both require, by hand from the standard: clauses 6 (document), 7 (package), 8 (file) and 11
 * (relationship) of 2.3. It is no schema: the forms of the values are not checked.
 */
export const SPDX2_MANDATORY: Readonly<Record<'packages' | 'files' | 'relationships', readonly string[]>> = {
  packages: ['name', 'SPDXID', 'downloadLocation'],
  files: ['fileName', 'SPDXID', 'checksums'],
  relationships: ['spdxElementId', 'relatedSpdxElement', 'relationshipType'],
};

/** The same of a document in JSON, and the tags that stand for them. */
export const SPDX2_DOCUMENT: readonly {
  readonly member: string;
  readonly within: 'creationInfo' | null;
  readonly tag: string;
}[] = [
  { member: 'spdxVersion', within: null, tag: 'SPDXVersion' },
  { member: 'dataLicense', within: null, tag: 'DataLicense' },
  { member: 'SPDXID', within: null, tag: 'SPDXID' },
  { member: 'name', within: null, tag: 'DocumentName' },
  { member: 'documentNamespace', within: null, tag: 'DocumentNamespace' },
  { member: 'creators', within: 'creationInfo', tag: 'Creator' },
  { member: 'created', within: 'creationInfo', tag: 'Created' },
];

/** Members that SPDX 3.0 requires of an element of a class (cardinality 1 or more in Core and Software), beside its id and its creation. */
export const SPDX3_MANDATORY: ReadonlyMap<string, readonly string[]> = new Map([
  ['CreationInfo', ['specVersion', 'created', 'createdBy']],
  ['Package', ['name']],
  ['AIPackage', ['name']],
  ['DatasetPackage', ['name']],
  ['File', ['name']],
  ['Relationship', ['from', 'to', 'relationshipType']],
  ['LifecycleScopedRelationship', ['from', 'to', 'relationshipType']],
]);

/** What a document of SPDX lacks of what is mandatory: the parsed value of JSON, or the text of tags and values. */
export function spdxLacks(document: unknown): readonly string[] {
  if (typeof document === 'string') {
    const seen = new Map<string, string>();
    for (const { tag, value } of tagsOf(document, collectNotes()))
      if (tag !== null && !seen.has(tag)) seen.set(tag, value);
    return tagProblems(seen);
  }
  const { value, at } = unwrapSbom(document);
  return dialectOf(value) === 'spdx-3' ? spdx3Problems(elementsOf(value, at)) : spdxProblems(value);
}

/** What an SPDX 2 JSON document lacks, each kind once, with where it was first. */
export function spdxProblems(document: unknown): readonly string[] {
  const problems = SPDX2_DOCUMENT.filter(({ member: name, within }) =>
    isAbsent(member(within === null ? document : member(document, within), name)),
  ).map(({ member: name, within }) => `the document lacks "${within === null ? name : `${within}.${name}`}"`);
  for (const [name, required] of Object.entries(SPDX2_MANDATORY)) {
    const elements = list(member(document, name)).map((value, index) => ({ value, place: `/${name}/${index}` }));
    problems.push(...required.flatMap((key) => lacking(elements, key, name)));
  }
  return problems;
}

/** What the part about the document in an SPDX 2 document of tags and values lacks. */
export function tagProblems(seen: ReadonlyMap<string, string>): readonly string[] {
  return SPDX2_DOCUMENT.filter(({ tag }) => !seen.has(tag)).map(({ tag }) => `the document lacks "${tag}"`);
}

/** What the elements of an SPDX 3 document lack. */
export function spdx3Problems(elements: readonly Spdx3Element[]): readonly string[] {
  const byClass = Map.groupBy(elements, ({ type }) => type);
  const problems = [...SPDX3_MANDATORY].flatMap(([type, required]) =>
    required.flatMap((key) => lacking(byClass.get(type) ?? [], key, `elements ${type}`)),
  );
  if (!byClass.has('SpdxDocument')) problems.push('the element SpdxDocument is missing');
  const named = elements.filter(({ type }) => SPDX3_MANDATORY.has(type) && type !== 'CreationInfo');
  const nameless = named.filter(({ value }) => idOf(value) === null);
  if (nameless.length > 0)
    problems.push(
      `${number(nameless.length, 'element lacks', 'elements lack')} "spdxId", for example ${nameless[0]?.place}`,
    );
  return [...problems, ...lacking(named, 'creationInfo', 'elements')];
}

function lacking(
  elements: readonly { readonly value: unknown; readonly place: string }[],
  key: string,
  name: string,
): readonly string[] {
  const without = elements.filter(({ value }) => isAbsent(member(value, key)));
  if (without.length === 0) return [];
  return [
    `${without.length} of ${elements.length} ${name} ${without.length === 1 ? 'lacks' : 'lack'} "${key}", for example ${without[0]?.place}`,
  ];
}

function isAbsent(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === null || (typeof value === 'string' && text(value) === null);
}
