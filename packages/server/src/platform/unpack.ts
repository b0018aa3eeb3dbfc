import { createReadStream } from 'node:fs';
import type { Transform } from 'node:stream';

/** JSON of upstreams shrinks eight to twentyfold. */
export const MAX_RATIO = 100;
/** Records of SUSE repeat their lists so often that brotli packs them several hundredfold. Up to this size, size alone is limited. */
const RATIO_FREE_BYTES = 16 * 1024 * 1024;

/** Reports whether something unpacks to more than anybody would write. */
export function isBomb(unpackedBytes: number, packedBytes: number): boolean {
  return unpackedBytes > RATIO_FREE_BYTES && unpackedBytes > packedBytes * MAX_RATIO;
}

/** A file unpacks to more than it may. */
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
  /** What the file is called where it is refused. */
  readonly name: string;
}

export const CHUNK_BYTES = 256 * 1024;

/** Yields what a packed file unpacks to, as long as that is neither larger than `maxBytes` nor a bomb. */
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
