import path from 'node:path';
import { installedFormOf, lockfileKindOf } from '@almanac/core/lockfiles';
import { isJar } from './read-jar.ts';

/** Folders of installed packages, which a scan of a project leaves out and one of a system looks into. */
export const INSTALLED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv']);

/** Reports whether a file records an installed package. */
export function isInstalledFile(file: string): boolean {
  return installedFormOf(file) !== null || isJar(file);
}

/** Where a distribution puts what its own list of packages has, and pip on some of them too. */
const OF_DISTRIBUTION =
  /^(?:usr\/lib(?:64)?\/python[\d.]*\/(?:dist|site)-packages|usr\/share\/(?:java|maven-repo|nodejs|python-wheels))\//;

/** Beside METADATA: who has installed it. A distribution writes its own name there or nothing. */
export const INSTALLER = 'INSTALLER';
const OF_PEOPLE: ReadonlySet<string> = new Set(['pip', 'uv', 'poetry', 'pdm', 'conda', 'pipx']);

/** Reports whether the distribution's list of packages has what a file of the root records. `installer` is the text beside it. */
export function isOfDistribution(fromRoot: string, installer: string | null): boolean {
  return OF_DISTRIBUTION.test(fromRoot) && !OF_PEOPLE.has((installer ?? '').trim());
}

/** Returns the path of the outermost node_modules of a file, without its name; null: it is in none. */
export function projectOfModule(file: string): string | null {
  const at = file.split('/').indexOf('node_modules');
  return at === -1 ? null : file.split('/').slice(0, at).join('/');
}

/** Reports whether one of these names locks Node modules: they are judged by it then, and not as they are installed. */
export function hasNodeLockfile(names: Iterable<string>): boolean {
  return [...names].some((name) => NODE_LOCKFILES.has(lockfileKindOf(path.basename(name)) ?? ''));
}

const NODE_LOCKFILES: ReadonlySet<string> = new Set(['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock']);
