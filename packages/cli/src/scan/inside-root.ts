import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { resolvePath } from './resolve-path.ts';

/** Where a path leads in a system that has this folder as its root; never out of it. Null where its links go in a circle. */
export async function insideRoot(root: string, file: string): Promise<string | null> {
  const found = await resolvePath(file, (at) => readlink(path.join(root, at)).catch(() => null));
  return found === null ? null : path.join(root, found);
}
