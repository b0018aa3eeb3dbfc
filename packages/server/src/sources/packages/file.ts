import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createBrotliDecompress } from 'node:zlib';

const CHUNK = 256 << 10;
/** A hundred times its size is a bomb, as for what HTTP packs. */
const MAX_RATIO = 100;
const RATIO_FREE_BYTES = 1 << 20;

export interface StoredFile {
  readonly path: string;
  readonly size: number;
}

/** The JSON of a file that is JSON, or brotli where the server did not say so: its first byte tells. */
export async function* jsonChunks({ path, size }: StoredFile, maxBytes: number): AsyncGenerator<Uint8Array> {
  const file = createReadStream(path, { highWaterMark: CHUNK });
  if (await isJson(path)) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  const unpacked = file.pipe(createBrotliDecompress({ chunkSize: CHUNK }));
  let given = 0;
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      given += chunk.length;
      if (given > maxBytes || (given > RATIO_FREE_BYTES && given > size * MAX_RATIO)) {
        throw new Error('the list unpacks to more than it may');
      }
      yield chunk;
    }
  } catch (error) {
    if (given > 0) throw error;
    throw new Error('the list is neither JSON nor packed', { cause: error });
  } finally {
    file.destroy();
  }
}

async function isJson(path: string): Promise<boolean> {
  await using handle = await open(path);
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(64), 0, 64, 0);
  // With the mark and the spaces that may stand before it. Of nothing at all JSON says best what is wrong.
  return bytesRead === 0 || /^(?:\ufeff)?\s*[{[<]/.test(buffer.toString('utf8', 0, bytesRead));
}
