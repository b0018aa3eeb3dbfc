import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isLockfileOfOthers, lockfileKindOf } from '@almanac/core/lockfiles';
import { UsageError } from '../errors.ts';
import { hasNodeLockfile, INSTALLED_FOLDERS, isInstalledFile } from './installed/installed-files.ts';

/** Installed packages, version control and caches: their lockfiles belong to others. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  '.git',
  '.hg',
  '.svn',
  '.jj',
  '.venv',
  'venv',
  '__pycache__',
  '.tox',
  '.nox',
  '.direnv',
  '.cache',
  '.yarn',
  '.pnpm-store',
  '.terraform',
]);

/** SBOM names: `bom.json`, `app.cdx.xml`, `image.spdx`. */
const SBOM_NAME = /(?:^|[._-])(?:s?bom|cdx|cyclonedx|spdx3?)\.(?:json|xml|jsonld)$|\.spdx$/i;

/** Includes unsupported lockfiles, so that they can be reported as not read. */
export function isScanned(file: string): boolean {
  return lockfileKindOf(file) !== null || isLockfileOfOthers(file) || SBOM_NAME.test(path.basename(file));
}

/** Checks a full path in an image, whose parent folders were not checked. */
export function isScannedInRoot(file: string): boolean {
  const folders = file.split('/').slice(0, -1);
  if (folders.some((name) => SKIPPED_FOLDERS.has(name) && !INSTALLED_FOLDERS.has(name))) return false;
  return isFound(file, true);
}

/** Lockfiles below installed packages belong to others. */
function isFound(file: string, installed: boolean): boolean {
  if (installed && isInstalledFile(file)) return true;
  return isScanned(file) && !(installed && file.split(path.sep).some((name) => INSTALLED_FOLDERS.has(name)));
}

/** A lockfile beside the outermost node_modules covers its content; a lockfile within a module locks nothing here. */
function isLocked(name: string, here: string, entries: readonly Dirent[]): boolean {
  if (name !== 'node_modules' || here.split(path.sep).includes(name)) return false;
  return hasNodeLockfile(entries.map((entry) => entry.name));
}

export interface FoundFiles {
  /** Relative to the working directory, with slashes. */
  readonly files: readonly string[];
  /** Unreadable folders, and links that are broken or lead out. */
  readonly problems: readonly { readonly path: string; readonly problem: string }[];
}

/**
 * Finds named files and all files below named folders. Links to lockfiles count unless their target is found too; links
 * to folders are followed only if named, because they may be circular. Anything outside the folders is not read: in an
 * untrusted project a link may lead to private files, whose names would be sent and shown. Skips the folders in
 * `without`, and stops after `most` folders. With `installed`, also finds installed packages.
 */
export async function findFiles(
  folder: string,
  paths: readonly string[],
  signal: AbortSignal,
  {
    without = new Set<string>(),
    most = MOST_FOLDERS,
    installed = false,
  }: { readonly without?: ReadonlySet<string>; readonly most?: number; readonly installed?: boolean } = {},
): Promise<FoundFiles> {
  const files = new Set<string>();
  const folders: string[] = [];
  const links: string[] = [];
  const problems: { path: string; problem: string }[] = [];
  let looked = 0;
  for (const given of paths.length === 0 ? ['.'] : paths) {
    const target = path.resolve(folder, given);
    const found = await stat(target).catch(() => null);
    if (found === null)
      throw new UsageError(`${given}: no such file or directory`, given === '-' ? FROM_A_PIPE : WHAT_TO_NAME);
    if (!found.isDirectory()) files.add(shownPath(folder, target));
    else {
      folders.push(await realpath(target));
      await walk(target);
    }
  }
  await followLinks();
  return { files: [...files], problems };

  async function walk(top: string): Promise<void> {
    const open = [top];
    for (let here = open.pop(); here !== undefined; here = open.pop()) {
      signal.throwIfAborted();
      looked += 1;
      if (looked > most) {
        problems.push({ path: shownPath(folder, here), problem: tooMany(most) });
        return;
      }
      const entries = await entriesOf(here);
      const isWanted = (name: string) => isFound(path.join(here, name), installed);
      for (const entry of entries.filter(({ name }) => isWanted(name))) {
        const target = path.join(here, entry.name);
        if (entry.isFile()) files.add(shownPath(folder, target));
        else if (entry.isSymbolicLink()) links.push(target);
      }
      const isSkipped = (name: string) =>
        SKIPPED_FOLDERS.has(name) && !(installed && INSTALLED_FOLDERS.has(name) && !isLocked(name, here, entries));
      const below = entries.filter(
        (entry) => entry.isDirectory() && !isSkipped(entry.name) && !without.has(path.join(here, entry.name)),
      );
      for (const { name } of below.toReversed()) open.push(path.join(here, name));
    }
  }

  async function followLinks(): Promise<void> {
    if (links.length === 0) return;
    // A pipe has no real path.
    const targets = [...files].map((file) => realpath(path.resolve(folder, file)).catch(() => file));
    const seen = new Set(await Promise.all(targets));
    for (const link of links) {
      const target = await realpath(link).catch(() => null);
      const found = target === null ? null : await stat(target).catch(() => null);
      if (target === null || found === null) problems.push({ path: shownPath(folder, link), problem: LEADS_NOWHERE });
      else if (!seen.has(target) && found.isFile()) {
        seen.add(target);
        if (folders.some((each) => isBelow(each, target))) files.add(shownPath(folder, link));
        else problems.push({ path: shownPath(folder, link), problem: LEADS_OUT });
      }
    }
  }

  async function entriesOf(here: string): Promise<Dirent[]> {
    try {
      const entries = await readdir(here, { withFileTypes: true });
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      problems.push({
        path: shownPath(folder, here),
        problem: `cannot read the folder: ${(error as Error).message}`,
      });
      return [];
    }
  }
}

/** A large system has some 50,000. */
const MOST_FOLDERS = 500_000;
const tooMany = (most: number): string =>
  `not checked: this folder and others, because there are more than ${most} folders; pass those to scan`;
const LEADS_NOWHERE = 'broken link';
const LEADS_OUT = 'the link points outside the folder; pass it to read it';
const WHAT_TO_NAME = 'Pass a folder, lockfile or SBOM.';
const FROM_A_PIPE = 'To read an SBOM from a pipe, use /dev/stdin.';

/** Returns the path relative to the working directory if it is below, with slashes. */
export function shownPath(folder: string, target: string): string {
  return (isBelow(folder, target) ? path.relative(folder, target) : target).split(path.sep).join('/');
}

function isBelow(folder: string, target: string): boolean {
  const relative = path.relative(folder, target);
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
