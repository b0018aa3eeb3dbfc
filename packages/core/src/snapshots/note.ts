import { fromBase64, fromUtf8, joinBytes, toBase64, toHex, toUtf8 } from './encoding.ts';
import type { Sha256 } from './merkle.ts';
import { SnapshotProblem } from './problem.ts';

/** What signing and checking need of the platform. */
export interface SnapshotCrypto {
  readonly sha256: Sha256;
  /** Ed25519, RFC 8032. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** The same of a platform that may take its time to check, as browsers do. */
export interface AwaitedCrypto extends Pick<SnapshotCrypto, 'sha256'> {
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean | Promise<boolean>;
}

/** A trusted key, as C2SP signed-note writes it: `name+hash+base64`. */
export interface VerifierKey {
  /** The key as it was read. */
  readonly text: string;
  readonly name: string;
  readonly id: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Of Ed25519, in front of a key. */
const ALGORITHM = 1;
/** Bytes of a note. */
export const LONGEST_NOTE = 16_384;
const MOST_SIGNATURES = 16;

/** The four bytes that tell keys of one name apart. */
export function keyId(sha256: Sha256, name: string, publicKey: Uint8Array): Uint8Array {
  return sha256(joinBytes(toUtf8(`${name}\n`), Uint8Array.of(ALGORITHM), publicKey)).slice(0, 4);
}

export function printVerifierKey(sha256: Sha256, name: string, publicKey: Uint8Array): string {
  const key = joinBytes(Uint8Array.of(ALGORITHM), publicKey);
  return `${name}+${toHex(keyId(sha256, name, publicKey))}+${toBase64(key)}`;
}

export function readVerifierKey(sha256: Sha256, text: string): VerifierKey {
  const [, name = '', hash = '', encoded = ''] =
    /^([^+\s]{1,200})\+([0-9a-f]{8})\+([A-Za-z0-9+/=]{44})$/.exec(text) ?? [];
  const key = fromBase64(encoded);
  if (key?.length !== 33 || key[0] !== ALGORITHM) throw new SnapshotProblem('key_malformed');
  const publicKey = key.slice(1);
  const id = keyId(sha256, name, publicKey);
  if (toHex(id) !== hash) throw new SnapshotProblem('key_malformed');
  return { text, name, id, publicKey };
}

/** The note of a text that ends in a line break, signed by one key. */
export function printNote(text: string, name: string, id: Uint8Array, signature: Uint8Array): string {
  return `${text}\n— ${name} ${toBase64(joinBytes(id, signature))}\n`;
}

/** A note with one more signature. */
export function addSignature(note: string, name: string, id: Uint8Array, signature: Uint8Array): string {
  return `${note}— ${name} ${toBase64(joinBytes(id, signature))}\n`;
}

/** The text of a note, once the trusted key is known to have signed it. Signatures of others are passed over. */
export function openNote(crypto: SnapshotCrypto, bytes: Uint8Array, key: VerifierKey, longest = LONGEST_NOTE): string {
  const { text, message, signatures } = readNote(bytes, key, longest);
  for (const signature of signatures) checked(crypto.verify(key.publicKey, message, signature), key);
  return text;
}

/** The same on a platform that may take its time. */
export async function openNoteAwaited(crypto: AwaitedCrypto, bytes: Uint8Array, key: VerifierKey): Promise<string> {
  const { text, message, signatures } = readNote(bytes, key, LONGEST_NOTE);
  for (const signature of signatures) checked(await crypto.verify(key.publicKey, message, signature), key);
  return text;
}

function checked(isSigned: boolean, { name }: VerifierKey): void {
  if (!isSigned) throw new SnapshotProblem('signature_wrong', name);
}

/** Which of these keys a note has a signature line of, and how many lines it has. Nothing is verified. */
export function signersOf(
  bytes: Uint8Array,
  keys: readonly VerifierKey[],
): { readonly keys: readonly VerifierKey[]; readonly lines: number } {
  const { lines } = splitNote(bytes, LONGEST_NOTE);
  return { keys: keys.filter((key) => lines.some((line) => signatureIn(line, key).length > 0)), lines: lines.length };
}

interface ReadNote {
  readonly text: string;
  readonly message: Uint8Array;
  /** Those of the key, one at least. */
  readonly signatures: readonly Uint8Array[];
}

/** A note taken apart. Nothing of it is verified yet. */
function readNote(bytes: Uint8Array, key: VerifierKey, longest: number): ReadNote {
  const { text, lines } = splitNote(bytes, longest);
  const signatures = lines.flatMap((line) => signatureIn(line, key));
  if (signatures.length === 0) throw new SnapshotProblem('signature_missing', key.name);
  return { text, message: toUtf8(text), signatures };
}

function splitNote(bytes: Uint8Array, longest: number): { readonly text: string; readonly lines: readonly string[] } {
  const note = noteText(bytes, longest);
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) throw new SnapshotProblem('note_malformed');
  const lines = note.slice(end + 2, -1).split('\n');
  if (lines.length > MOST_SIGNATURES) throw new SnapshotProblem('note_malformed');
  return { text: note.slice(0, end + 1), lines };
}

function noteText(bytes: Uint8Array, longest: number): string {
  const text = bytes.length > longest ? null : fromUtf8(bytes);
  if (text === null || hasControl(text)) throw new SnapshotProblem('note_malformed');
  return text;
}

function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x20 && code !== 0x0a) return true;
  }
  return false;
}

/** The signature of a line, where the line is of the key. */
function signatureIn(line: string, { name, id }: VerifierKey): Uint8Array[] {
  const [, by, encoded = ''] = /^— ([^+\s]{1,200}) ([A-Za-z0-9+/=]{8,400})$/.exec(line) ?? [];
  const value = fromBase64(encoded);
  if (by === undefined || value === null || value.length < 5) throw new SnapshotProblem('note_malformed');
  return by === name && toHex(value.slice(0, 4)) === toHex(id) ? [value.slice(4)] : [];
}
