import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { type SnapshotIo, SnapshotProblem } from '@almanac/core/snapshots';
import { isSignedBy } from '../../../src/platform/ed25519.ts';
import { sha256 } from '../../../src/store/packing.ts';

/** Reads a snapshot as a stranger would, from the files of a folder. `replaced` are read instead of its own; null: as if missing. */
export function folderReader(
  folder: string,
  replaced: ReadonlyMap<string, Uint8Array | null> = new Map(),
): SnapshotIo & { readonly asked: string[] } {
  const unpacked = promisify<Uint8Array, { maxOutputLength: number }, Buffer>(gunzip);
  const asked: string[] = [];
  return {
    asked,
    crypto: { sha256, verify: isSignedBy },
    async read(name, most) {
      asked.push(name);
      const given = replaced.get(name);
      const bytes = given === undefined ? await readFile(path.join(folder, name)).catch(() => null) : given;
      if (bytes !== null && bytes.length > most) throw new SnapshotProblem('object_too_large', name);
      return bytes;
    },
    unpack: async (bytes, most) => (await unpacked(bytes, { maxOutputLength: most })).toString(),
  };
}
