import { rename, rm, writeFile } from 'node:fs/promises';

/** Replaces the target atomically. A planted link is replaced, not followed. Devices are written to directly. */
export async function saveFile(target: string, text: string, unique: string): Promise<void> {
  if (target.startsWith('/dev/')) return writeFile(target, text);
  const draft = `${target}.${unique}.part`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
