import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { System } from '@almanac/core/lockfiles';
import { SBOM_LIMITS } from '@almanac/core/sbom';
import { readScannedFile, type ScannedReading } from '@almanac/core/scan';
import { type FoundFiles, shownPath } from './find-files.ts';
import { isJar, readJar } from './installed/read-jar.ts';
import { readRpmFile } from './read-rpm-database.ts';

export interface GivenFile {
  readonly path: string;
  readonly reading: ScannedReading;
  /** Text of a store path file, sent unchanged. */
  readonly closure?: string;
}

/** The byte limit that no text within the character limit exceeds. */
export const MOST_BYTES = SBOM_LIMITS.characters * 4;

/** Reads sequentially, so that only one large file is in memory. */
export async function readFiles(
  folder: string,
  {
    files,
    problems,
    system = null,
    rpmDatabase = null,
  }: FoundFiles & { readonly system?: System | null; readonly rpmDatabase?: string | null },
  each: (path: string) => void,
): Promise<GivenFile[]> {
  const read: GivenFile[] = problems.map(({ path, problem }) => ({ path, reading: { file: null, problem } }));
  for (const file of files) {
    each(file);
    read.push(await readOne(file, path.resolve(folder, file), system));
  }
  if (rpmDatabase !== null) {
    const shown = shownPath(folder, rpmDatabase);
    each(shown);
    read.push({ path: shown, reading: await readRpmFile(rpmDatabase, system) });
  }
  return read;
}

async function readOne(file: string, target: string, system: System | null): Promise<GivenFile> {
  if (isJar(target)) return { path: file, reading: await readJarFile(target) };
  const { text, problem } = await readText(target);
  return text === null
    ? { path: file, reading: { file: null, problem } }
    : givenText(file, text, readScannedFile(target, text, system));
}

/** Larger jars are not loaded. */
export const MAX_JAR_BYTES = 512 * 1024 * 1024;

async function readJarFile(target: string): Promise<ScannedReading> {
  try {
    const { size } = await stat(target);
    if (size > MAX_JAR_BYTES) return { file: null, problem: `the file is too large: ${size} bytes` };
    return readJar(await readFile(target), target);
  } catch (error) {
    return { file: null, problem: `the file cannot be read: ${(error as Error).message}` };
  }
}

export function givenText(file: string, text: string, reading: ScannedReading): GivenFile {
  return { path: file, reading, ...(reading.file?.ofStorePaths === true ? { closure: text } : {}) };
}

export async function readText(
  target: string,
): Promise<{ readonly text: string; readonly problem: null } | { readonly text: null; readonly problem: string }> {
  try {
    const kind = await stat(target);
    // Pipes, such as `scan <(…)`, end; devices may not.
    if (!kind.isFile() && !kind.isFIFO()) return { text: null, problem: 'not a file or pipe' };
    const { size } = kind;
    if (size > MOST_BYTES) return { text: null, problem: `the file is too large: ${size} bytes` };
    return { text: decoded(await readFile(target)), problem: null };
  } catch (error) {
    return { text: null, problem: `cannot read the file: ${(error as Error).message}` };
  }
}

/** Windows tools write UTF-16 with a byte order mark; everything else is UTF-8. */
export function decoded(bytes: Uint8Array): string {
  const little = bytes[0] === 0xff && bytes[1] === 0xfe;
  const big = bytes[0] === 0xfe && bytes[1] === 0xff;
  return new TextDecoder(little ? 'utf-16le' : big ? 'utf-16be' : 'utf-8').decode(bytes);
}
