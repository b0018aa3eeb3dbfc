import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOST_BYTES, PICTURE_SIZE, PICTURES } from '../scripts/record/pictures.ts';
import { RECORDING } from '../scripts/record/recording.ts';
import { ROOT, readPage } from './docs-pages.ts';

describe.each(PICTURES)('the picture of $address', ({ file }) => {
  const bytes = readFileSync(path.join(ROOT, file));

  it('is small, and as wide and high as the others', () => {
    expect(bytes.length).toBeLessThan(MOST_BYTES);
    expect(sizeOf(bytes)).toEqual(PICTURE_SIZE);
  });

  it('is in the README, in words too', () => {
    expect(readPage('README.md')).toMatch(new RegExp(`!\\[[^\\]]{40,}\\]\\(${file}\\)`));
  });
});

it('every file of docs/media is made by `npm run record`', () => {
  const made = [RECORDING.file, ...PICTURES.map(({ file }) => file)].map((file) => path.basename(file));

  expect(readdirSync(path.join(ROOT, 'docs/media')).toSorted()).toEqual(made.toSorted());
});

/** Of an extended WebP: RIFF, the kind of the file, then width and height less one, in 24 bits each. */
function sizeOf(webp: Buffer): { width: number; height: number } {
  expect([webp.toString('latin1', 0, 4), webp.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WEBPVP8X']);
  return { width: webp.readUIntLE(24, 3) + 1, height: webp.readUIntLE(27, 3) + 1 };
}
