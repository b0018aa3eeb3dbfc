import type { Collection } from './collect.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { originOfResolved } from './origin.ts';
import { readNestedDependencies } from './package-lock-v1.ts';
import { LockfileProblem, quoted } from './problem.ts';

/**
 * package-lock.json and npm-shrinkwrap.json, versions 1 to 3; returns the version. Version 2 says everything twice, and npm 7
 * and later read `packages`: https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 */
export function readPackageLock(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const version = ownMember(file, 'lockfileVersion');
  const packages = ownMember(file, 'packages');
  if (isObject(packages)) readPackages(packages, collection);
  else if (version === undefined || version === 1) readNestedDependencies(file, collection);
  else throw new LockfileProblem('The file has no "packages": it is no package-lock.json of npm.');
  return `v${typeof version === 'number' ? version : 1}`;
}

function readPackages(packages: object, collection: Collection): void {
  const asked = askedFor(packages);
  for (const [path, value] of Object.entries(packages)) {
    const place = pointer('packages', path);
    // The project itself.
    if (path === '') continue;
    if (!isObject(value)) collection.skip(place, path, 'the entry is not an object');
    else readPackage(path, value, asked, collection);
  }
}

function readPackage(path: string, entry: object, asked: ReadonlySet<string>, collection: Collection): void {
  const place = pointer('packages', path);
  const name = textMember(entry, 'name') ?? nameOfPath(path);
  const resolved = textMember(entry, 'resolved');
  if (ownMember(entry, 'link') === true) {
    return collection.skip(place, name, `a link to the folder ${quoted(resolved ?? '')} of this project`);
  }
  if (name === null || !isInstalled(path)) {
    return collection.skip(
      place,
      textMember(entry, 'name') ?? path,
      'a folder of this project, not a published package',
    );
  }
  const origin = originOfResolved(resolved);
  if (origin.from === 'folder') {
    return collection.skip(place, name, `a copy of the folder ${quoted(origin.folder)}, not a published package`);
  }
  collection.add({
    type: 'npm',
    name,
    version: textMember(entry, 'version'),
    qualifiers: 'qualifiers' in origin ? origin.qualifiers : null,
    direct: asked.has(path),
    // `devOptional` serves development or an optional dependency: not development alone.
    dev: ownMember(entry, 'dev') === true,
    place,
  });
}

const FOLDER = 'node_modules/';

/** Whether a path is that of an installed package, not of a workspace. */
function isInstalled(path: string): boolean {
  return path.startsWith(FOLDER) || path.includes(`/${FOLDER}`);
}

function nameOfPath(path: string): string | null {
  const at = path.lastIndexOf(FOLDER);
  return at === -1 ? null : path.slice(at + FOLDER.length);
}

const GROUPS: readonly string[] = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

/** The paths of what the project and its workspaces ask for, found the way Node looks for modules: folder by folder upwards. */
function askedFor(packages: object): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const [path, value] of Object.entries(packages)) {
    if (isInstalled(path) || !isObject(value)) continue;
    for (const name of GROUPS.flatMap((group) => entriesOf(ownMember(value, group)).map(([key]) => key))) {
      const found = nearest(packages, path, name);
      if (found !== null) asked.add(found);
    }
  }
  return asked;
}

/** Real workspaces lie a few folders deep; the bounds keep a hostile path from costing its length squared. */
const DEEPEST_WORKSPACE = 20;
const LONGEST_WORKSPACE = 500;

function nearest(packages: object, folder: string, name: string): string | null {
  let from = folder.length > LONGEST_WORKSPACE ? '' : folder;
  for (let level = 0; from !== '' && level < DEEPEST_WORKSPACE; level += 1) {
    const path = `${from}/${FOLDER}${name}`;
    if (Object.hasOwn(packages, path)) return path;
    from = from.slice(0, Math.max(0, from.lastIndexOf('/')));
  }
  const path = `${FOLDER}${name}`;
  return Object.hasOwn(packages, path) ? path : null;
}
