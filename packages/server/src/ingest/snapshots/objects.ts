import { promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import {
  checkObject,
  OBJECT_LIMITS,
  type ObjectReference,
  objectPath,
  referenceOf,
  SnapshotProblem,
} from '@almanac/core/snapshots';
import { sha256 } from '../../store/packing.ts';
import type { SnapshotTarget } from './target.ts';

const packed = promisify<string, { level: number }, Buffer>(gzip);
const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);

/** Objects that the target did not have, and their bytes. */
export interface AddedObjects {
  readonly objects: number;
  readonly bytes: number;
}

/** Mutable while objects are written. */
export type AddedTally = { -readonly [Name in keyof AddedObjects]: AddedObjects[Name] };

/** Writes a text as an object, and counts it, unless the target has it. */
export async function writeObject(target: SnapshotTarget, text: string, added: AddedTally): Promise<ObjectReference> {
  const bytes = await packed(text, { level: constants.Z_BEST_COMPRESSION });
  if (bytes.length > OBJECT_LIMITS.packed || text.length > OBJECT_LIMITS.unpacked)
    throw new SnapshotProblem('object_too_large');
  const reference = referenceOf(sha256, bytes);
  const path = objectPath(reference);
  if (await target.has(path, bytes.length)) return reference;
  await target.write(path, bytes);
  added.objects += 1;
  added.bytes += bytes.length;
  return reference;
}

export async function readObject(target: SnapshotTarget, reference: ObjectReference): Promise<string> {
  const bytes = checkObject(sha256, reference, await target.read(objectPath(reference)));
  return (await unpacked(bytes, { maxOutputLength: OBJECT_LIMITS.unpacked })).toString();
}
