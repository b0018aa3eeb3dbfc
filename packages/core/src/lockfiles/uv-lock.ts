import { pep503 } from '../names/pep503.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { reachedNames } from './reached-names.ts';
import { readTables, type TomlEntry } from './toml.ts';

export const uvLock = defineLockfile({
  kind: 'uv.lock',
  read: readUvLock,
  page: {
    forms: '1',
    direct: 'dependencies of the workspace projects',
    dev: 'packages reached only from their groups (`dev-dependencies`)',
    place: 'line',
    skipped: 'workspace projects and folders',
  },
});

/** uv.lock: packages with a `source`, and projects of the workspace among them. https://docs.astral.sh/uv/concepts/projects/layout/#the-lockfile */
function readUvLock(text: string, collection: Collection): string {
  const is = { member: 'version', kind: 'uv.lock' };
  const { file, entries } = readTables(text, { key: 'package', is }, collection);
  const own = entries.filter(({ entry }) => folderOf(entry) !== null);
  const main = new Set(own.flatMap(({ entry }) => mainLists(entry)).flatMap(namesIn));
  const groups = new Set(own.flatMap(({ entry }) => listsIn(ownMember(entry, 'dev-dependencies'))).flatMap(namesIn));
  const edges = new Map(entries.map(({ name, entry }) => [pep503(name), mainLists(entry).flatMap(namesIn)]));
  const needed = reachedNames(main, edges);
  const grouped = reachedNames(groups, edges);
  for (const item of entries) {
    const name = pep503(item.name);
    addPackage(item, collection, {
      direct: own.length > 0 ? main.has(name) || groups.has(name) : null,
      dev: needed.has(name) ? false : grouped.has(name) ? true : null,
    });
  }
  const version = ownMember(file, 'version');
  return `v${typeof version === 'number' ? version : ''}`;
}

function addPackage(
  { entry, place, ...item }: TomlEntry,
  collection: Collection,
  role: { readonly direct: boolean | null; readonly dev: boolean | null },
): void {
  const name = pep503(item.name);
  if (folderOf(entry) !== null)
    return collection.skip(place, name, 'a folder of this project, not a published package');
  const qualifiers = originQualifiers(entry);
  collection.add({ type: 'pypi', name, version: textMember(entry, 'version'), qualifiers, ...role, place });
}

/** The folder that a package is taken from: a project of the workspace, or one beside it. */
function folderOf(entry: object): string | null {
  const source = ownMember(entry, 'source');
  if (!isObject(source)) return null;
  const found = ['editable', 'virtual', 'directory'].map((key) => ownMember(source, key));
  return found.find((value) => typeof value === 'string') ?? null;
}

/** `{ git = "https://host/path?rev=main#revision" }`, `{ url = "https://…" }`. */
function originQualifiers(entry: object): ReturnType<typeof vcsQualifiers> {
  const source = ownMember(entry, 'source');
  if (!isObject(source)) return null;
  const git = textMember(source, 'git');
  const url = textMember(source, 'url');
  if (git === null) return url === null ? null : { download_url: url };
  const [address = '', revision] = git.split('#', 2);
  return vcsQualifiers(address.split('?', 1)[0] ?? '', revision ?? null);
}

function mainLists(entry: object): unknown[] {
  return [ownMember(entry, 'dependencies'), ...listsIn(ownMember(entry, 'optional-dependencies'))];
}

function listsIn(table: unknown): unknown[] {
  return entriesOf(table).map(([, list]) => list);
}

/** The names of `[{ name = "a", marker = "…" }]`. */
function namesIn(list: unknown): string[] {
  return (Array.isArray(list) ? list : []).flatMap((item) => {
    const name = isObject(item) ? textMember(item, 'name') : null;
    return name === null ? [] : [pep503(name)];
  });
}
