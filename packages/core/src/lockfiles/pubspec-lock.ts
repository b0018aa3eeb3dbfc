import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { pointer } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';
import { isMap, linesOfKeys, mapEntries, mapText, parseYamlMaps } from './yaml.ts';

export const pubspecLock = defineLockfile({
  kind: 'pubspec.lock',
  manifests: ['pubspec.yaml'],
  read: readPubspecLock,
  page: {
    forms: '',
    direct: 'by `dependency`',
    dev: 'true for `direct dev`, false for `direct main`, otherwise null',
    place: 'line',
    skipped: 'folders, and SDK packages',
  },
});

/** pubspec.lock of Dart and Flutter: https://dart.dev/tools/pub/glossary#lockfile */
function readPubspecLock(text: string, collection: Collection): null {
  const file = parseYamlMaps(text).find((document) => document.has('packages'));
  if (file === undefined) throw new LockfileProblem('Not a pubspec.lock file: "packages" is missing.');
  const packages = mapEntries(file.get('packages'));
  const places = linesOfKeys(text, 'packages', 2, packages.length);
  for (const [index, [name, entry]] of packages.entries()) {
    addPackage(name, entry, places?.[index] ?? pointer('packages', name), collection);
  }
  return null;
}

function addPackage(name: string, entry: unknown, place: string, collection: Collection): void {
  const source = mapText(entry, 'source') ?? 'hosted';
  const description = isMap(entry) ? entry.get('description') : null;
  if (source === 'path') {
    return collection.skip(place, name, `a folder of this project: ${quoted(mapText(description, 'path') ?? '')}`);
  }
  if (source === 'sdk') return collection.skip(place, name, 'an SDK package, which has no version of its own');
  if (source !== 'hosted' && source !== 'git')
    return collection.skip(place, name, `a package from the source ${quoted(source)}`);
  const url = mapText(description, 'url');
  const repository = source === 'git' && url !== null ? vcsQualifiers(url, mapText(description, 'resolved-ref')) : null;
  const elsewhere = source === 'hosted' && url !== null && !PUBLIC.includes(url) ? { repository_url: url } : null;
  const dependency = mapText(entry, 'dependency') ?? '';
  collection.add({
    type: 'pub',
    name,
    version: mapText(entry, 'version'),
    qualifiers: repository ?? elsewhere,
    direct: dependency === '' ? null : dependency.startsWith('direct'),
    dev: DEV.get(dependency) ?? null,
    place,
  });
}

const PUBLIC: readonly string[] = ['https://pub.dev', 'https://pub.dartlang.org'];
const DEV: ReadonlyMap<string, boolean> = new Map([
  ['direct main', false],
  ['direct dev', true],
]);
