import { createHash, createPublicKey, verify } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { SnapshotIo } from '@almanac/core/snapshots';

/** The bytes in DER before the 32 bytes of a public key of Ed25519: RFC 8410. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** What reading a snapshot needs of Node. */
export const PLATFORM: Pick<SnapshotIo, 'crypto' | 'unpack'> = {
  crypto: {
    sha256,
    verify(publicKey, message, signature) {
      const key = createPublicKey({ key: Buffer.concat([PREFIX, publicKey]), format: 'der', type: 'spki' });
      return verify(null, message, key, signature);
    },
  },
  unpack: async (bytes, most) => (await unpacked(bytes, { maxOutputLength: most })).toString(),
};
