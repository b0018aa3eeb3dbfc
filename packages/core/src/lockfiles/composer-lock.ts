import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const composerLock = defineLockfile({
  kind: 'composer.lock',
  manifests: ['composer.json'],
  read: readComposerLock,
  page: {
    forms: '',
    direct: 'null: the requirements are in composer.json',
    dev: 'packages in `packages-dev`',
    place: 'JSON pointer',
    skipped: 'folders',
  },
});

/** composer.lock: https://getcomposer.org/doc/01-basic-usage.md#commit-your-composer-lock-file-to-version-control */
function readComposerLock(text: string, collection: Collection): null {
  const file = parseJsonObject(text);
  const [packages, development] = ['packages', 'packages-dev'].map((key) => ownMember(file, key));
  if (!Array.isArray(packages) && !Array.isArray(development)) {
    throw new LockfileProblem('Not a composer.lock file: "packages" and "packages-dev" are missing.');
  }
  addAll('packages', packages, collection);
  addAll('packages-dev', development, collection);
  return null;
}

function addAll(member: string, packages: unknown, collection: Collection): void {
  for (const [index, entry] of (Array.isArray(packages) ? (packages as unknown[]) : []).entries()) {
    const place = pointer(member, String(index));
    const name = isObject(entry) ? textMember(entry, 'name') : null;
    if (!isObject(entry) || name === null) {
      collection.skip(place, null, 'the entry has no name');
      continue;
    }
    const version = textMember(entry, 'version');
    const dist = ownMember(entry, 'dist');
    if (isObject(dist) && textMember(dist, 'type') === 'path') {
      collection.skip(place, name, `a folder of this project: ${quoted(textMember(dist, 'url') ?? '')}`);
      continue;
    }
    const qualifiers = isBranch(version) ? revisionOf(entry) : null;
    collection.add({
      type: 'composer',
      name,
      version,
      qualifiers,
      direct: null,
      dev: member === 'packages-dev',
      place,
    });
  }
}

/** `dev-main`, `2.x-dev`: the state of a branch, which only the revision tells. */
function isBranch(version: string | null): boolean {
  return version !== null && (version.startsWith('dev-') || version.endsWith('-dev'));
}

function revisionOf(entry: object): ReturnType<typeof vcsQualifiers> {
  const source = ownMember(entry, 'source');
  if (!isObject(source) || textMember(source, 'type') !== 'git') return null;
  const url = textMember(source, 'url');
  return url === null ? null : vcsQualifiers(url, textMember(source, 'reference'));
}
