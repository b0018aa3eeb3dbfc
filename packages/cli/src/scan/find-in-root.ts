import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readOsRelease, type System } from '@almanac/core/lockfiles';
import { UsageError } from '../errors.ts';
import { type FoundFiles, findFiles, shownPath } from './find-files.ts';
import { insideRoot } from './inside-root.ts';
import { readText } from './read-files.ts';

/** The files of a whole system, and which one it is. */
export interface FoundInRoot extends FoundFiles {
  readonly system: System | null;
}

/** What the kernel makes up, which is no file of the system. */
const OF_THE_KERNEL: readonly string[] = ['proc', 'sys', 'dev'];

/** In the order in which a system looks for it. */
export const OS_RELEASE: readonly string[] = ['etc/os-release', 'usr/lib/os-release'];

/** Databases of rpm, which are binary. */
export const RPM_DATABASES: readonly string[] = [
  'var/lib/rpm/rpmdb.sqlite',
  'var/lib/rpm/Packages.db',
  'var/lib/rpm/Packages',
  'usr/lib/sysimage/rpm/rpmdb.sqlite',
  'usr/lib/sysimage/rpm/Packages.db',
];

/** Lists of installed packages and lockfiles below the root of a system, such as an unpacked container. Nothing of it is run. */
export async function findInRoot(folder: string, root: string, signal: AbortSignal): Promise<FoundInRoot> {
  const top = path.resolve(folder, root);
  const found = await stat(top).catch(() => null);
  if (!found?.isDirectory())
    throw new UsageError(`${root} is no folder.`, 'Name the root of a system: almanac scan --root /');
  const without = new Set(OF_THE_KERNEL.map((name) => path.join(top, name)));
  const { files, problems } = await findFiles(folder, [top], signal, { without });
  const databases = await existing(top, RPM_DATABASES);
  const unread = databases.map((file) => ({ path: shownPath(folder, file), problem: RPM_IS_BINARY }));
  return { files, problems: [...problems, ...unread], system: await systemIn(top) };
}

export const RPM_IS_BINARY =
  'not judged: the database of rpm is binary and is not read; write rpm -qa --qf "%{NEVRA}\\n" into a file rpm-qa.txt and scan that';

async function systemIn(top: string): Promise<System | null> {
  for (const file of OS_RELEASE) {
    const target = await insideRoot(top, file);
    const { text } = target === null ? { text: null } : await readText(target);
    if (text !== null) return readOsRelease(text);
  }
  return null;
}

/** The first of these files that is there; a system has one database. */
async function existing(top: string, files: readonly string[]): Promise<string[]> {
  for (const file of files) {
    const target = await insideRoot(top, file);
    const found = target === null ? null : await stat(target).catch(() => null);
    if (target !== null && found?.isFile() === true && found.size > 0) return [target];
  }
  return [];
}
