import type { DiffFile } from '../diff/model.ts';
import { bindingsOf, jsonBindingOf } from './bindings.ts';
import { wholeEntry } from './blocks.ts';
import { entriesOfSide } from './entries.ts';
import { sourceHashesOf } from './hashes.ts';
import { type OnLimit, PULL_LIMITS, unreadInWords } from './limits.ts';
import type { PackageChange, PlacedLine, ShownEntry, ShownValue } from './model.ts';
import { type PackagePlace, placeOf } from './place.ts';

/** What a diff does to packages of the collection, in its order; what is no package's is left out. */
export function packageChanges(files: readonly DiffFile[]): PackageChange[] {
  const groups = new Map<string, Group>();
  files.forEach((file, index) => {
    const path = file.newPath ?? file.oldPath ?? '';
    const place = placeOf(path);
    if (place === null || file.binary !== null) return;
    const group = groups.get(place.folder) ?? { place, files: [] };
    group.files.push({ file, index, path });
    groups.set(place.folder, group);
  });
  return [...groups.values()].flatMap(changesOfGroup);
}

interface Group {
  readonly place: PackagePlace;
  readonly files: { readonly file: DiffFile; readonly index: number; readonly path: string }[];
}

/** A file may hold several packages, each with a version of its own. */
function changesOfGroup({ place, files }: Group): PackageChange[] {
  const read = files.filter(({ path }) => path.endsWith('.nix') || path.endsWith('.json'));
  if (read.length === 0) return [];
  const all = read.flatMap(({ file, index, path }) => placedLines(file, index, path));
  const reached = new Set<Parameters<OnLimit>[0]>();
  const onLimit: OnLimit = (limit) => reached.add(limit);
  const lines = all.slice(0, PULL_LIMITS.lines);
  if (lines.length < all.length) onLimit('lines');
  const valuesOf = openValues(onLimit);
  const versions = versionChanges(lines, valuesOf);
  if (versions.length > PULL_LIMITS.parts) onLimit('parts');
  const parts =
    versions.length < 2
      ? [{ version: versions[0], lines }]
      : partsOf(lines, versions.slice(0, PULL_LIMITS.parts), valuesOf);
  const deleted = read.every(({ file }) => file.status === 'deleted');
  const added = read.every(({ file }) => file.status === 'added');
  const kind = deleted ? 'deleted' : added ? 'added' : 'changed';
  const fallback = read[0]?.path ?? '';
  const changes = parts.map((part) => changeOf(place, kind, part, { fallback, valuesOf, onLimit }));
  // A limit that one of them reached is said of all: which lines are whose is known by these lines alone.
  const unread = unreadInWords(reached);
  return changes.map((change) => Object.assign(change, { unread }));
}

function placedLines({ hunks }: DiffFile, file: number, path: string): PlacedLine[] {
  return hunks.flatMap(({ lines }, hunk) => lines.map((line, index) => ({ ...line, path, file, hunk, index })));
}

/** A version before and after; one of them is null where it comes new or goes. */
interface VersionChange {
  readonly old: ShownValue | null;
  readonly new: ShownValue | null;
}

function versionChanges(lines: readonly PlacedLine[], valuesOf: ValuesOf): VersionChange[] {
  const changes: VersionChange[] = [];
  for (const run of runsOf(lines)) {
    const of = (kind: PlacedLine['kind']) =>
      run.filter((line) => line.kind === kind).flatMap((line) => valuesOf(line).filter(({ key }) => key === 'version'));
    const [before, after] = [of('removed'), of('added')];
    for (let i = 0; i < Math.max(before.length, after.length); i += 1) {
      changes.push({ old: before[i] ?? null, new: after[i] ?? null });
    }
  }
  return changes;
}

