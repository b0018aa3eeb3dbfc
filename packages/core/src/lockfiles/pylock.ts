import { pep503 } from '../names/pep503.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { quoted } from './problem.ts';
import { readTables, type TomlEntry } from './toml.ts';

export const pylock = defineLockfile({
  kind: 'pylock.toml',
  otherNames: ['pylock.*.toml'],
  read: readPylock,
  page: {
    forms: '1.0',
    direct: 'null',
    dev: 'null',
    place: 'line',
    skipped: 'folders',
  },
});

/** pylock.toml: https://packaging.python.org/en/latest/specifications/pylock-toml/. A package of a folder or a repository may have no version. */
function readPylock(text: string, collection: Collection): string {
  const is = { member: 'lock-version', kind: 'pylock.toml' };
  const { file, entries } = readTables(text, { key: 'packages', is }, collection);
  for (const item of entries) addPackage(item, collection);
  return textMember(file, 'lock-version') ?? '';
}

function addPackage({ entry, place, ...item }: TomlEntry, collection: Collection): void {
  const name = pep503(item.name);
  const [directory, vcs, archive] = ['directory', 'vcs', 'archive'].map((key) => ownMember(entry, key));
  if (isObject(directory)) {
    return collection.skip(place, name, `a folder of this project: ${quoted(textMember(directory, 'path') ?? '')}`);
  }
  const repository = isObject(vcs) ? textMember(vcs, 'url') : null;
  const address = isObject(archive) ? textMember(archive, 'url') : null;
  collection.add({
    type: 'pypi',
    name,
    version: textMember(entry, 'version'),
    qualifiers:
      repository !== null && isObject(vcs)
        ? vcsQualifiers(repository, textMember(vcs, 'commit-id'))
        : { download_url: address },
    direct: null,
    dev: null,
    place,
  });
}
