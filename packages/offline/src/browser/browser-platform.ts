import { type SnapshotIo, SnapshotProblem } from '@almanac/core/snapshots';
import { sha256AtOnce } from './sha256.ts';

export const BROWSER_PLATFORM: Pick<SnapshotIo, 'crypto' | 'unpack'> = {
  crypto: {
    sha256: sha256AtOnce,
    async verify(publicKey, message, signature) {
      const key = await importKey(Uint8Array.from(publicKey));
      return crypto.subtle.verify(ED25519, key, Uint8Array.from(signature), Uint8Array.from(message));
    },
  },
  async unpack(bytes, most) {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const parts: string[] = [];
    let length = 0;
    const unpacked = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(new DecompressionStream('gzip'));
    const reader = unpacked.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      length += next.value.length;
      if (length > most) {
        await reader.cancel();
        throw new RangeError('it is too large');
      }
      parts.push(text.decode(next.value, { stream: true }));
    }
    return parts.join('') + text.decode();
  },
};

const ED25519 = 'Ed25519';

async function importKey(publicKey: Uint8Array<ArrayBuffer>) {
  try {
    return await crypto.subtle.importKey('raw', publicKey, ED25519, false, ['verify']);
  } catch (cause) {
    // Browsers before 2025 lack the algorithm, and none has `subtle` on a site without TLS.
    throw new SnapshotProblem('browser_unable', undefined, { cause });
  }
}
