import path from 'node:path';
import { installedFormOf, lockfileKindOf } from '@almanac/core/lockfiles';
import { isJar } from './read-jar.ts';

/** Skipped in a project, searched in a system. */
export const INSTALLED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.venv', 'venv']);

export function isInstalledFile(file: string): boolean {
  return installedFormOf(file) !== null || isJar(file);
}

/** Paths of packages in the distribution's own list; pip also uses some. */
const OF_DISTRIBUTION =
  /^(?:usr\/lib(?:64)?\/python[\d.]*\/(?:dist|site)-packages|usr\/share\/(?:java|maven-repo|nodejs|python-wheels))\//;

/** Names the installer, beside METADATA. Distributions write their own name or nothing. */
export const INSTALLER = 'INSTALLER';
const OF_PEOPLE: ReadonlySet<string> = new Set(['pip', 'uv', 'poetry', 'pdm', 'conda', 'pipx']);

/** Reports whether the distribution's package list covers the file. `installer` is the text of INSTALLER. */
export function isOfDistribution(fromRoot: string, installer: string | null): boolean {
  return OF_DISTRIBUTION.test(fromRoot) && !OF_PEOPLE.has((installer ?? '').trim());
}

/** Returns the folder of the outermost node_modules; null if there is none. */
export function projectOfModule(file: string): string | null {
  const at = file.split('/').indexOf('node_modules');
  return at === -1 ? null : file.split('/').slice(0, at).join('/');
}

/** If a lockfile exists, Node modules are judged by it rather than as installed. */
export function hasNodeLockfile(names: Iterable<string>): boolean {
  return [...names].some((name) => NODE_LOCKFILES.has(lockfileKindOf(path.basename(name)) ?? ''));
}

const NODE_LOCKFILES: ReadonlySet<string> = new Set(['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock']);
