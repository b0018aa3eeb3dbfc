import {
  addSignature,
  type Checkpoint,
  keyId,
  openNote,
  printCheckpoint,
  printNote,
  printRotation,
  printVerifierKey,
  readCheckpoint,
  readKeys,
  readVerifierKey,
  writeKeys,
} from '@almanac/core/snapshots';
import { isSignedBy, newSeed, openSigningKey } from '../../platform/ed25519.ts';
import { sha256 } from '../../store/packing.ts';

/** Signs heads of one log. */
export interface SnapshotSigner {
  /** Public key for readers: `name+hash+base64`. */
  readonly verifierKey: string;
  sign(head: Omit<Checkpoint, 'origin'>): Uint8Array;
  /** The note of another text than a checkpoint; the text ends in a line break and does not begin as a checkpoint does. */
  signText(text: string): string;
  /** A checkpoint that this key has signed, or the one that it replaces. */
  open(note: Uint8Array): Checkpoint;
  /** The published list of keys, given the one before: a rotation stays on it for readers that were away. */
  keys(published: Uint8Array | null): string;
}

/** As Go's `note` package writes secret keys. */
const SECRET = /^PRIVATE\+KEY\+([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/;
const ALGORITHM = 1;

/** A secret key of a signed note; null where the text is none. `previous` is the key that it replaces: both sign. */
export function openSigner(text: string, previous?: string): SnapshotSigner | null {
  const own = openSecret(text);
  const before = previous === undefined ? null : openSecret(previous);
  if (own === null || (previous !== undefined && before?.name !== own.name)) return null;
  const { name, id, verifierKey } = own;
  const signText = (text: string) => {
    const note = printNote(text, name, id, own.sign(text));
    return before === null ? note : addSignature(note, name, before.id, before.sign(text));
  };
  return {
    verifierKey,
    sign: (head) => Buffer.from(signText(printCheckpoint({ ...head, origin: name }))),
    signText,
    open(note) {
      try {
        return own.open(note);
      } catch (error) {
        if (before === null) throw error;
        return before.open(note);
      }
    },
    keys(published) {
      const { rotations } = published === null ? { rotations: [] } : readKeys(published);
      if (before === null) return writeKeys({ key: verifierKey, rotations });
      const text = printRotation(before.verifierKey, verifierKey);
      if (rotations.some((note) => note.startsWith(text))) return writeKeys({ key: verifierKey, rotations });
      const note = printNote(text, name, before.id, before.sign(text));
      return writeKeys({ key: verifierKey, rotations: [...rotations, note] });
    },
  };
}

function openSecret(text: string) {
  const [, name = '', , encoded = ''] = SECRET.exec(text) ?? [];
  const secret = Buffer.from(encoded, 'base64');
  if (secret.length !== 33 || secret[0] !== ALGORITHM) return null;
  const key = openSigningKey(secret.subarray(1));
  const { publicKey } = key;
  const id = keyId(sha256, name, publicKey);
  if (text !== printSecret(name, id, secret)) return null;
  const verifierKey = printVerifierKey(sha256, name, publicKey);
  return {
    name,
    id,
    verifierKey,
    sign: (text: string) => key.sign(Buffer.from(text)),
    open: (note: Uint8Array) =>
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
