import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** Real records by others, for tests of scale and dirt. They are read in place and never copied into the project. */
const root = process.env['ALMANAC_CORPUS'] ?? path.resolve(import.meta.dirname, '../../shared/corpus');

export const hasCorpus = existsSync(root);
if (!hasCorpus) console.log(`Skipping corpus tests: ${root} is absent; set ALMANAC_CORPUS to run them.`);

export function corpusFile(name: string): string {
  return path.join(root, name);
}

/** The lines of a text file, unpacked where its name ends in `.gz`. */
export async function* corpusLines(name: string): AsyncGenerator<string> {
  const file = createReadStream(corpusFile(name));
  const input = name.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** One parsed value a line. */
export async function* corpusRecords<T>(name: string): AsyncGenerator<T> {
  for await (const line of corpusLines(name)) if (line !== '') yield JSON.parse(line) as T;
}
