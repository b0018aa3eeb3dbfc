import type { SnapshotTarget } from '../snapshots/target.ts';

/** A file as it is published; null where there is none, or it is no JSON. */
export async function readJson(target: SnapshotTarget, path: string): Promise<unknown> {
  const bytes = await target.read(path);
  try {
    return bytes === null ? null : JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}

/** Writes what is not there yet, byte for byte; says whether it did. */
export async function writeChanged(target: SnapshotTarget, path: string, bytes: Uint8Array): Promise<boolean> {
  const before = await target.read(path);
  if (before !== null && Buffer.from(before).equals(bytes)) return false;
  await target.write(path, bytes);
  return true;
}

export function jsonBytes(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 1)}\n`);
}
