import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSettings } from './settings-files.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-settings-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  return place;
}

it.each([
  ['a value', { KEY: 'a' }, { KEY: 'a' }],
  ['an empty value', { KEY: '' }, {}],
  ['a file', { KEY_FILE: file('plain', 'a') }, { KEY: 'a' }],
  ['a file that ends with a line break', { KEY_FILE: file('line', 'a\n') }, { KEY: 'a' }],
  ['a file with spaces, which may be meant', { KEY_FILE: file('spaces', ' a \r\n') }, { KEY: ' a ' }],
  ['an empty file', { KEY_FILE: file('empty', '\n') }, {}],
  ['a file of something that is no setting', { OTHER_FILE: file('other', 'a') }, {}],
])('takes %s', (_what, variables, values) => {
  expect(readSettings(variables, ['KEY'])).toEqual({ values, mistakes: [] });
});

it.each([
  ['both', { KEY: 'a', KEY_FILE: file('both', 'b') }, /^KEY_FILE: KEY is set, too$/],
  [
    'a file that is missing',
    { KEY_FILE: path.join(folder, 'absent') },
    /^KEY_FILE: .*absent cannot be read \(ENOENT\)$/,
  ],
  ['a folder', { KEY_FILE: folder }, /^KEY_FILE: .* cannot be read \(EISDIR\)$/],
  ['a huge file', { KEY_FILE: file('huge', 'x'.repeat(65_537)) }, /has more than 65536 bytes$/],
])('refuses %s', (_what, variables, mistake) => {
  const { mistakes } = readSettings(variables, ['KEY']);

  expect(mistakes).toEqual([expect.stringMatching(mistake)]);
});
