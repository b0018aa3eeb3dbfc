import { createPublicKey, hash, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { SnapshotIo } from '@almanac/core/snapshots';

/** The bytes in DER before the 32 bytes of a public key of Ed25519: RFC 8410. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** What reading a snapshot needs of Node. */
export const NODE_PLATFORM: Pick<SnapshotIo, 'crypto' | 'unpack'> = {
  crypto: {
    sha256,
    verify(publicKey, message, signature) {
      const key = createPublicKey({ key: Buffer.concat([PREFIX, publicKey]), format: 'der', type: 'spki' });
      return verify(null, message, key, signature);
    },
  },
  // At once: a shard takes some microseconds, and another thread takes longer to be told.
  unpack: async (bytes, most) => gunzipSync(bytes, { maxOutputLength: most }).toString(),
};
