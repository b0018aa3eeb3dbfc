import { list, member, text } from '../ranges/untyped.ts';
import { type CdxgenMembers, findCdxgenSources } from './cdxgen-sources.ts';
import type { ResolvedIssue } from './component-evidence.ts';
import { addComponent, noteComposition, reasonOfStatements, SERVICE } from './cyclonedx.ts';
import { type Draft, type DraftEntry, depend, finishDraft, isFull, skip, startDraft, titleOf } from './draft.ts';
import { decideVersion } from './formats.ts';
import type { SbomLimits, SbomReading } from './model.ts';
import { noteTypes } from './notes.ts';

/** Reads CycloneDX JSON that has been parsed. `at` is where it stands in the text: empty, or the member that wraps it. */
export function readCycloneDxJson(document: unknown, at: string, limits: SbomLimits): SbomReading {
  const decision = decideVersion('cyclonedx', 'json', text(member(document, 'specVersion')));
  if (!decision.read) return { sbom: null, problem: { code: 'version_not_supported', message: decision.reason } };
  const draft = startDraft(limits);
  if (decision.note !== null) draft.notes.say(decision.note);
  if (member(document, 'bomFormat') !== 'CycloneDX') draft.notes.say('The member "bomFormat" is not "CycloneDX".');

  const subject = member(member(document, 'metadata'), 'component');
  if (subject !== undefined) {
    readNested(draft, [subject], () => `${at}/metadata/component`);
    const ref = text(member(subject, 'bom-ref'));
    if (ref !== null) draft.subjects.add(ref);
  }
  const title = draft.entries[0] === undefined ? null : titleOf(draft.entries[0]);
  for (const name of ['components', 'dependencies', 'services', 'vulnerabilities']) {
    const value = member(document, name);
    if (value !== undefined && !Array.isArray(value))
      draft.notes.say(`Ignored the member "${name}", which is not a list.`);
  }
  const components = readNested(draft, list(member(document, 'components')), (index) => `${at}/components/${index}`);
  if (isFromCdxgen(document)) addCdxgenSources(draft, components);
  readServices(draft, list(member(document, 'services')), `${at}/services`);
  for (const dependency of list(member(document, 'dependencies'))) readDependency(draft, dependency);
  for (const composition of list(member(document, 'compositions'))) {
    noteComposition(draft, text(member(composition, 'aggregate')));
  }
  const statements = list(member(document, 'vulnerabilities'));
  if (statements.length > 0) skip(draft, `${at}/vulnerabilities`, null, reasonOfStatements(statements.length));
  return finishDraft(draft, {
    format: 'cyclonedx',
    specVersion: decision.specVersion,
    encoding: 'json',
    subject: title,
  });
}

/** Reads components and the components within them, in the order of the document, without recursion. */
function readNested(
  draft: Draft,
  components: readonly unknown[],
  placeOf: (index: number) => string,
): ReadonlyMap<DraftEntry, unknown> {
  const entries = new Map<DraftEntry, unknown>();
  const open = [{ components, placeOf, next: 0 }];
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.next >= level.components.length || isFull(draft)) {
      open.pop();
      continue;
    }
    const component = level.components[level.next];
    const place = level.placeOf(level.next);
    level.next += 1;
    if (typeof component !== 'object' || component === null || Array.isArray(component)) {
      skip(draft, place, null, 'it is not an object');
      continue;
    }
    noteTypes(draft.notes, component, ['name', 'version', 'purl', 'bom-ref'], place);
    const entry = addComponent(draft, {
      type: text(member(component, 'type')),
      ref: text(member(component, 'bom-ref')),
      group: text(member(component, 'group')),
      name: text(member(component, 'name')),
      version: text(member(component, 'version')),
      purl: text(member(component, 'purl')),
      cpe: text(member(component, 'cpe')),
      resolved: resolvedBy(member(member(component, 'pedigree'), 'patches')),
      scope: text(member(component, 'scope')),
      properties: list(member(component, 'properties'))
        .slice(0, MAX_PROPERTIES)
        .map((property) => ({ name: text(member(property, 'name')), value: text(member(property, 'value')) })),
      place,
    });
    entries.set(entry, component);
    const within = list(member(component, 'components'));
    if (within.length > 0)
      open.push({ components: within, placeOf: (index) => `${place}/components/${index}`, next: 0 });
  }
  return entries;
}

