import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';

/** Accepts a key or the path of a file with one. */
export async function givenKey(
  { environment, folder }: Pick<Session, 'environment' | 'folder'>,
  option?: string,
): Promise<string | null> {
  const given = (option ?? environment['ALMANAC_SNAPSHOT_KEY'] ?? '').trim();
  if (given === '') return null;
  if (/^[^+\s]+\+[0-9a-f]{8}\+\S+$/.test(given)) return given;
  const text = await readFile(path.resolve(folder, given), 'utf8').catch((error: Error) => {
    throw new UsageError(`${given} is neither a verifier key nor a file with one: ${error.message}`);
  });
  return text.trim();
}
