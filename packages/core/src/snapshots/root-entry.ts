import { fromUtf8, toUtf8 } from './encoding.ts';
import { type ObjectReference, readJson, readReference, writeReference } from './objects.ts';
import { SnapshotProblem } from './problem.ts';

const FORMAT = 'almanac-root/1';

/** What the log has of each snapshot: where its manifest is. */
export function writeRootEntry(manifest: ObjectReference): Uint8Array {
  return toUtf8(JSON.stringify({ format: FORMAT, manifest: writeReference(manifest) }));
}

export function readRootEntry(bytes: Uint8Array): ObjectReference {
  const text = fromUtf8(bytes);
  if (text === null) throw new SnapshotProblem('entry_malformed');
  return readReference(readJson(text, FORMAT, 'entry_malformed')['manifest'], 'entry_malformed');
}
