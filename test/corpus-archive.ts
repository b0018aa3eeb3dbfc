import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { corpusFile } from './corpus.ts';

const BLOCK = 512;

/** The files of a packed tape archive of the corpus, as text. Directories and links are passed over. */
export function corpusArchive(name: string): { readonly name: string; readonly text: string }[] {
  const bytes = gunzipSync(readFileSync(corpusFile(name)));
  const files: { name: string; text: string }[] = [];
  for (let at = 0; at + BLOCK <= bytes.length; ) {
    const field = (from: number, length: number) =>
      bytes.toString('latin1', at + from, at + from + length).split('\0')[0] ?? '';
    const size = Number.parseInt(field(124, 12), 8) || 0;
    const [file, type, prefix] = [field(0, 100), field(156, 1), field(345, 155)];
    if (file !== '' && (type === '0' || type === '')) {
      files.push({
        name: prefix === '' ? file : `${prefix}/${file}`,
        text: bytes.toString('utf8', at + BLOCK, at + BLOCK + size),
      });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}
