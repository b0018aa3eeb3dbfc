import { createHash } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Dispatcher } from 'undici';
import { unpackBody } from './http-client-body.ts';

export interface DownloadedFile {
  readonly path: string;
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

export interface TemporaryFile {
  readonly file: DownloadedFile;
  readonly remove: () => Promise<void>;
}

export function downloadBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<TemporaryFile> {
  return toTemporaryFile((write) => unpackBody(response, maxBytes, write));
}

/** Removes the file if writing fails. */
export async function toTemporaryFile(
  fill: (write: (source: AsyncIterable<Uint8Array>) => Promise<void>) => Promise<void>,
): Promise<TemporaryFile> {
  const directory = await mkdtemp(path.join(tmpdir(), 'almanac-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  const file = path.join(directory, 'file');
  const hash = createHash('sha256');
  let size = 0;
  try {
    await using handle = await open(file, 'wx');
    await fill(async (source) => {
      for await (const chunk of source) {
        await handle.writeFile(chunk);
        hash.update(chunk);
        size += chunk.length;
      }
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return { file: { path: file, size, sha256: hash.digest('hex') }, remove };
}
