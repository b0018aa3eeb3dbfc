import { parse } from 'smol-toml';
import type { Collection } from './collect.ts';
import { isObject, ownMember, pointer, textMember } from './json.ts';
import { lineNumber, linesOf } from './lines.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem } from './problem.ts';

interface Crate {
  readonly name: string;
  readonly version: string | null;
  /** Absent for a crate of the workspace, and for one taken from a folder. */
  readonly source: string | null;
  readonly dependencies: readonly string[];
  readonly place: string;
}

/**
 * Cargo.lock, versions 1 to 4. The crates of the workspace have no source, and what they depend on is what the project asks for.
 * Dependencies of development and of builds stand among the others. https://doc.rust-lang.org/cargo/reference/resolver.html
 */
export function readCargo(text: string, collection: Collection): string {
  const places = placesOf(text, '[[package]]');
  collection.announce(places.length);
  const file = parseToml(text);
  const packages = ownMember(file, 'package');
  const root = ownMember(file, 'root');
  if (!Array.isArray(packages) && !isObject(root)) {
    throw new LockfileProblem('The file has neither "[[package]]" nor "[root]": it is no Cargo.lock.');
  }
  const crates = cratesOf(Array.isArray(packages) ? packages : [], places, collection);
  const ofRoot = isObject(root) ? cratesOf([root], placesOf(text, '[root]'), collection) : [];
  const all = [...ofRoot, ...crates];
  const asked = askedFor(all);
  for (const crate of all) addCrate(crate, asked, collection);
  skipUnusedPatches(file, collection);
  return `v${formatOf(file)}`;
}

function addCrate(crate: Crate, asked: ReadonlySet<Crate> | null, collection: Collection): void {
  const { name, version, source, place } = crate;
  if (source === null) return collection.skip(place, name, 'a crate of this project, or of a folder beside it');
  collection.add({
    type: 'cargo',
    name,
    version,
    qualifiers: source.startsWith('git+') ? repositoryOf(source) : null,
    direct: asked?.has(crate) ?? null,
    dev: null,
    place,
  });
}

/** `git+https://host/path?branch=main#revision` */
function repositoryOf(source: string): ReturnType<typeof vcsQualifiers> {
  const [address = '', revision] = source.split('#', 2);
  const query = address.indexOf('?');
  return vcsQualifiers(query === -1 ? address : address.slice(0, query), revision ?? null);
}

/** What the crates of the workspace depend on; null where the file has none. */
function askedFor(crates: readonly Crate[]): ReadonlySet<Crate> | null {
  const members = crates.filter(({ source }) => source === null);
  if (members.length === 0) return null;
  const known = new Map<string, Crate>();
  const byName = Map.groupBy(crates, ({ name }) => name);
  for (const crate of crates) {
    known.set(`${crate.name} ${crate.version}`, crate);
    known.set(`${crate.name} ${crate.version} (${crate.source})`, crate);
    // The version is left out where a single one is in the file, and the revision of a repository always.
    if (byName.get(crate.name)?.length === 1) known.set(crate.name, crate);
    const [address, revision] = crate.source?.split('#', 2) ?? [];
    if (revision !== undefined) known.set(`${crate.name} ${crate.version} (${address})`, crate);
  }
  const asked = members.flatMap(({ dependencies }) => dependencies.map((dependency) => known.get(dependency)));
  return new Set(asked.filter((crate) => crate !== undefined));
}

function cratesOf(entries: readonly unknown[], places: readonly string[], collection: Collection): Crate[] {
  const crates: Crate[] = [];
  for (const [index, entry] of entries.entries()) {
    const place = places.length === entries.length ? (places[index] ?? '') : pointer('package', String(index));
    const name = isObject(entry) ? textMember(entry, 'name') : null;
    if (!isObject(entry) || name === null) {
      collection.skip(place, null, 'the entry has no name');
      continue;
    }
    const dependencies = ownMember(entry, 'dependencies');
    crates.push({
      name,
      version: textMember(entry, 'version'),
      source: textMember(entry, 'source'),
      dependencies: Array.isArray(dependencies) ? dependencies.filter((item) => typeof item === 'string') : [],
      place,
    });
  }
  return crates;
}

function placesOf(text: string, header: string): string[] {
  const places: string[] = [];
  for (const line of linesOf(text)) if (line.text.trim() === header) places.push(lineNumber(line.number));
  return places;
}

function skipUnusedPatches(file: object, collection: Collection): void {
  const patch = ownMember(file, 'patch');
  const unused = isObject(patch) ? ownMember(patch, 'unused') : undefined;
  for (const [index, entry] of (Array.isArray(unused) ? unused : []).entries()) {
    const name = isObject(entry) ? textMember(entry, 'name') : null;
    collection.skip(pointer('patch', 'unused', String(index)), name, 'a patch that nothing in the file uses');
  }
}

/** The number is written since version 3; before that, checksums stood in a table of their own in version 1. */
function formatOf(file: object): number {
  const version = ownMember(file, 'version');
  if (typeof version === 'number') return version;
  return ownMember(file, 'metadata') === undefined ? 2 : 1;
}

function parseToml(text: string): object {
  try {
    return parse(text, { maxDepth: 20 });
  } catch (cause) {
    const [message = ''] = cause instanceof Error ? cause.message.split('\n') : [];
    throw new LockfileProblem(`The file is not TOML: ${message.slice(0, 200)}`, { cause });
  }
}
