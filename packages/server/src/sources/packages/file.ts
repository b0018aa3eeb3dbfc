import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createBrotliDecompress } from 'node:zlib';
import { CHUNK_BYTES, type StoredFile, UnpacksTooFar, unpackFile } from '../../platform/unpack.ts';

/** Unpacks brotli if the server did not say so; the first byte tells. */
export async function* jsonChunks(file: StoredFile, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (await isJson(file.path)) {
    yield* createReadStream(file.path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    return;
  }
  let isUnpacked = false;
  try {
    for await (const chunk of unpackFile(file, {
      unpack: createBrotliDecompress({ chunkSize: CHUNK_BYTES }),
      maxBytes,
      name: 'list',
    })) {
      isUnpacked = true;
      yield chunk;
    }
  } catch (error) {
    if (isUnpacked || error instanceof UnpacksTooFar) throw error;
    throw new Error('the list is neither JSON nor packed', { cause: error });
  }
}

async function isJson(path: string): Promise<boolean> {
  await using handle = await open(path);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  // Allows a byte order mark and spaces. The JSON parser reports an empty file best.
  return bytesRead === 0 || /^(?:\ufeff)?\s*[{[<]/.test(buffer.toString('utf8', 0, bytesRead));
}
