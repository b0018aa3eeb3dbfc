import { createReadStream, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gunzipSync } from 'node:zlib';

/** Real records by others, for tests of scale and dirt. They are read in place and never copied into the project. */
export const corpusRoot = process.env['ALMANAC_CORPUS'] ?? path.resolve(import.meta.dirname, '../../shared/corpus');

export const hasCorpus = existsSync(corpusRoot);
if (!hasCorpus) console.log(`Skipping corpus tests: ${corpusRoot} is absent; set ALMANAC_CORPUS to run them.`);

export function corpusFile(name: string): string {
  return path.join(corpusRoot, name);
}

/** The lines of a text file, unpacked where its name ends in `.gz`. */
export async function* corpusLines(name: string): AsyncGenerator<string> {
  const file = createReadStream(corpusFile(name));
  const input = name.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}

/** One parsed value a line; of a share of 4 every fourth. */
export async function* corpusRecords<T>(name: string, share = 1): AsyncGenerator<T> {
  let at = 0;
  for await (const line of corpusLines(name)) {
    at += 1;
    if (line !== '' && at % share === 0) yield JSON.parse(line) as T;
  }
}

const BLOCK = 512;

/** The plain files of a packed tape archive by their names, as text. Directories and links are passed over. */
export function corpusArchive(name: string): ReadonlyMap<string, string> {
  const archive = gunzipSync(readFileSync(corpusFile(name)));
  const files = new Map<string, string>();
  const field = (at: number, length: number) => archive.toString('latin1', at, at + length).split('\0', 1)[0] ?? '';
  for (let at = 0; at + BLOCK <= archive.length && archive[at] !== 0; ) {
    const size = Number.parseInt(field(at + 124, 12), 8);
    const body = at + BLOCK;
    const [file, type, prefix] = [field(at, 100), field(at + 156, 1), field(at + 345, 155)];
    if (type === '0' || type === '') {
      files.set(prefix === '' ? file : `${prefix}/${file}`, archive.toString('utf8', body, body + size));
    }
    at = body + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
