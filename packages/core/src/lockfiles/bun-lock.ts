import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsoncObject, pointer, textMember } from './json.ts';
import { originOf } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { splitRequest } from './yarn-requests.ts';

export const bunLock = defineLockfile({
  kind: 'bun.lock',
  read: readBunLock,
  page: {
    forms: '0, 1',
    direct: 'packages that workspaces name',
    dev: 'null: workspaces mix both',
    place: 'JSON pointer',
    skipped: 'workspaces, links to folders and copies of folders',
  },
});

/**
 * bun.lock: JSON with trailing commas. `packages` has for each place of a package a list that begins with `name@version`:
 * https://bun.com/docs/pm/lockfile. The older bun.lockb is binary.
 */
function readBunLock(text: string, collection: Collection): string {
  const file = parseJsoncObject(text);
  const packages = ownMember(file, 'packages');
  const version = ownMember(file, 'lockfileVersion');
  if (!isObject(packages) && typeof version !== 'number') {
    throw new LockfileProblem('Not a bun.lock file: "packages" and "lockfileVersion" are missing.');
  }
  const asked = askedFor(ownMember(file, 'workspaces'));
  for (const [key, entry] of entriesOf(packages)) {
    const [id] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const place = pointer('packages', key);
    if (typeof id !== 'string') collection.skip(place, key, 'the entry does not start with a name and a version');
    else addPackage(id, { place, direct: asked.has(key) }, collection);
  }
  return `v${typeof version === 'number' ? version : ''}`;
}

/** `name@1.0.0`, `name@workspace:packages/a`, `name@github:owner/repo#revision`, `name@https://…`. */
function addPackage(
  id: string,
  at: { readonly place: string; readonly direct: boolean },
  collection: Collection,
): void {
  const { name, range } = splitRequest(id);
  const { place, direct } = at;
  if (range.startsWith('workspace:') || range.startsWith('root:')) {
    return collection.skip(place, name, `a workspace of this project: ${quoted(range)}`);
  }
  const version = range.includes(':') || range.includes('/') ? null : range;
  if (version !== null) return collection.add({ type: 'npm', name, version, direct, dev: null, place });
  const origin = originOf(range);
  if (origin.from === 'folder') {
    return collection.skip(place, name, `a copy of the folder ${quoted(origin.folder)}, not a published package`);
  }
  const qualifiers = 'qualifiers' in origin ? origin.qualifiers : null;
  collection.add({ type: 'npm', name, version, qualifiers, direct, dev: null, place });
}

/** The keys of the packages that workspaces name: `name`, or `workspace/name` where one has a version of its own. */
function askedFor(workspaces: unknown): ReadonlySet<string> {
  const asked = new Set<string>();
  for (const [, workspace] of entriesOf(workspaces)) {
    if (!isObject(workspace)) continue;
    const own = textMember(workspace, 'name')?.slice(0, LONGEST_NAME) ?? '';
    for (const group of GROUPS) {
      for (const [name] of entriesOf(ownMember(workspace, group))) asked.add(name).add(`${own}/${name}`);
    }
  }
  return asked;
}

/** A hostile name must not be repeated for each dependency. */
const LONGEST_NAME = 300;
const GROUPS: readonly string[] = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];
