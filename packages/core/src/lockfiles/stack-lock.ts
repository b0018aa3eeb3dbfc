import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { pointer } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { isMap, mapText, parseYamlMaps } from './yaml.ts';

export const stackLock = defineLockfile({
  kind: 'stack.yaml.lock',
  manifests: ['stack.yaml'],
  read: readStackLock,
  page: {
    forms: '',
    direct: 'null',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'snapshots, whose packages are not in the file',
  },
});

/** stack.yaml.lock: https://docs.haskellstack.org/en/stable/topics/lock_files/. The packages of a snapshot such as lts-22.43 are not in it. */
function readStackLock(text: string, collection: Collection): null {
  const file = parseYamlMaps(text).find((document) => document.has('packages') || document.has('snapshots'));
  if (file === undefined)
    throw new LockfileProblem('Not a stack.yaml.lock file: "packages" and "snapshots" are missing.');
  for (const [index, entry] of listOf(file.get('packages')).entries()) {
    addPackage(isMap(entry) ? entry.get('completed') : null, pointer('packages', String(index)), collection);
  }
  for (const [index, entry] of listOf(file.get('snapshots')).entries()) {
    const original = isMap(entry) ? entry.get('original') : null;
    const name = typeof original === 'string' ? original : (mapText(original, 'snapshot') ?? mapText(original, 'url'));
    collection.skip(pointer('snapshots', String(index)), name, SNAPSHOT);
  }
  return null;
}

const SNAPSHOT =
  'not checked: the packages from this snapshot, which the file does not list; create a cabal.project.freeze with `stack ls dependencies cabal`';

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function addPackage(completed: unknown, place: string, collection: Collection): void {
  const hackage = mapText(completed, 'hackage');
  const base = { type: 'hackage', direct: null, dev: null, place } as const;
  if (hackage !== null) {
    const [id = ''] = hackage.split('@', 1);
    const hyphen = id.lastIndexOf('-');
    if (hyphen <= 0) return collection.skip(place, null, `not a name and a version: ${quoted(id)}`);
    return collection.add({ ...base, name: id.slice(0, hyphen), version: id.slice(hyphen + 1) });
  }
  const name = mapText(completed, 'name');
  if (name === null) return collection.skip(place, null, 'the entry does not name the package');
  const git = mapText(completed, 'git');
  const url = mapText(completed, 'url');
  const repository = git === null ? null : vcsQualifiers(git, mapText(completed, 'commit'));
  const qualifiers = repository ?? (url === null ? null : { download_url: url });
  collection.add({ ...base, name, version: mapText(completed, 'version'), qualifiers });
}
