import { componentEvidence, type ResolvedIssue } from './component-evidence.ts';
import type { Draft, DraftEntry } from './draft.ts';
import type { NoteKind } from './notes.ts';
import { number } from './notes.ts';
import { type Property, readSourceProperties } from './source-package.ts';

/** A component as both encodings of CycloneDX have it. */
export interface CycloneDxComponent {
  readonly type: string | null;
  readonly ref: string | null;
  readonly group: string | null;
  readonly name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly cpe: string | null;
  /** Issues that the patches of its pedigree resolve. */
  readonly resolved: readonly ResolvedIssue[];
  readonly scope: string | null;
  readonly properties: readonly Property[];
  readonly place: string;
}

/** Types of components that are no software that anybody publishes advisories about by package. */
const NO_SOFTWARE: ReadonlyMap<string, string> = new Map([
  ['cryptographic-asset', 'a cryptographic asset'],
  ['data', 'data'],
  ['device', 'a device'],
  ['file', 'a file'],
  ['machine-learning-model', 'a machine-learning model'],
]);

/** Properties by which tools mark what is for development alone; their value is `true`. */
const DEV_PROPERTIES: ReadonlySet<string> = new Set([
  'cdx:npm:package:development',
  'cdx:composer:package:isDevRequirement',
]);

const WITH_CPE: NoteKind = (count, place) =>
  `${number(count, 'component has', 'components have')} a CPE but no package URL, for example ${place}.`;
const NO_NAME: NoteKind = (count, place) =>
  `${number(count, 'component has', 'components have')} no name, for example ${place}.`;

export function addComponent(draft: Draft, component: CycloneDxComponent): DraftEntry {
  const { type, ref, group, name, version, purl, cpe, resolved, properties, place } = component;
  if (purl === null && cpe !== null) draft.notes.count(WITH_CPE, place);
  if (name === null) draft.notes.count(NO_NAME, place);
  const isNot = NO_SOFTWARE.get(type ?? '') ?? null;
  const entry = {
    name: fullName(group, name),
    version,
    purl,
    ref,
    dev: devOf(component),
    place,
    isNot,
    isOperatingSystem: type === 'operating-system',
    ...componentEvidence([cpe], resolved, readSourceProperties(properties, name)),
  };
  draft.entries.push(entry);
  return entry;
}

/** `excluded` documents "component usage for test and other non-runtime purposes" (the standard, on scope); `optional` says nothing of it. */
function devOf({ scope, properties }: CycloneDxComponent): boolean | null {
  if (scope === 'excluded' || properties.some(isDevProperty)) return true;
  return scope === 'required' ? false : null;
}

function isDevProperty({ name, value }: Property): boolean {
  return name !== null && DEV_PROPERTIES.has(name) && value === 'true';
}

/** Group and name as a package URL joins them; tools that write the group into the name too are not repeated. */
function fullName(group: string | null, name: string | null): string | null {
  if (group === null || name === null || name.startsWith(`${group}/`)) return name;
  return `${group}/${name}`;
}

/** Words of `compositions` that say that the list of components is all there is. */
const ALL_THERE_IS: ReadonlySet<string> = new Set(['complete']);

const INCOMPLETE: NoteKind = (_, aggregate) =>
  `The document declares its component list as incomplete (composition "${aggregate}").`;

export function noteComposition(draft: Draft, aggregate: string | null): void {
  if (aggregate !== null && !ALL_THERE_IS.has(aggregate)) draft.notes.count(INCOMPLETE, aggregate);
}

/** What of a document is named in `skipped` as a whole. */
export function reasonOfStatements(count: number): string {
  return `${number(count, 'statement', 'statements')} about vulnerabilities: findings come from our evidence, not from the document`;
}

export const SERVICE = 'it is a service, not a package';
