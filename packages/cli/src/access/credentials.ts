import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../errors.ts';

export interface Credential {
  readonly apiKey: string;
  readonly account: string;
  readonly savedAt: string;
}

/** Keys by API address: a key is sent to no other address. */
export async function readCredentials(file: string): Promise<ReadonlyMap<string, Credential>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return '{}';
    throw new UsageError(`cannot read ${file}: ${error.message}`, 'The file must be readable by its owner.');
  });
  try {
    const entries = Object.entries(JSON.parse(text) as Record<string, Credential>);
    return new Map(entries.filter(([, value]) => typeof value?.apiKey === 'string'));
  } catch {
    throw new UsageError(`${file} is damaged. Run almanac login again.`, 'Delete it and log in again.');
  }
}

/** Writes atomically, readable by the owner alone. */
export async function writeCredentials(file: string, credentials: ReadonlyMap<string, Credential>): Promise<void> {
  if (credentials.size === 0) return rm(file, { force: true });
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, `${JSON.stringify(Object.fromEntries(credentials), null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  await rename(draft, file);
}
