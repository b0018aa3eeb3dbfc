import { type Dependency, dependencyFacts } from './dependencies.ts';
import { tooManyComponents } from './json-bounds.ts';
import type { Component, Sbom, SbomEncoding, SbomFormat, SbomLimits, SbomReading, Skipped } from './model.ts';
import { collectNotes, type NoteKind, type Notes, number, shorten } from './notes.ts';

/** A component as a dialect gives it, before the dependencies are known. */
export interface DraftEntry extends Pick<Component, 'cpes' | 'patched' | 'source' | 'storePath'> {
  readonly name: string | null;
  readonly version: string | null;
  readonly purl: string | null;
  readonly ref: string | null;
  /** What the entry itself says; null leaves it to the dependencies. */
  readonly dev: boolean | null;
  readonly place: string;
  /** Why it is no software, in words after "it is"; null: it is software. A package URL that names a package outweighs it. */
  readonly isNot: string | null;
  /** Whether it is an operating system, which is left out where the document lists the packages of one. */
  readonly isOperatingSystem?: boolean;
}

/** A document while it is read. Readers of all dialects fill one; what follows from the whole is worked out in one place. */
export interface Draft {
  readonly limits: SbomLimits;
  readonly entries: DraftEntry[];
  readonly skipped: Skipped[];
  /** Ids of what the document describes. */
  readonly subjects: Set<string>;
  /** Ids of what is no component and may yet be named in dependencies: services, files, elements of other documents. */
  readonly others: Set<string>;
  readonly dependencies: Dependency[];
  readonly notes: Notes;
  /** Whether packages of dpkg and apk for which no source is given have one of their own name. */
  hasOwnSources: boolean;
}

export interface Heading {
  readonly format: SbomFormat;
  readonly specVersion: string;
  readonly encoding: SbomEncoding;
  /** Null leaves it to the entries that the subjects name. */
  readonly subject: string | null;
}

/** Longer names, versions, package URLs and ids are nobody's; they would only be carried along. */
const LONGEST_TEXT = 4096;

export function startDraft(limits: SbomLimits): Draft {
  return {
    limits,
    entries: [],
    skipped: [],
    subjects: new Set(),
    others: new Set(),
    dependencies: [],
    notes: collectNotes(),
    hasOwnSources: false,
  };
}

/** How many dependencies a document may state for each component that it may have. */
const DEPENDENCIES_PER_COMPONENT = 20;

/** Notes a dependency; beyond the limit none is kept, and the document is refused in the end. */
export function depend(draft: Draft, from: string, to: string, dev: boolean): void {
  if (!hasTooManyDependencies(draft)) draft.dependencies.push({ from, to, dev });
}

function hasTooManyDependencies({ dependencies, limits }: Draft): boolean {
  return dependencies.length > DEPENDENCIES_PER_COMPONENT * limits.components;
}

export function skip(draft: Draft, place: string, name: string | null, reason: string): void {
  draft.skipped.push({ place, name: name === null ? null : shorten(name, 200), reason });
}

/** Whether the draft has outgrown the limits: readers ask before they go on. The subject is not counted. */
export function isFull(draft: Draft): boolean {
  return draft.entries.length + draft.skipped.length > draft.limits.components + 1;
}

