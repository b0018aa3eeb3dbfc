import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchiveFile } from './format.ts';

/** Writes one file of an export, packed, and reaches the disk with it. `entries` is asked once all is written. */
export async function writeArchiveFile(
  folder: string,
  name: string,
  contents: AsyncIterable<Uint8Array>,
  entries: () => number,
): Promise<ArchiveFile> {
  const place = path.join(folder, name);
  await mkdir(path.dirname(place), { recursive: true });
  const hash = createHash('sha256');
  let bytes = 0;
  await using handle = await open(place, 'wx');
  await pipeline(Readable.from(contents, { objectMode: true }), createGzip(), async (packed: AsyncIterable<Buffer>) => {
    for await (const chunk of packed) {
      hash.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    }
  });
  await handle.sync();
  return { name, bytes, sha256: hash.digest('hex'), entries: entries() };
}

/** That the file is there, whole by its length, and a file: found before anything is read. */
export async function requireArchiveFile(folder: string, { name, bytes }: ArchiveFile): Promise<void> {
  const found = await lstat(path.join(folder, name)).catch(() => null);
  if (found === null) throw new Error(`${name} is missing`);
  if (!found.isFile()) throw new Error(`${name} is no plain file`);
  if (found.size !== bytes) throw new Error(`${name} has ${found.size} bytes in place of ${bytes}`);
}

/** What is packed in a file of an export. Ends with an error where the file does not have its hash. */
export async function* readArchiveFile(folder: string, { name, bytes, sha256 }: ArchiveFile): AsyncGenerator<Buffer> {
  const unpacking = createGunzip();
  const reading = pipeline(checked(), unpacking);
  // Whoever reads is told of the failure; that it is told here as well must not end the process.
  reading.catch(() => undefined);
  try {
    for await (const chunk of unpacking) yield chunk as Buffer;
    await reading;
  } catch (error) {
    throw new Error(`${name} is broken: ${(error as Error).message}`, { cause: error });
  }

  async function* checked(): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let read = 0;
    for await (const chunk of createReadStream(path.join(folder, name)) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      read += chunk.length;
      yield chunk;
    }
    if (read !== bytes || hash.digest('hex') !== sha256)
      throw new Error('its bytes do not have the hash of the manifest');
  }
}

/** Longer than any document in base64 can be. */
const LONGEST_LINE = 512 * 1024 * 1024;

export async function* archiveLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      yield Buffer.concat([...parts, chunk.subarray(start, end)]).toString();
      parts = [];
      length = 0;
      start = end + 1;
    }
    parts.push(chunk.subarray(start));
    length += chunk.length - start;
    if (length > LONGEST_LINE) throw new Error('a line does not end');
  }
  if (length > 0) throw new Error('the last line does not end');
}
