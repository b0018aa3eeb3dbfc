import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { absent } from '@almanac/offline/store';
import { UsageError } from '../../errors.ts';

export const ARCHIVE = 'all.zip';

/** Refuses to replace a folder with a file. */
export async function checkFile(output: string): Promise<void> {
  const existing = await lstat(output).catch(absent);
  if (existing?.isDirectory() === true) throw cannotReplace(output, 'is a folder');
}

/** Refuses to replace a file, or a folder that has anything but exported archives. */
export async function checkFolder(output: string): Promise<void> {
  const existing = await lstat(output).catch(absent);
  if (existing === null) return;
  if (!existing.isDirectory()) throw cannotReplace(output, 'is not a folder');
  const entries = await readdir(output, { recursive: true, withFileTypes: true });
  if (entries.some((entry) => !entry.isDirectory() && entry.name !== ARCHIVE)) {
    throw cannotReplace(output, 'has other files than an export');
  }
}

function cannotReplace(output: string, reason: string): UsageError {
  return new UsageError(`${output} ${reason}: it is not replaced.`, 'Name another place by --output.');
}

/** Calls `make` with a temporary folder, then moves its `made` to the output. */
export async function replacing<T>(output: string, unique: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = `${output}.${unique}.part`;
  await mkdir(folder);
  try {
    const result = await make(folder);
    const before = await lstat(output).catch(absent);
    // A folder cannot replace another one atomically: for a moment there is none.
    if (before?.isDirectory() === true) await rename(output, path.join(folder, 'before'));
    await rename(path.join(folder, 'made'), output);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
