import { fromUtf8, toUtf8 } from './encoding.ts';
import { type AwaitedCrypto, openNoteAwaited, readVerifierKey, type VerifierKey } from './note.ts';
import { readJson } from './objects.ts';
import { SnapshotProblem } from './problem.ts';

/** The file beside the checkpoint that names the publisher's key and how earlier keys were replaced. */
export const KEYS_FILE = 'keys.json';
export const LONGEST_KEYS = 65_536;

const FORMAT = 'almanac-keys/1';
const MAX_ROTATIONS = 64;
/** The first line of a rotation: no log has this name, so the note can never pass for a checkpoint. */
const ROTATION = 'almanac-key-rotation/1';

/** The keys of a log. The file itself is not signed: only its rotations prove anything. */
export interface PublishedKeys {
  /** The verifier key that signs now. */
  readonly key: string;
  /** Signed notes, oldest first, each by the key that it replaces. */
  readonly rotations: readonly string[];
}

/** What the earlier key signs: the two verifier keys, the later one last. */
export function printRotation(from: string, to: string): string {
  return `${ROTATION}\n${from}\n${to}\n`;
}

export function writeKeys({ key, rotations }: PublishedKeys): string {
  return `${JSON.stringify({ format: FORMAT, key, rotations })}\n`;
}

export function readKeys(bytes: Uint8Array): PublishedKeys {
  const { key, rotations } = readJson(fromUtf8(bytes) ?? '', FORMAT, 'keys_malformed');
  const isList = Array.isArray(rotations) && rotations.length <= MAX_ROTATIONS;
  if (typeof key !== 'string' || !isList || !rotations.every((one) => typeof one === 'string')) {
    throw new SnapshotProblem('keys_malformed');
  }
  return { key, rotations };
}

/** Returns the trusted key and those that replaced it since, one after the other. Each rotation must be signed by the key before. */
export async function followRotations(
  crypto: AwaitedCrypto,
  { rotations }: PublishedKeys,
  trusted: VerifierKey,
): Promise<readonly VerifierKey[]> {
  const followed = [trusted];
  for (const note of rotations) {
    const [first, from = '', to = ''] = note.split('\n', 3);
    const before = followed.at(-1) ?? trusted;
    if (first !== ROTATION) throw new SnapshotProblem('keys_malformed');
    if (!isSameKey(before, readVerifierKey(crypto.sha256, from))) continue;
    const text = await openNoteAwaited(crypto, toUtf8(note), before);
    const next = readVerifierKey(crypto.sha256, to);
    if (text !== printRotation(from, to) || next.name !== trusted.name) throw new SnapshotProblem('rotation_invalid');
    followed.push(next);
  }
  return followed;
}

function isSameKey(a: VerifierKey, b: VerifierKey): boolean {
  return a.text === b.text;
}
