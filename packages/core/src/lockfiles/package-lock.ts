import { type Collection, shortPlace } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { originOfResolved } from './origin.ts';
import { readNestedDependencies } from './package-lock-v1.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { waysFrom } from './ways.ts';

export const packageLock = defineLockfile({
  kind: 'package-lock.json',
  otherNames: ['npm-shrinkwrap.json'],
  manifests: ['package.json'],
  read: readPackageLock,
  page: {
    forms: '1, 2, 3',
    direct: 'dependencies of the project and its workspaces; in form 1, packages that no other package requires',
    dev: 'the flag `dev`; `devOptional` counts as production',
    place: 'JSON pointer',
    skipped: 'workspaces, links to folders and copies of folders',
  },
});

/**
 * package-lock.json and npm-shrinkwrap.json, versions 1 to 3; returns the version. Version 2 says everything twice, and npm 7
 * and later read `packages`: https://docs.npmjs.com/cli/v11/configuring-npm/package-lock-json
 */
function readPackageLock(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const version = ownMember(file, 'lockfileVersion');
  const packages = ownMember(file, 'packages');
  if (isObject(packages)) readPackages(packages, collection);
  else if (version === undefined || version === 1) readNestedDependencies(file, collection);
  else throw new LockfileProblem('Not an npm package-lock.json file: "packages" is missing.');
  return `v${typeof version === 'number' ? version : 1}`;
}

function readPackages(packages: object, collection: Collection): void {
  const asked = askedFor(packages);
  const wayTo = waysFrom(asked, (path) => neededBy(packages, path, INSTALLED_GROUPS));
  for (const [path, value] of Object.entries(packages)) {
    const place = pointer('packages', path);
    // The project itself.
    if (path === '') continue;
    if (!isObject(value)) collection.skip(place, path, 'the entry is not an object');
    else readPackage(path, value, { isAsked: asked.has(path), through: named(packages, wayTo(path)) }, collection);
  }
}

interface Reached {
  readonly isAsked: boolean;
  readonly through: readonly string[];
}

function readPackage(path: string, entry: object, { isAsked, through }: Reached, collection: Collection): void {
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
    direct: isAsked,
    through,
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

/** Of an installed package; what it needs for its own development is not installed. */
const INSTALLED_GROUPS: readonly string[] = ['dependencies', 'optionalDependencies', 'peerDependencies'];
const GROUPS: readonly string[] = [...INSTALLED_GROUPS, 'devDependencies'];

/** The paths of what the project and its workspaces ask for, found the way Node looks for modules: folder by folder upwards. */
function askedFor(packages: object): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const [path, value] of Object.entries(packages)) {
    if (isInstalled(path) || !isObject(value)) continue;
    for (const found of neededBy(packages, path, GROUPS)) asked.add(found);
  }
  return asked;
}

/** The paths of what an entry names in these groups. */
function neededBy(packages: object, path: string, groups: readonly string[]): string[] {
  const entry = ownMember(packages, path);
  if (!isObject(entry)) return [];
  const names = groups.flatMap((group) => entriesOf(ownMember(entry, group)).map(([name]) => name));
  return names.flatMap((name) => nearest(packages, path, name) ?? []);
}

function named(packages: object, way: readonly string[] | null): string[] {
  return (way ?? []).map((path) => {
    const entry = ownMember(packages, path);
    const version = isObject(entry) ? textMember(entry, 'version') : null;
    const name = (isObject(entry) ? textMember(entry, 'name') : null) ?? nameOfPath(path) ?? path;
    return shortPlace(version === null ? name : `${name} ${version}`);
  });
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
