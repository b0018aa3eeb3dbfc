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

export interface WrittenObject {
  readonly reference: ObjectReference;
  /** False: the target had it already. */
  readonly isNew: boolean;
}

/** Writes a text as an object, unless the target has it. */
export async function writeObject(target: SnapshotTarget, text: string): Promise<WrittenObject> {
  const bytes = await packed(text, { level: constants.Z_BEST_COMPRESSION });
  if (bytes.length > OBJECT_LIMITS.packed || text.length > OBJECT_LIMITS.unpacked)
    throw new SnapshotProblem('object_too_large');
  const reference = referenceOf(sha256, bytes);
  const path = objectPath(reference);
  const isNew = !(await target.has(path, bytes.length));
  if (isNew) await target.write(path, bytes);
  return { reference, isNew };
}

export async function readObject(target: SnapshotTarget, reference: ObjectReference): Promise<string> {
  const bytes = checkObject(sha256, reference, await target.read(objectPath(reference)));
  return (await unpacked(bytes, { maxOutputLength: OBJECT_LIMITS.unpacked })).toString();
}
