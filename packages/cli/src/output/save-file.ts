import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a draft beside the target and puts it in the target's place. A link that somebody has planted there is replaced and
 * not followed, and whoever reads meanwhile sees the old file or the new one. Devices are written to as they are.
 */
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
