import { createReadStream } from 'node:fs';
import type { Transform } from 'node:stream';

/** Upstream JSON compresses eight to twenty times. */
export const MAX_RATIO = 100;
/**
 * SUSE records repeat their lists so often that brotli reaches several hundred. Smaller data is limited by size alone.
 */
const RATIO_FREE_BYTES = 16 * 1024 * 1024;

export function isBomb(unpackedBytes: number, packedBytes: number): boolean {
  return unpackedBytes > RATIO_FREE_BYTES && unpackedBytes > packedBytes * MAX_RATIO;
}

export class UnpacksTooFar extends Error {
  override readonly name = 'UnpacksTooFar';
}

export interface StoredFile {
  readonly path: string;
  readonly size: number;
}

export interface Unpacking {
  readonly unpack: Transform;
  readonly maxBytes: number;
  readonly name: string;
}

export const CHUNK_BYTES = 256 * 1024;

/** Streams the unpacked content. Throws if it exceeds `maxBytes` or is a bomb. */
export async function* unpackFile({ path, size }: StoredFile, { unpack, maxBytes, name }: Unpacking) {
  const file = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  file.on('error', (error) => unpack.destroy(error));
  let unpacked = 0;
  try {
    for await (const chunk of file.pipe(unpack) as AsyncIterable<Buffer>) {
      unpacked += chunk.length;
      if (unpacked > maxBytes || isBomb(unpacked, size))
        throw new UnpacksTooFar(`the ${name} unpacks to more than it may`);
      yield chunk;
    }
  } finally {
    file.destroy();
  }
}
