import type { Collection, LockfileEntry } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const depsJson = defineLockfile({
  kind: '*.deps.json',
  read: readDepsJson,
  page: {
    forms: '',
    direct: 'dependencies of the projects among the libraries; null if there are none',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'projects and assemblies that are not packages',
  },
});

/** `<application>.deps.json`, which .NET writes beside a program. https://github.com/dotnet/cli/blob/rel/1.0.0/Documentation/specs/runtime-configuration-file.md */
function readDepsJson(text: string, collection: Collection): null {
  const file = parseJsonObject(text);
  const libraries = ownMember(file, 'libraries');
  if (!isObject(libraries)) throw new LockfileProblem('Not a .NET deps.json file: "libraries" is missing.');
  const asked = askedFor(libraries, ownMember(file, 'targets'));
  for (const [key, entry] of Object.entries(libraries)) {
    const place = pointer('libraries', key);
    const { name, version } = splitLibrary(key);
    const type = isObject(entry) ? textMember(entry, 'type') : null;
    const direct = asked?.has(key) ?? null;
    if (type === 'project') collection.skip(place, name, 'a folder of this project, not a published package');
    else if (type === 'package') collection.add({ type: 'nuget', name, version, direct, dev: null, place });
    else if (type === 'runtimepack') addRuntime(name, { version, direct, dev: null, place }, collection);
    else collection.skip(place, name, `a library of type ${quoted(type ?? '')}, which is not a package`);
  }
  return null;
}

/** The runtime of a program that brings its own is the package `runtimepack.<name>`. */
function addRuntime(
  name: string,
  entry: Pick<LockfileEntry, 'version' | 'direct' | 'dev' | 'place'>,
  collection: Collection,
): void {
  const prefix = 'runtimepack.';
  collection.add({ type: 'nuget', name: name.startsWith(prefix) ? name.slice(prefix.length) : name, ...entry });
}

function splitLibrary(key: string): { readonly name: string; readonly version: string | null } {
  const slash = key.lastIndexOf('/');
  return slash === -1 ? { name: key, version: null } : { name: key.slice(0, slash), version: key.slice(slash + 1) };
}

/** The libraries, `name/version`, that a project depends on in some target; null where there is no project. */
function askedFor(libraries: object, targets: unknown): ReadonlySet<string> | null {
  const asked = new Set<string>();
  let projects = 0;
  for (const [, target] of entriesOf(targets)) {
    for (const [key, library] of entriesOf(target)) {
      const entry = ownMember(libraries, key);
      if (!isObject(entry) || textMember(entry, 'type') !== 'project' || !isObject(library)) continue;
      projects += 1;
      for (const [name, version] of entriesOf(ownMember(library, 'dependencies')))
        asked.add(`${name}/${String(version)}`);
    }
  }
  return projects === 0 ? null : asked;
}
