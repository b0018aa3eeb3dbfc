import { pep503 } from '../names/pep503.ts';
import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { entriesOf, isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const pipfileLock = defineLockfile({
  kind: 'Pipfile.lock',
  manifests: ['Pipfile'],
  read: readPipfileLock,
  page: {
    forms: '6',
    direct: 'null: the Pipfile has the requirements',
    dev: 'true in `develop`, false in `default`, null in other categories',
    place: 'JSON pointer',
    skipped: 'folders',
  },
});

/** Pipfile.lock of Pipenv: a category for each group of packages. https://pipenv.pypa.io/en/latest/pipfile.html#pipfile-lock */
function readPipfileLock(text: string, collection: Collection): string {
  const file = parseJsonObject(text);
  const meta = ownMember(file, '_meta');
  if (!isObject(meta)) throw new LockfileProblem('Not a Pipfile.lock file: "_meta" is missing.');
  for (const [category, packages] of Object.entries(file)) {
    if (category === '_meta') continue;
    for (const [name, entry] of entriesOf(packages)) addPackage(category, name, entry, collection);
  }
  const version = ownMember(meta, 'pipfile-spec');
  return `v${typeof version === 'number' ? version : ''}`;
}

function addPackage(category: string, written: string, entry: unknown, collection: Collection): void {
  const name = pep503(written);
  const place = pointer(category, written);
  if (!isObject(entry)) return collection.skip(place, name, 'the entry is not an object');
  const folder = textMember(entry, 'path');
  if (folder !== null) return collection.skip(place, name, `a folder of this project: ${quoted(folder)}`);
  const pin = textMember(entry, 'version') ?? '';
  const git = textMember(entry, 'git');
  const file = textMember(entry, 'file');
  const repository = git === null ? null : vcsQualifiers(git, textMember(entry, 'ref'));
  collection.add({
    type: 'pypi',
    name,
    version: pin.startsWith('==') ? pin.replace(/^={2,3}/, '') : null,
    qualifiers: repository ?? (file === null ? null : { download_url: file }),
    direct: null,
    dev: category === 'default' ? false : category === 'develop' ? true : null,
    place,
  });
}
