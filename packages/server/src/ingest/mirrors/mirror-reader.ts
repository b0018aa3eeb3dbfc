import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { SnapshotIo } from '@almanac/core/snapshots';
import { isSignedBy } from '../../platform/ed25519.ts';
import type { HttpClient } from '../../platform/http-client.ts';
import { sha256 } from '../../store/packing.ts';

const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

export interface Taken {
  files: number;
  bytes: number;
}

/** Reads the files below an address. The client sees to deadlines, retries and where it may go. */
export function openMirrorReader(
  http: Pick<HttpClient, 'get'>,
  address: string,
  signal: AbortSignal,
): SnapshotIo & { readonly taken: Taken } {
  const taken: Taken = { files: 0, bytes: 0 };
  return {
    taken,
    crypto: { sha256, verify: isSignedBy },
    async read(path, most) {
      const url = `${address}/${path}`;
      const { status, body } = await http.get(url, { signal, maxBytes: most, accept: '*/*' });
      if (status === 404 || status === 410) return null;
      if (status !== 200) throw new Error(`${url} answers with status ${status}`);
      taken.files += 1;
      taken.bytes += body.length;
      return body;
    },
    unpack: async (bytes, most) => (await unpacked(bytes, { maxOutputLength: most })).toString(),
  };
}
