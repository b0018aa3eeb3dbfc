import { type Collection, shortPlace } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, pointer, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem } from './problem.ts';
import { namedEntries, parseToml, placesOf } from './toml.ts';
import { type WayTo, waysFrom } from './ways.ts';

export const cargoLock = defineLockfile({
  kind: 'Cargo.lock',
  manifests: ['Cargo.toml'],
  read: readCargo,
  page: {
    forms: '1 to 4',
    direct: 'dependencies of crates without a source (workspace crates)',
    dev: 'null',
    place: 'line',
    skipped: 'workspace crates; unused patches',
  },
});

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
function readCargo(text: string, collection: Collection): string {
  const places = placesOf(text, '[[package]]');
  collection.announce(places.length);
  const file = parseToml(text);
  const packages = ownMember(file, 'package');
  const root = ownMember(file, 'root');
  if (!Array.isArray(packages) && !isObject(root)) {
    throw new LockfileProblem('Not a Cargo.lock file: "[[package]]" and "[root]" are missing.');
  }
  const crates = cratesOf(Array.isArray(packages) ? packages : [], places, collection);
  const ofRoot = isObject(root) ? cratesOf([root], placesOf(text, '[root]'), collection) : [];
  const all = [...ofRoot, ...crates];
  const find = finder(all);
  const asked = askedFor(all, find);
  const wayTo = waysFrom(asked ?? [], ({ dependencies }) =>
    dependencies.flatMap((dependency) => find(dependency) ?? []),
  );
  for (const crate of all) addCrate(crate, asked?.has(crate) ?? null, wayTo, collection);
  skipUnusedPatches(file, collection);
  return `v${formatOf(file)}`;
}

function addCrate(crate: Crate, direct: boolean | null, wayTo: WayTo<Crate>, collection: Collection): void {
  const { name, version, source, place } = crate;
  if (source === null) return collection.skip(place, name, 'a crate of this project, or of a folder beside it');
  collection.add({
    type: 'cargo',
    name,
    version,
    qualifiers: source.startsWith('git+') ? repositoryOf(source) : null,
    direct,
    through: (wayTo(crate) ?? []).map((step) => shortPlace(`${step.name} ${step.version ?? ''}`.trim())),
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
function askedFor(
  crates: readonly Crate[],
  find: (dependency: string) => Crate | undefined,
): ReadonlySet<Crate> | null {
  const members = crates.filter(({ source }) => source === null);
  if (members.length === 0) return null;
  return new Set(members.flatMap(({ dependencies }) => dependencies.flatMap((dependency) => find(dependency) ?? [])));
}

/** Crates by how others name them. */
function finder(crates: readonly Crate[]): (dependency: string) => Crate | undefined {
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
  return (dependency) => known.get(dependency);
}

function cratesOf(entries: readonly unknown[], places: readonly string[], collection: Collection): Crate[] {
  return namedEntries(entries, { key: 'package', places }, collection).map(({ name, entry, place }) => {
    const dependencies = ownMember(entry, 'dependencies');
    return {
      name,
      version: textMember(entry, 'version'),
      source: textMember(entry, 'source'),
      dependencies: Array.isArray(dependencies) ? dependencies.filter((item) => typeof item === 'string') : [],
      place,
    };
  });
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
