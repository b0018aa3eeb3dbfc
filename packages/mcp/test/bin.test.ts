import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const bin = path.resolve(import.meta.dirname, '../src/bin.ts');

it.each([
  ['ALMANAC_API', 'nonsense', /^ALMANAC_API is no address/],
  ['ALMANAC_API', 'file:///etc', /^ALMANAC_API is no address/],
  ['ALMANAC_API', 'http://name:word@localhost', /^ALMANAC_API is no address/],
  ['ALMANAC_API_KEY', 'two words\nand a line', /^ALMANAC_API_KEY is no key/],
])('refuses %s=%j, and does not repeat it', (name, given, words) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--conditions=@almanac/source', bin], {
    env: { [name]: given },
    encoding: 'utf8',
  });

  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain(given);
});
