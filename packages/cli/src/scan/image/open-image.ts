import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import path from 'node:path';
import { fileSource } from './byte-source.ts';
import { ImageProblem } from './problem.ts';
import { readTarEntries } from './tar-entries.ts';

export interface ImagePart {
  readonly size: number;
  readonly stream: () => AsyncIterable<Buffer>;
}

export interface OpenImage extends AsyncDisposable {
  readonly part: (name: string) => Promise<ImagePart | null>;
}

/** A typical image has some hundred parts. */
const MOST_PARTS = 100_000;
const MOST_LINKS = 10;

/** Opens `docker save` archives, and OCI layouts as archives or folders. */
export async function openImage(target: string): Promise<OpenImage> {
  const found = await stat(target);
  return found.isDirectory() ? openFolder(target) : openArchive(target, found.size);
}

function openFolder(folder: string): OpenImage {
  return {
    part: async (name) => {
      // Manifests are untrusted: names must not climb out.
      if (name.split('/').includes('..') || path.isAbsolute(name)) return null;
      const target = path.join(folder, name);
      const found = await stat(target).catch(() => null);
      return found?.isFile() === true ? { size: found.size, stream: () => createReadStream(target) } : null;
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

async function openArchive(target: string, size: number): Promise<OpenImage> {
  const file = await open(target);
  try {
    const parts = await partsOf(file, size);
    return {
      part: async (name) => {
        const found = partNamed(parts, name);
        if (found === null) return null;
        const { start, size } = found;
        const range = { start, end: start + size - 1 };
        return { size, stream: () => (size === 0 ? nothing() : createReadStream(target, range)) };
      },
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

interface Indexed {
  readonly start: number;
  readonly size: number;
  /** Link target; old Docker versions write each layer once. */
  readonly link: string | null;
}

async function partsOf(file: FileHandle, size: number): Promise<ReadonlyMap<string, Indexed>> {
  const parts = new Map<string, Indexed>();
  for await (const { name, type, size: length, start, link } of readTarEntries(fileSource(file, size))) {
    if (parts.size >= MOST_PARTS) throw new ImageProblem(`The archive has more than ${MOST_PARTS} parts.`);
    const own = path.posix.normalize(name);
    if (type === '0') parts.set(own, { start, size: length, link: null });
    if (type === '1') parts.set(own, { start, size: 0, link: path.posix.normalize(link) });
    if (type === '2') parts.set(own, { start, size: 0, link: path.posix.join(path.posix.dirname(own), link) });
  }
  return parts;
}

function partNamed(parts: ReadonlyMap<string, Indexed>, name: string): Indexed | null {
  let found = parts.get(path.posix.normalize(name)) ?? null;
  for (let links = 0; found !== null && found.link !== null; links += 1) {
    if (links >= MOST_LINKS) return null;
    found = parts.get(found.link) ?? null;
  }
  return found;
}

async function* nothing(): AsyncGenerator<Buffer> {}
