import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readOsRelease, type System } from '@almanac/core/lockfiles';
import { UsageError } from '../errors.ts';
import { type FoundFiles, findFiles, shownPath } from './find-files.ts';
import { insideRoot } from './inside-root.ts';
import { INSTALLER, isInstalledFile, isOfDistribution } from './installed/installed-files.ts';
import { readText } from './read-files.ts';
import { describeUnread } from './read-rpm-database.ts';

export interface FoundInRoot extends FoundFiles {
  /** Null if there is no readable rpm database. */
  readonly rpmDatabase: string | null;
  readonly system: System | null;
}

/** Virtual file systems. */
const OF_THE_KERNEL: readonly string[] = ['proc', 'sys', 'dev'];

/** In the order in which systems look for it. */
export const OS_RELEASE: readonly string[] = ['etc/os-release', 'usr/lib/os-release'];

/** Since rpm 4.16. */
export const RPM_DATABASES: readonly string[] = ['var/lib/rpm/rpmdb.sqlite', 'usr/lib/sysimage/rpm/rpmdb.sqlite'];

/** Before rpm 4.16, which may leave them behind after converting them. */
export const OTHER_RPM_DATABASES: readonly string[] = [
  'var/lib/rpm/Packages.db',
  'var/lib/rpm/Packages',
  'usr/lib/sysimage/rpm/Packages.db',
  'usr/lib/sysimage/rpm/Packages',
];

/** Unsupported package databases and why. Their systems count as not checked. */
export const UNREAD_DATABASES: ReadonlyMap<string, string> = new Map([
  ...OTHER_RPM_DATABASES.map((file) => [file, describeUnread('Berkeley DB and ndb are not supported')] as const),
  ...(
    [
      ['var/lib/pacman/local/ALPM_DB_VERSION', 'pacman'],
      ['var/db/xbps/pkgdb-0.38.plist', 'xbps'],
      ['var/lib/opkg/status', 'opkg'],
      ['usr/lib/opkg/status', 'opkg'],
      ['var/db/pkg/local.sqlite', 'pkg'],
      ['var/lib/portage/world', 'Portage'],
    ] as const
  ).map(([file, tool]) => [file, `not checked: ${tool} packages are not supported`] as const),
]);

/** Finds package lists and lockfiles below the root of a system, such as an unpacked container. Runs nothing of it. */
export async function findInRoot(folder: string, root: string, signal: AbortSignal): Promise<FoundInRoot> {
  const top = path.resolve(folder, root);
  const found = await stat(top).catch(() => null);
  if (!found?.isDirectory())
    throw new UsageError(`${root} is not a directory.`, 'Pass the root of a file system: almanac scan --root /');
  const without = new Set(OF_THE_KERNEL.map((name) => path.join(top, name)));
  const { files: all, problems } = await findFiles(folder, [top], signal, { without, installed: true });
  const files: string[] = [];
  for (const file of all) if (!(await isOfDistributionAt(top, path.resolve(folder, file)))) files.push(file);
  const rpmDatabase = await findFirst(top, RPM_DATABASES);
  const unread = new Map<string, string>();
  for (const [file, problem] of UNREAD_DATABASES) {
    if (rpmDatabase !== null && OTHER_RPM_DATABASES.includes(file)) continue;
    const target = await findFirst(top, [file]);
    if (target !== null) unread.set(shownPath(folder, target), problem);
  }
  const notJudged = [...unread].map(([file, problem]) => ({ path: file, problem }));
  return { files, problems: [...problems, ...notJudged], rpmDatabase, system: await systemIn(top) };
}

/** Reports whether the distribution's own list covers the file. */
async function isOfDistributionAt(top: string, target: string): Promise<boolean> {
  const fromRoot = path.relative(top, target).split(path.sep).join('/');
  if (!isInstalledFile(fromRoot) || !isOfDistribution(fromRoot, null)) return false;
  const installer = await readText(path.join(path.dirname(target), INSTALLER));
  return isOfDistribution(fromRoot, installer.text);
}

async function systemIn(top: string): Promise<System | null> {
  for (const file of OS_RELEASE) {
    const target = await insideRoot(top, file);
    const { text } = target === null ? { text: null } : await readText(target);
    if (text !== null) return readOsRelease(text);
  }
  return null;
}

/** Returns the first of these files that is not empty. */
async function findFirst(top: string, files: readonly string[]): Promise<string | null> {
  for (const file of files) {
    const target = await insideRoot(top, file);
    const found = target === null ? null : await stat(target).catch(() => null);
    if (target !== null && found?.isFile() === true && found.size > 0) return target;
  }
  return null;
}
