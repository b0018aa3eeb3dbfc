import { createPublicKey, hash, verify } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { SnapshotIo } from '@almanac/core/snapshots';

/** DER prefix of an Ed25519 public key: RFC 8410. */
const PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

export const NODE_PLATFORM: Pick<SnapshotIo, 'crypto' | 'unpack'> = {
  crypto: {
    sha256,
    verify(publicKey, message, signature) {
      const key = createPublicKey({ key: Buffer.concat([PREFIX, publicKey]), format: 'der', type: 'spki' });
      return verify(null, message, key, signature);
    },
  },
  // Synchronous: a shard takes microseconds, less than handing it to another thread.
  unpack: async (bytes, most) => gunzipSync(bytes, { maxOutputLength: most }).toString(),
};