/** Lines that were changed together: no line stays as it was in between. */
function runsOf(lines: readonly PlacedLine[]): PlacedLine[][] {
  const runs: PlacedLine[][] = [];
  let run: PlacedLine[] = [];
  for (const line of lines) {
    const last = run.at(-1);
    const goesOn = last !== undefined && last.file === line.file && last.hunk === line.hunk;
    if (line.kind !== 'context' && goesOn) run.push(line);
    else {
      if (run.length > 0) runs.push(run);
      run = line.kind === 'context' ? [] : [line];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

interface Part {
  readonly version: VersionChange | undefined;
  /** Of one among several of a file: what it is called there; null where that cannot be told. Left out: it is the only one. */
  readonly name?: string | null;
  readonly lines: readonly PlacedLine[];
}

/** A hash stands below its version: what lies between two versions belongs to the first. */
function partsOf(lines: readonly PlacedLine[], versions: readonly VersionChange[], valuesOf: ValuesOf): Part[] {
  const places = new Map(lines.map((line, i) => [line, i]));
  const heads = versions.map(({ old, new: after }) => {
    const line = (old ?? after)?.line;
    const at = (line === undefined ? undefined : places.get(line)) ?? 0;
    const head = headAbove(lines, at, valuesOf);
    return { from: at - (head?.up ?? 0), name: head?.name ?? null };
  });
  return versions.map((version, i) => ({
    version,
    name: heads[i]?.name ?? null,
    lines: lines.slice(i === 0 ? 0 : heads[i]?.from, heads[i + 1]?.from ?? lines.length),
  }));
}

/** Lines in which the head of a package is looked for above its version. */
const HEAD_LINES = 4;

/** Where a package among several begins: `pname = "…"`, or `openssl_3 = common {`. */
function headAbove(
  lines: readonly PlacedLine[],
  at: number,
  valuesOf: ValuesOf,
): { up: number; name: string | null } | null {
  for (let up = 0; up <= HEAD_LINES && up <= at; up += 1) {
    for (const { key, text, written } of valuesOf(lines[at - up] as PlacedLine)) {
      if (key === 'pname') return { up, name: text };
      if (key !== 'src' && key !== 'meta' && written.includes('{')) return { up, name: key };
    }
  }
  return null;
}

function changeOf(
  place: PackagePlace,
  kind: PackageChange['kind'],
  part: Part,
  {
    fallback,
    valuesOf,
    onLimit,
  }: { readonly fallback: string; readonly valuesOf: ValuesOf; readonly onLimit: OnLimit },
): Omit<PackageChange, 'unread'> {
  const { lines, version } = part;
  const values = lines.filter((line) => line.kind !== 'removed').flatMap(valuesOf);
  const shownVersion = values.find(({ key }) => key === 'version') ?? null;
  const after = version === undefined ? shownVersion : version.new;
  const before = version === undefined ? shownVersion : version.old;
  const entries = changedEntries(lines, onLimit);
  const pointed = after?.line ?? entries.line ?? lines.find((line) => line.kind === 'added');
  const names = namesOf(place, part, valuesOf);
  return {
    name: names[0] ?? place.name,
    names,
    placed: place.attribute !== null && part.name === undefined,
    kind,
    file: pointed?.path ?? fallback,
    line: pointed?.newNumber ?? pointed?.oldNumber ?? 1,
    oldVersion: kind === 'added' ? null : textOf(before),
    newVersion: kind === 'deleted' ? null : textOf(after),
    version: kind === 'deleted' ? null : after,
    values,
    sourceHashes: sourceHashesOf(lines, valuesOf),
    ...entries.entries,
  };
}

/** Of several in one file the place names none of them. */
function namesOf(place: PackagePlace, { lines, name }: Part, valuesOf: ValuesOf): string[] {
  if (name !== undefined) return name === null ? [] : [name];
  const pname = lines.flatMap(valuesOf).find(({ key, text }) => key === 'pname' && text !== null);
  return [...new Set([place.attribute, textOf(pname), place.name].filter((each) => each !== null))];
}

/** A version that is put together from others is not known. */
function textOf(value: ShownValue | null | undefined): string | null {
  const text = value?.text ?? null;
  return text === null || text === '' || text.includes('${') ? null : text;
}

/** Each line is read once, however often it is asked for. */
function openValues(onLimit: OnLimit): ValuesOf {
  const known = new Map<PlacedLine, readonly ShownValue[]>();
  return (line) => {
    const read = known.get(line);
    if (read !== undefined) return read;
    const found = line.path.endsWith('.json') ? jsonBindingOf(line.text, onLimit) : bindingsOf(line.text, onLimit);
    const values =
      found.length === 0 ? NO_VALUES : found.map(({ key, text, written, at }) => ({ key, text, written, at, line }));
    known.set(line, values);
    return values;
  };
}

type ValuesOf = (line: PlacedLine) => readonly ShownValue[];
const NO_VALUES: readonly ShownValue[] = [];

/** What stands in lists on one side and not on the other. */
function changedEntries(lines: readonly PlacedLine[], onLimit: OnLimit) {
  const byFile = [...Map.groupBy(lines, ({ file }) => file).values()];
  const before = byFile.map((own) => entriesOfSide(own, 'old', onLimit));
  const after = byFile.map((own) => entriesOfSide(own, 'new', onLimit));
  const patchesNow = cvesIn(after.flatMap(({ patches }) => patches));
  const patchesThen = cvesIn(before.flatMap(({ patches }) => patches));
  const declared = after.flatMap(({ vulnerabilities }) => vulnerabilities);
  const texts = new Set(declared.map(({ text }) => text));
  const declaredNow = cvesIn(declared);
  const places = new Map(lines.map((line, i) => [line, i]));
  const some = (entries: ShownEntry[]) => {
    if (entries.length > PULL_LIMITS.entries) onLimit('entries');
    return entries.slice(0, PULL_LIMITS.entries);
  };
  const droppedPatches = distinct(
    some(before.flatMap(({ patches }) => patches.filter(gone(patchesNow)))).map((entry) =>
      wholeEntry(entry, lines, places),
    ),
  );
  const droppedVulnerabilities = some(
    before
      .flatMap(({ vulnerabilities }) => vulnerabilities)
      .filter((entry) => isRemoved(entry) && !texts.has(entry.text) && !entry.cves.some((cve) => declaredNow.has(cve))),
  ).map((entry) => wholeEntry(entry, lines, places));
  const addedPatches = distinct(
    some(after.flatMap(({ patches }) => patches).filter((entry) => isAdded(entry) && gone(patchesThen)(entry))),
  );
  return {
    line: addedPatches[0]?.lines[0] ?? droppedPatches[0]?.lines[0] ?? droppedVulnerabilities[0]?.lines[0],
    entries: {
      addedPatches,
      droppedPatches,
      droppedVulnerabilities,
      cves: {
        patched: cvesIn(addedPatches),
        unpatched: cvesIn(droppedPatches),
        declared: declaredNow,
        undeclared: cvesIn(droppedVulnerabilities),
      },
    },
  };
}

function gone(others: ReadonlySet<string>) {
  return ({ cves, lines }: ShownEntry) => lines[0]?.kind !== 'context' && cves.some((cve) => !others.has(cve));
}

function isRemoved({ lines }: ShownEntry): boolean {
  return lines[0]?.kind === 'removed';
}

function isAdded({ lines }: ShownEntry): boolean {
  return lines[0]?.kind === 'added';
}

function cvesIn(entries: readonly ShownEntry[]): Set<string> {
  return new Set(entries.flatMap(({ cves }) => cves));
}

/** A patch is named by its comment, its name and its address: it is one all the same. */
function distinct(entries: readonly ShownEntry[]): ShownEntry[] {
  const found: ShownEntry[] = [];
  const placesOf = new Map<string, Set<number>>();
  const put = (entry: ShownEntry, place: number) => {
    for (const cve of found[place]?.cves ?? []) placesOf.get(cve)?.delete(place);
    for (const cve of entry.cves) placesOf.set(cve, (placesOf.get(cve) ?? new Set()).add(place));
    found[place] = entry;
  };
  for (const entry of entries) {
    const same = Math.min(...entry.cves.flatMap((cve) => [...(placesOf.get(cve) ?? [])]));
    const known = found[same];
    if (known === undefined) put(entry, found.length);
    else if (known.lines.length < entry.lines.length) put(entry, same);
  }
  return found;
}
