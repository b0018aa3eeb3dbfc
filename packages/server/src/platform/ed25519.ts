import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';

/** The DER prefix of a raw Ed25519 key (RFC 8410). */
const PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC = Buffer.from('302a300506032b6570032100', 'hex');

/** Returns the 32-byte private seed. */
export function newSeed(): Uint8Array {
  return generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
}

export interface SigningKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

export function openSigningKey(seed: Uint8Array): SigningKey {
  const key: KeyObject = createPrivateKey({ key: Buffer.concat([PRIVATE, seed]), format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { publicKey, sign: (message) => sign(null, message, key) };
}

export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const key = createPublicKey({ key: Buffer.concat([PUBLIC, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}
