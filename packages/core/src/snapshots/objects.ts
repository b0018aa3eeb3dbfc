import { hashOfHex, toHex } from './encoding.ts';
import type { Sha256 } from './merkle.ts';
import { SnapshotProblem, type SnapshotProblemCode } from './problem.ts';

/** An immutable file, named by the SHA-256 of its bytes. */
export interface ObjectReference {
  readonly sha256: string;
  readonly bytes: number;
}

/** The most bytes of an object, as it is kept and unpacked. A reader reads no further. */
export const OBJECT_LIMITS = { packed: 8 << 20, unpacked: 64 << 20 } as const;

export function objectPath({ sha256 }: Pick<ObjectReference, 'sha256'>): string {
  return `object/${sha256.slice(0, 2)}/${sha256}`;
}

export function referenceOf(sha256: Sha256, bytes: Uint8Array): ObjectReference {
  return { sha256: toHex(sha256(bytes)), bytes: bytes.length };
}

/** Throws unless these are the bytes that the reference means. Nothing is unpacked before. */
export function checkObject(sha256: Sha256, reference: ObjectReference, bytes: Uint8Array | null): Uint8Array {
  const path = objectPath(reference);
  if (bytes === null) throw new SnapshotProblem('object_missing', path);
  if (bytes.length !== reference.bytes) throw new SnapshotProblem('object_truncated', path);
  if (toHex(sha256(bytes)) !== reference.sha256) throw new SnapshotProblem('object_altered', path);
  return bytes;
}

/** A reference as it is written in JSON: hash and length. */
export type WrittenReference = readonly [sha256: string, bytes: number];

export function writeReference({ sha256, bytes }: ObjectReference): WrittenReference {
  return [sha256, bytes];
}

export function readReference(value: unknown, problem: SnapshotProblemCode): ObjectReference {
  const [sha256, bytes, ...more] = Array.isArray(value) ? (value as unknown[]) : [];
  if (hashOfHex(sha256) === null || !isCount(bytes) || more.length > 0) throw new SnapshotProblem(problem);
  if (bytes > OBJECT_LIMITS.packed) throw new SnapshotProblem('object_too_large');
  return { sha256: sha256 as string, bytes };
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** The value of an unpacked object, of this format. */
export function readJson(
  text: string,
  format: string,
  problem: SnapshotProblemCode,
): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new SnapshotProblem('object_unreadable', undefined, { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new SnapshotProblem(problem);
  const members = value as Readonly<Record<string, unknown>>;
  if (members['format'] !== format)
    throw new SnapshotProblem('format_unknown', JSON.stringify(members['format'] ?? null).slice(0, 60));
  return members;
}
