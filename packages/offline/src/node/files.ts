import { randomUUID } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FileReader, SnapshotProblem } from '@almanac/core/snapshots';

export function folderReader(folder: string): FileReader {
  return async (name, most) => readWhole(path.join(folder, name), name, most);
}

/** Synchronous: a scan reads a thousand small files, and waiting for each takes longer than reading it. */
function readWhole(file: string, name: string, most: number): Uint8Array | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    return absent(error as NodeJS.ErrnoException);
  }
  try {
    if (fstatSync(handle).size > most) throw new SnapshotProblem('object_too_large', name);
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

export function folderRangeReader(
  folder: string,
): (name: string, range: { readonly start: number; readonly end: number }) => Promise<Uint8Array | null> {
  return async (name, { start, end }) => {
    const handle = await open(path.join(folder, name)).catch(absent);
    if (handle === null) return null;
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(end - start), 0, end - start, start);
      return bytesRead === end - start ? buffer : null;
    } finally {
      await handle.close();
    }
  };
}

/** Writes atomically: readers see no file or all of it. */
export async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}.part`;
  try {
    await writeFile(draft, bytes, { flag: 'wx' });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** An object in the folder, or the remains of an interrupted write. */
export interface KeptObject {
  readonly name: string;
  readonly bytes: number;
  readonly modified: Date;
}

export async function* keptObjects(folder: string): AsyncGenerator<KeptObject> {
  for (const part of await names(path.join(folder, 'object'))) {
    for (const file of await names(path.join(folder, 'object', part))) {
      const name = `object/${part}/${file}`;
      const found = await stat(path.join(folder, name)).catch(absent);
      if (found !== null) yield { name, bytes: found.size, modified: found.mtime };
    }
  }
}

export async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(absent)) ?? [];
}

export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
}
