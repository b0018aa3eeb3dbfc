import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../errors.ts';
import type { Session } from '../session.ts';

/** A key as it is, or the file that has it; null where none is given. */
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
