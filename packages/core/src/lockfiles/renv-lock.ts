import type { Collection } from './collect.ts';
import { defineLockfile } from './define.ts';
import { isObject, ownMember, parseJsonObject, pointer, textMember } from './json.ts';
import { vcsQualifiers } from './origin.ts';
import { LockfileProblem, quoted } from './problem.ts';

export const renvLock = defineLockfile({
  kind: 'renv.lock',
  read: readRenvLock,
  page: {
    forms: '1',
    direct: 'null',
    dev: 'null',
    place: 'JSON pointer',
    skipped: 'Bioconductor packages, which have no package URL; packages from folders and unknown sources',
  },
});

/** renv.lock of R: https://rstudio.github.io/renv/articles/lockfile.html */
function readRenvLock(text: string, collection: Collection): null {
  const file = parseJsonObject(text);
  const packages = ownMember(file, 'Packages');
  if (!isObject(packages)) throw new LockfileProblem('Not a renv.lock file: "Packages" is missing.');
  for (const [name, entry] of Object.entries(packages)) addPackage(name, entry, collection);
  return null;
}

function addPackage(key: string, entry: unknown, collection: Collection): void {
  const place = pointer('Packages', key);
  if (!isObject(entry)) return collection.skip(place, key, 'the entry is not an object');
  const name = textMember(entry, 'Package') ?? key;
  const version = textMember(entry, 'Version');
  const source = textMember(entry, 'Source') ?? '';
  const at = { direct: null, dev: null, place };
  if (source === 'Repository') return collection.add({ type: 'cran', name, version, ...at });
  if (source === 'Bioconductor') return collection.skip(place, name, 'Bioconductor packages have no package URL');
  const host = FORGES.get(source);
  const path = [textMember(entry, 'RemoteUsername') ?? '', textMember(entry, 'RemoteRepo') ?? ''].join('/');
  const address = host === undefined ? textMember(entry, 'RemoteUrl') : `https://${host}/${path}`;
  if (address === null) return collection.skip(place, name, `a package from the source ${quoted(source)}`);
  const qualifiers = vcsQualifiers(address, textMember(entry, 'RemoteSha'));
  collection.add({ type: 'cran', name, version, qualifiers, ...at });
}

const FORGES: ReadonlyMap<string, string> = new Map([
  ['GitHub', 'github.com'],
  ['GitLab', 'gitlab.com'],
  ['Bitbucket', 'bitbucket.org'],
]);
