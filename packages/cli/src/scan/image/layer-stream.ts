import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream';
import * as zlib from 'node:zlib';
import type { ImagePart } from './open-image.ts';
import { ImageProblem } from './problem.ts';

/** Unpacks a layer and verifies its SHA-256 at the end. */
export async function* layerBytes(part: ImagePart, sha256: string | null): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  const first = await firstBytes(part);
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const chunk of part.stream()) {
      hash.update(chunk);
      yield chunk;
    }
  }
  const unpack = unpacking(first);
  try {
    yield* unpack === null ? hashed() : (pipeline(hashed, unpack, () => {}) as AsyncIterable<Buffer>);
  } catch (error) {
    if (error instanceof ImageProblem) throw error;
    throw new ImageProblem(`Cannot unpack a layer: ${(error as Error).message}`);
  }
  if (sha256 !== null && hash.digest('hex') !== sha256) throw new ImageProblem('A layer does not match its SHA-256.');
}

async function firstBytes(part: ImagePart): Promise<Buffer> {
  for await (const chunk of part.stream()) return chunk.subarray(0, 4);
  return Buffer.alloc(0);
}

/** Detects compression by content: `docker save` manifests do not name it. */
function unpacking(first: Buffer): NodeJS.ReadWriteStream | null {
  if (first[0] === 0x1f && first[1] === 0x8b) return zlib.createGunzip();
  if (first.length < 4 || first.readUInt32LE(0) !== ZSTD) return null;
  if (zlib.createZstdDecompress === undefined)
    throw new ImageProblem('A layer is compressed with zstd, which requires Node 22.15 or newer.');
  return zlib.createZstdDecompress();
}

const ZSTD = 0xfd2fb528;
