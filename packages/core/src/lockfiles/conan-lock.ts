import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const conanLock = defineLockfile({
  kind: 'conan.lock',
  manifests: ['conanfile.txt', 'conanfile.py'],
  read: readConanLock,
  page: {
    forms: '0.4 (Conan 1), 0.5 (Conan 2)',
    direct: 'null; in form 0.4, what the project (node 0) requires',
    dev: 'true in `build_requires` and `python_requires`, false in `requires`; in form 0.4, by `context`',
    place: 'JSON pointer',
    skipped: 'the project itself, references without a version',
  },
});

/** conan.lock: lists of references in Conan 2, a graph of nodes in Conan 1. https://docs.conan.io/2/tutorial/versioning/lockfiles.html */
function readConanLock(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const graph = ownMember(file, 'graph_lock');
  const nodes = isObject(graph) ? ownMember(graph, 'nodes') : undefined;
  const lists = LISTS.filter((list) => Array.isArray(ownMember(file, list)));
  if (!isObject(nodes) && lists.length === 0) {
    throw new LockfileProblem('Not a conan.lock file: "requires" and "graph_lock" are missing.');
  }
  if (isObject(nodes)) readNodes(nodes, collection);
  for (const list of lists) readList(list, ownMember(file, list) as readonly unknown[], collection);
  return textMember(file, 'version') ?? '';
}

const LISTS = ['requires', 'build_requires', 'python_requires', 'config_requires'];

function readList(list: string, references: readonly unknown[], collection: Collection): void {
  for (const [index, item] of references.entries()) {
    // A package that is overridden is a list of the reference and what replaces it.
    const reference: unknown = Array.isArray(item) ? item[0] : item;
    addReference(
      reference,
      { place: pointer(list, String(index)), direct: null, dev: list !== 'requires' },
      collection,
    );
  }
}

function readNodes(nodes: object, collection: Collection): void {
  const root = ownMember(nodes, '0');
  const asked = new Set(['requires', 'build_requires'].flatMap((list) => listIn(root, list)));
  for (const [id, node] of entriesOf(nodes)) {
    const reference = isObject(node) ? ownMember(node, 'ref') : null;
    const context = isObject(node) ? textMember(node, 'context') : null;
    // The project itself has a file's path, and a reference only where it has a name.
    if (id === '0') continue;
    const place = pointer('graph_lock', 'nodes', id);
    addReference(
      reference,
      { place, direct: asked.size === 0 ? null : asked.has(id), dev: context === null ? null : context === 'build' },
      collection,
    );
  }
}

function listIn(node: unknown, list: string): unknown[] {
  const found = isObject(node) ? ownMember(node, list) : null;
  return Array.isArray(found) ? found : [];
}

/** `name/version@user/channel#revision%time` */
function addReference(
  reference: unknown,
  at: { readonly place: string; readonly direct: boolean | null; readonly dev: boolean | null },
  collection: Collection,
): void {
  if (typeof reference !== 'string') return collection.skip(at.place, null, 'the entry is not a reference');
  const [bare = ''] = reference.split(/[#%]/, 1);
  const [id = '', owner = ''] = bare.split('@', 2);
  const [name = '', version = ''] = id.split('/', 2);
  const [user = '', channel = ''] = owner.split('/', 2);
  if (name === '' || version === '')
    return collection.skip(at.place, name || null, `not a name and a version: ${quoted(bare)}`);
  const qualifiers = user === '' || user === '_' ? null : { user, channel };
  collection.add({ type: 'conan', name, version, qualifiers, ...at });
}
