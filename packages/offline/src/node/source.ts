import path from 'node:path';
import { openHttpSource, readAddress, type Source } from '../http-source.ts';
import { folderRangeReader, folderReader } from './files.ts';
import type { Run } from './run.ts';

export function openSource(given: string, { signal, now, userAgent, onWait }: Run): Source {
  if (isAddress(given)) {
    return openHttpSource(readAddress(given), {
      // Hashes cover the bytes as published.
      request: { headers: { 'user-agent': userAgent, 'accept-encoding': 'identity' } },
      signal,
      now,
      onWait,
    });
  }
  const place = path.resolve(given);
  const downloaded = { files: 0, bytes: 0 };
  const counted = (bytes: Uint8Array | null): Uint8Array | null => {
    if (bytes !== null) {
      downloaded.files += 1;
      downloaded.bytes += bytes.length;
    }
    return bytes;
  };
  const read = folderReader(place);
  const readRange = folderRangeReader(place);
  return {
    place,
    downloaded,
    read: async (name, most) => counted(await read(name, most)),
    readRange: async (name, range) => counted(await readRange(name, range)),
  };
}

export function isAddress(place: string): boolean {
  return /^https?:\/\//i.test(place);
}
