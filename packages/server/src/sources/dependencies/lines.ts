import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { CHUNK_BYTES, type StoredFile, unpackFile } from '../../platform/unpack.ts';

/** Longer than any line: even with all of Nix's metadata it has some hundred kilobytes. */
export const MAX_LINE = 16 << 20;
/** Several times today's size, unpacked. */
export const MAX_GRAPH_BYTES = 8 * 2 ** 30;
const NEWLINE = 0x0a;

export interface Line {
  readonly bytes: Buffer;
  /** False if the file ended within it. */
  readonly ended: boolean;
}

/** Yields non-empty lines, holding one at a time. Unpacks gzip if needed. */
export async function* splitLines(file: StoredFile): AsyncGenerator<Line> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of readChunks(file)) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const bytes = Buffer.concat([...waiting, chunk.subarray(from, at)]);
      waiting = [];
      size = 0;
      from = at + 1;
      if (!isBlank(bytes)) yield { bytes, ended: true };
    }
    size += chunk.length - from;
    if (size > MAX_LINE) throw new Error('a line is longer than any can be');
    waiting.push(Buffer.from(chunk.subarray(from)));
  }
  const bytes = Buffer.concat(waiting);
  if (!isBlank(bytes)) yield { bytes, ended: false };
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09);
}

async function* readChunks(file: StoredFile): AsyncGenerator<Buffer> {
  if (await isPacked(file.path)) {
    yield* unpackFile(file, {
      unpack: createGunzip({ chunkSize: CHUNK_BYTES }),
      maxBytes: MAX_GRAPH_BYTES,
      name: 'evaluation',
    });
  } else yield* createReadStream(file.path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
}

async function isPacked(path: string): Promise<boolean> {
  await using handle = await open(path);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}