/** Makes the bill of materials: which entries are components, and what the dependencies say of them. */
export function finishDraft(draft: Draft, heading: Heading): SbomReading {
  const listsSystem = draft.entries.some(({ purl }) => SYSTEM_PACKAGE.test(purl ?? ''));
  const kept = draft.entries.filter((entry) => isKept(draft, entry, listsSystem));
  const subjects = kept.filter(({ ref }) => ref !== null && draft.subjects.has(ref));
  const described = heading.subject !== null || subjects.length > 0 ? 1 : 0;
  const counted = kept.length + draft.skipped.length - described;
  if (counted > draft.limits.components) return { sbom: null, problem: tooManyComponents(draft.limits) };

  if (hasTooManyDependencies(draft)) {
    const most = (DEPENDENCIES_PER_COMPONENT * draft.limits.components).toLocaleString('en-GB');
    return {
      sbom: null,
      problem: { code: 'too_large', message: `The document has more than ${most} dependencies.` },
    };
  }

  const facts = dependencyFacts(draft.subjects, knownDependencies(draft));
  if (facts.circle !== null) {
    draft.notes.say(`The dependencies contain a cycle, for example through "${shorten(facts.circle, 120)}".`);
  }
  const components = kept.map((entry) => componentOf(entry, facts));
  if (components.length === 0) draft.notes.say('The document lists no software components.');
  const named = heading.subject ?? (subjects.length === 1 && subjects[0] !== undefined ? titleOf(subjects[0]) : null);
  const subject = named === null ? null : shorten(named, 300);
  const sbom: Sbom = { ...heading, subject, components, skipped: draft.skipped, notes: draft.notes.list() };
  return { sbom, problem: null };
}

function componentOf(entry: DraftEntry, facts: ReturnType<typeof dependencyFacts>): Component {
  const { name, version, purl, ref, dev, place, cpes, patched, source, storePath } = entry;
  return {
    name: name ?? purl ?? '',
    version,
    purl,
    ref,
    direct: ref === null ? null : facts.direct(ref),
    dev: dev ?? (ref === null ? null : facts.dev(ref)),
    place,
    ...(cpes === undefined ? {} : { cpes }),
    ...(patched === undefined ? {} : { patched }),
    ...(source === undefined ? {} : { source }),
    ...(storePath === undefined ? {} : { storePath }),
  };
}

/** A name with its version, for people. */
export function titleOf({
  name,
  version,
}: {
  readonly name: string | null;
  readonly version: string | null;
}): string | null {
  return name === null || version === null ? name : `${name} ${version}`;
}

const SYSTEM_PACKAGE = /^pkg:(?:deb|rpm|apk)\//;
/** cdxgen gives every file such a package URL: `pkg:generic/login?path=%2Fbin%2Flogin`. */
const WITHOUT_VERSION = /^pkg:generic\/[^@?#]*(?:[?#]|$)/;

function isKept(draft: Draft, entry: DraftEntry, listsSystem: boolean): boolean {
  const { name, version, purl, ref, place, isNot, isOperatingSystem } = entry;
  const long = [name, version, purl, ref].some((text) => (text?.length ?? 0) > LONGEST_TEXT);
  if (long) skip(draft, place, name, `a text exceeds ${LONGEST_TEXT} characters`);
  else if (isNot !== null && (purl === null || WITHOUT_VERSION.test(purl))) skip(draft, place, name, `it is ${isNot}`);
  else if (purl === null && isOperatingSystem === true && listsSystem) skip(draft, place, name, LISTED_SYSTEM);
  else if (purl === null && name === null) skip(draft, place, null, 'it has neither a name nor a package URL');
  else return true;
  return false;
}

const LISTED_SYSTEM = 'it is the operating system, whose packages are listed';

const TWICE: NoteKind = (count, ref) =>
  `${number(count, 'ID is', 'IDs are')} used more than once, for example "${ref}".`;
const NOWHERE: NoteKind = (count, ref) =>
  `${number(count, 'dependency refers', 'dependencies refer')} to an ID that no component has, for example "${ref}".`;

/** The dependencies between entries of the document; what is odd about their ids is noted. */
function knownDependencies({ entries, dependencies, others, notes }: Draft): readonly Dependency[] {
  const refs = new Map<string, number>();
  for (const { ref } of entries) if (ref !== null) refs.set(ref, (refs.get(ref) ?? 0) + 1);
  for (const [ref, count] of refs) if (count > 1) notes.count(TWICE, ref);
  return dependencies.filter(({ from, to }) => {
    if (!refs.has(to) && !others.has(to)) notes.count(NOWHERE, to);
    return refs.has(from) && refs.has(to);
  });
}
