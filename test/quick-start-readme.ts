import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { blocksOf } from './docs-pages.ts';

/** Where the documents say that the service is. */
export const DOCUMENTED = 'http://127.0.0.1:8080';

/** The one block of the README that holds these words. */
export function readmeBlock(words: string): string {
  const found = blocksOf('README.md').filter(({ code }) => code.includes(words));
  if (found.length !== 1) throw new Error(`${found.length} blocks of the README hold ${words}`);
  return found[0]?.code ?? '';
}

export function readmeLines(words: string): string[] {
  return readmeBlock(words).trim().split('\n');
}

/** A folder for `CURL_HOME` that leads what is asked of the documented port to another, so that lines with curl run word for word. */
export function curlHome(folder: string, port: number): string {
  const home = path.join(folder, 'settings');
  mkdirSync(home);
  writeFileSync(path.join(home, '.curlrc'), `connect-to = "127.0.0.1:8080:127.0.0.1:${port}"\n`);
  return home;
}
