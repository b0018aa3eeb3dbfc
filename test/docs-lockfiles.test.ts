import { expect, it } from 'vitest';
import { lockfileKindFiles } from '../scripts/lockfile-kinds.ts';
import { readPage } from './docs-pages.ts';

it.each([...lockfileKindFiles()])('%s has every kind of lockfile as its definition says', (file, text) => {
  expect(readPage(file), `${file} is stale: run npm run lockfile-kinds`).toBe(text);
});
