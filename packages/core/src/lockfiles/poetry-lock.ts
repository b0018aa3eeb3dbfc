import { pep503 } from '../names/pep503.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { quoted } from './problem.ts';
import { readTables, type TomlEntry } from './toml.ts';

export const poetryLock = defineLockfile({
  kind: 'poetry.lock',
  read: readPoetryLock,
  page: {
    forms: '1, 2',
    direct: 'null: the requirements are in pyproject.toml',
    dev: 'by `groups`, in form 1 by `category`, otherwise null',
    place: 'line',
    skipped: 'folders',
  },
});

/** poetry.lock: https://python-poetry.org/docs/basic-usage/#installing-with-poetrylock */
function readPoetryLock(text: string, collection: Collection): string {
  const is = { member: 'metadata', kind: 'poetry.lock' };
  const { file, entries } = readTables(text, { key: 'package', is }, collection);
  for (const item of entries) addPackage(item, collection);
  const metadata = ownMember(file, 'metadata');
  return `v${isObject(metadata) ? (textMember(metadata, 'lock-version') ?? '1') : '1'}`;
}

function addPackage({ entry, place, ...item }: TomlEntry, collection: Collection): void {
  const name = pep503(item.name);
  const source = ownMember(entry, 'source');
  const kind = isObject(source) ? textMember(source, 'type') : null;
  const url = isObject(source) ? (textMember(source, 'url') ?? '') : '';
  if (kind === 'directory') return collection.skip(place, name, `a folder of this project: ${quoted(url)}`);
  const revision = isObject(source) ? textMember(source, 'resolved_reference') : null;
  const qualifiers = kind === 'git' ? vcsQualifiers(url, revision) : kind === 'url' ? { download_url: url } : null;
  const version = textMember(entry, 'version');
  collection.add({ type: 'pypi', name, version, qualifiers, direct: null, dev: isForDevelopment(entry), place });
}

function isForDevelopment(entry: object): boolean | null {
  const groups = ownMember(entry, 'groups');
  if (Array.isArray(groups) && groups.length > 0) return !groups.includes('main');
  const category = textMember(entry, 'category');
  return category === null ? null : category === 'dev';
}
