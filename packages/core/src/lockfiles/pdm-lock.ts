import { pep503 } from '../names/pep503.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { quoted } from './problem.ts';
import { readTables, type TomlEntry } from './toml.ts';

export const pdmLock = defineLockfile({
  kind: 'pdm.lock',
  read: readPdmLock,
  page: {
    forms: '3, 4',
    direct: 'null: the requirements are in pyproject.toml',
    dev: 'false for the group `default`, otherwise null: other groups may be extras',
    place: 'line',
    skipped: 'folders',
  },
});

/** pdm.lock: https://pdm-project.org/latest/usage/lockfile/. A package with extras has an entry of its own beside the plain one. */
function readPdmLock(text: string, collection: Collection): string {
  const is = { member: 'metadata', kind: 'pdm.lock' };
  const { file, entries } = readTables(text, { key: 'package', is }, collection);
  for (const item of entries) addPackage(item, collection);
  const metadata = ownMember(file, 'metadata');
  return `v${isObject(metadata) ? (textMember(metadata, 'lock_version') ?? '') : ''}`;
}

function addPackage({ entry, place, ...item }: TomlEntry, collection: Collection): void {
  const name = pep503(item.name);
  const folder = textMember(entry, 'path');
  if (folder !== null && !folder.endsWith('.whl') && !folder.endsWith('.tar.gz')) {
    return collection.skip(place, name, `a folder of this project: ${quoted(folder)}`);
  }
  const git = textMember(entry, 'git');
  const url = textMember(entry, 'url');
  const repository = git === null ? null : vcsQualifiers(git, textMember(entry, 'revision'));
  const groups = ownMember(entry, 'groups');
  collection.add({
    type: 'pypi',
    name,
    version: textMember(entry, 'version'),
    qualifiers: repository ?? (url === null ? null : { download_url: url }),
    direct: null,
    dev: Array.isArray(groups) && groups.includes('default') ? false : null,
    place,
  });
}
