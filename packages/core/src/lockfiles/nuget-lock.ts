import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { LockfileProblem } from './problem.ts';

export const nugetLock = defineLockfile({
  kind: 'packages.lock.json',
  otherNames: ['packages.*.lock.json'],
  read: readNugetLock,
  page: {
    forms: '1, 2',
    direct: 'type `Direct`',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'projects in the solution',
  },
});

/** packages.lock.json of NuGet, by target framework. https://learn.microsoft.com/nuget/consume-packages/package-references-in-project-files */
function readNugetLock(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const frameworks = ownMember(file, 'dependencies');
  if (!isObject(frameworks)) throw new LockfileProblem('Not a packages.lock.json file: "dependencies" is missing.');
  for (const [framework, packages] of Object.entries(frameworks)) {
    for (const [name, entry] of entriesOf(packages)) addPackage(framework, name, entry, collection);
  }
  const version = ownMember(file, 'version');
  return `v${typeof version === 'number' ? version : ''}`;
}

function addPackage(framework: string, name: string, entry: unknown, collection: Collection): void {
  const place = pointer('dependencies', framework.slice(0, LONGEST_FRAMEWORK), name);
  if (!isObject(entry)) return collection.skip(place, name, 'the entry is not an object');
  const type = textMember(entry, 'type') ?? '';
  if (type === 'Project') return collection.skip(place, name, 'a folder of this project, not a published package');
  const version = textMember(entry, 'resolved');
  if (version === null) return collection.skip(place, name, 'the entry has no resolved version');
  collection.add({ type: 'nuget', name, version, direct: type === 'Direct', dev: null, place });
}

/** A hostile one must not be repeated for each package. */
const LONGEST_FRAMEWORK = 200;
