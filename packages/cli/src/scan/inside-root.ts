import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { resolvePath } from './resolve-path.ts';

/** Resolves a path as a system with this root would; null for circular links. */
export async function insideRoot(root: string, file: string): Promise<string | null> {
  const found = await resolvePath(file, (at) => readlink(path.join(root, at)).catch(() => null));
  return found === null ? null : path.join(root, found);
}
