import { lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { absent } from '@almanac/offline/store';
import { UsageError } from '../../errors.ts';
import type { ExportFormat } from './formats.ts';
import { TABLE_NAMES } from './tables.ts';

/** The file of a table in a folder of Parquet. */
export function parquetFile(table: string): string {
  return `${table}.parquet`;
}

/** Throws where something is at the place that an export does not replace: a folder with anything but an export, for one. */
export async function checkOutput(output: string, format: ExportFormat): Promise<void> {
  const found = await lstat(output).catch(absent);
  if (found === null) return;
  if (format === 'sqlite' && !found.isDirectory()) return;
  const others = found.isDirectory() ? await foreignFiles(output, format) : [];
  if (format !== 'sqlite' && found.isDirectory() && others.length === 0) return;
  const words =
    format === 'sqlite' ? 'is a folder' : found.isDirectory() ? 'has other files than an export' : 'is no folder';
  throw new UsageError(`${output} ${words}: it is not replaced.`, 'Name another place by --output.');
}

/** The archive of an ecosystem, in a folder of its name. */
const ARCHIVE = 'all.zip';
export const OSV_ZIP = 'osv-zip' satisfies ExportFormat;

async function foreignFiles(output: string, format: ExportFormat): Promise<string[]> {
  const isOurs = (name: string) => (format === OSV_ZIP ? path.basename(name) === ARCHIVE : OURS.has(name));
  const entries = await readdir(output, { recursive: format === OSV_ZIP, withFileTypes: true });
  return entries
    .filter((entry) => !isOurs(entry.name) && !(format === OSV_ZIP && entry.isDirectory()))
    .map(({ name }) => name);
}

const OURS: ReadonlySet<string> = new Set(TABLE_NAMES.map(parquetFile));

/** Works in a folder beside the output, which is gone afterwards; puts what was made there as `made` in the place of the output. */
export async function replacing<T>(output: string, unique: string, make: (folder: string) => Promise<T>): Promise<T> {
  const folder = `${output}.${unique}.part`;
  await mkdir(folder);
  try {
    const result = await make(folder);
    const before = await lstat(output).catch(absent);
    // A folder cannot be put in the place of another one: for a moment there is none.
    if (before?.isDirectory() === true) await rename(output, path.join(folder, 'before'));
    await rename(path.join(folder, 'made'), output);
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
