import type { Collection } from './collect.ts';
import { entriesOf, isObject, ownMember, pointer, textMember } from './json.ts';
import { type Origin, originOf, originOfResolved } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';

interface Nested {
  readonly name: string;
  readonly entry: unknown;
  readonly place: string;
  readonly top: boolean;
}

/**
 * Version 1 of npm's lockfile (npm 5 and 6): dependencies within dependencies, and nothing about the project itself. A package at
 * the top that no other requires is one that the project asks for; of the others the file does not say.
 */
export function readNestedDependencies(file: object, collection: Collection): void {
  const dependencies = ownMember(file, 'dependencies');
  if (!isObject(dependencies) && dependencies !== undefined) {
    throw new LockfileProblem('"dependencies" is not an object.');
  }
  if (dependencies === undefined && !Object.hasOwn(file, 'lockfileVersion')) {
    throw new LockfileProblem('Not an npm package-lock.json file: "lockfileVersion" and "packages" are missing.');
  }
  const all = flatten(dependencies);
  const required = new Set(
    all.flatMap(({ entry }) => (isObject(entry) ? entriesOf(ownMember(entry, 'requires')).map(([name]) => name) : [])),
  );
  for (const nested of all) readNested(nested, required, collection);
}

/** Far beyond real ones; places of unbounded length would cost the square of it. */
const LONGEST_PLACE = 2000;

/** In the order of the file; a stack of our own, for the file decides how deep it goes. */
function flatten(dependencies: unknown): Nested[] {
  const found: Nested[] = [];
  const open = children(dependencies, '', true);
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.place.length > LONGEST_PLACE) throw new LockfileProblem('The names of nested dependencies are too long.');
    found.push(next);
    if (isObject(next.entry)) {
      for (const child of children(ownMember(next.entry, 'dependencies'), next.place, false)) open.push(child);
    }
  }
  return found;
}

/** Last first, for a stack. */
function children(dependencies: unknown, parent: string, top: boolean): Nested[] {
  return entriesOf(dependencies)
    .map(([name, entry]) => ({ name, entry, place: `${parent}${pointer('dependencies', name)}`, top }))
    .toReversed();
}

function readNested({ name, entry, place, top }: Nested, required: ReadonlySet<string>, collection: Collection): void {
  if (!isObject(entry)) return collection.skip(place, name, 'the entry is not an object');
  const written = textMember(entry, 'version');
  const alias = written === null ? null : aliasOf(written);
  const version = alias?.version ?? written;
  const origin: Origin =
    version !== null && version.includes(':') ? originOf(version) : originOfResolved(textMember(entry, 'resolved'));
  if (origin.from === 'folder') {
    return collection.skip(place, name, `a link to the folder ${quoted(origin.folder)}, not a published package`);
  }
  collection.add({
    type: 'npm',
    name: alias?.name ?? name,
    version: version !== null && version.includes(':') ? null : version,
    qualifiers: 'qualifiers' in origin ? origin.qualifiers : null,
    direct: top && !required.has(name) ? true : top ? null : false,
    dev: ownMember(entry, 'dev') === true,
    place,
  });
}

/** `npm:name@version`: the package that stands under another name. */
function aliasOf(text: string): { readonly name: string; readonly version: string } | null {
  if (!text.startsWith('npm:')) return null;
  const at = text.lastIndexOf('@');
  return at <= 'npm:'.length ? null : { name: text.slice('npm:'.length, at), version: text.slice(at + 1) };
}