/** Tools are a list up to CycloneDX 1.4, and an object with components since. */
function isFromCdxgen(document: unknown): boolean {
  const tools = member(member(document, 'metadata'), 'tools');
  return [...list(tools), ...list(member(tools, 'components'))].some((tool) => text(member(tool, 'name')) === 'cdxgen');
}

/** Adds the source packages that cdxgen tells in its own way, and leaves out the components that it adds for them. */
function addCdxgenSources(draft: Draft, components: ReadonlyMap<DraftEntry, unknown>): void {
  const members = new Map([...components].map(([entry, component]) => [entry, readCdxgenMembers(component)]));
  const sources = findCdxgenSources(members);
  const entries = draft.entries.flatMap((entry) => {
    const source = sources.get(entry);
    if (source === undefined) return [entry];
    if (source !== null) return [{ ...entry, source: entry.source ?? source }];
    if (entry.ref !== null) draft.others.add(entry.ref);
    skip(draft, entry.place, entry.name, SOURCE_OF_LISTED);
    return [];
  });
  draft.entries.length = 0;
  for (const entry of entries) draft.entries.push(entry);
}

const SOURCE_OF_LISTED = 'it is a source package; the packages that were built from it are listed';

function readCdxgenMembers(component: unknown): CdxgenMembers {
  const identity = member(member(component, 'evidence'), 'identity');
  const identities = list(identity).map((each) => ({
    methods: list(member(each, 'methods')).map((method) => ({
      technique: text(member(method, 'technique')),
      value: text(member(method, 'value')),
    })),
  }));
  return {
    tags: list(member(component, 'tags')).map(text),
    identities: Array.isArray(identity) ? identities : null,
    supplier: text(member(member(component, 'supplier'), 'name')),
    isListed: list(member(component, 'properties')).some(
      (property) => text(member(property, 'name')) === 'aquasecurity:trivy:PkgID',
    ),
  };
}

/** Beyond so many nothing is read: a component has a few. */
const MAX_PROPERTIES = 1_000;

const MOST_PATCHES = 1_000;

function resolvedBy(patches: unknown): readonly ResolvedIssue[] {
  return list(patches)
    .slice(0, MOST_PATCHES)
    .flatMap((patch) =>
      list(member(patch, 'resolves'))
        .slice(0, MOST_PATCHES)
        .map((issue) => ({ type: text(member(issue, 'type')), id: text(member(issue, 'id')) })),
    );
}

function readServices(draft: Draft, services: readonly unknown[], at: string): void {
  const open = [{ services, at }];
  for (let level = open.pop(); level !== undefined; level = open.pop()) {
    for (const [index, service] of level.services.entries()) {
      if (isFull(draft)) return;
      const place = `${level.at}/${index}`;
      skip(draft, place, text(member(service, 'name')), SERVICE);
      const ref = text(member(service, 'bom-ref'));
      if (ref !== null) draft.others.add(ref);
      const within = list(member(service, 'services'));
      if (within.length > 0) open.push({ services: within, at: `${place}/services` });
    }
  }
}

function readDependency(draft: Draft, dependency: unknown): void {
  const from = text(member(dependency, 'ref'));
  if (from === null) return draft.notes.say('A dependency lacks "ref".');
  for (const value of list(member(dependency, 'dependsOn'))) {
    const to = text(value);
    if (to !== null) depend(draft, from, to, false);
  }
}
