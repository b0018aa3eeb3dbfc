import {
  type Checkpoint,
  keyId,
  openNote,
  printCheckpoint,
  printNote,
  printVerifierKey,
  readCheckpoint,
  readVerifierKey,
} from '@almanac/core/snapshots';
import { isSignedBy, newSeed, openSigningKey } from '../../platform/ed25519.ts';
import { sha256 } from '../../store/packing.ts';

/** Signs heads of one log. */
export interface SnapshotSigner {
  /** What readers are given: `name+hash+base64`. */
  readonly verifierKey: string;
  sign(head: Omit<Checkpoint, 'origin'>): Uint8Array;
  /** The note of another text than a checkpoint; the text ends in a line break and does not begin as a checkpoint does. */
  signText(text: string): string;
  /** A checkpoint that this key has signed. */
  open(note: Uint8Array): Checkpoint;
}

/** As Go's `note` package writes secret keys. */
const SECRET = /^PRIVATE\+KEY\+([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/;
const ALGORITHM = 1;

/** A secret key of a signed note; null where the text is none. */
export function openSigner(text: string): SnapshotSigner | null {
  const [, name = '', , encoded = ''] = SECRET.exec(text) ?? [];
  const secret = Buffer.from(encoded, 'base64');
  if (secret.length !== 33 || secret[0] !== ALGORITHM) return null;
  const key = openSigningKey(secret.subarray(1));
  const { publicKey } = key;
  const id = keyId(sha256, name, publicKey);
  if (text !== printSecret(name, id, secret)) return null;
  const verifierKey = printVerifierKey(sha256, name, publicKey);
  const signText = (text: string) => printNote(text, name, id, key.sign(Buffer.from(text)));
  return {
    verifierKey,
    sign: (head) => Buffer.from(signText(printCheckpoint({ ...head, origin: name }))),
    signText,
    open: (note) =>
      readCheckpoint(openNote({ sha256, verify: isSignedBy }, note, readVerifierKey(sha256, verifierKey)), name),
  };
}

/** Whether a text is what readers are given of a key. */
export function isVerifierKey(text: string): boolean {
  try {
    return readVerifierKey(sha256, text).name !== '';
  } catch {
    return false;
  }
}

/** A new secret key for a log of this name. */
export function newSignerKey(name: string): string {
  const secret = Buffer.concat([Uint8Array.of(ALGORITHM), newSeed()]);
  return printSecret(name, keyId(sha256, name, openSigningKey(secret.subarray(1)).publicKey), secret);
}

function printSecret(name: string, id: Uint8Array, secret: Uint8Array): string {
  return `PRIVATE+KEY+${name}+${Buffer.from(id).toString('hex')}+${Buffer.from(secret).toString('base64')}`;
}
