import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { bearerOf, isApiKey, keyHash, newApiKey } from './api-key.ts';

it('makes keys that are keys, each another, and keeps a hash and a beginning', () => {
  const made = Array.from({ length: 200 }, newApiKey);

  expect(new Set(made.map(({ key }) => key)).size).toBe(200);
  for (const { key, sha256, prefix } of made) {
    expect(isApiKey(key)).toBe(true);
    expect(key.startsWith(prefix)).toBe(true);
    expect(key.length - prefix.length).toBe(35); // 210 bits that nobody but its owner has
    expect(sha256).toEqual(createHash('sha256').update(key).digest());
    expect(keyHash(key)).toEqual(sha256);
  }
});

it.each([
  ['alm_', false],
  [`alm_${'a'.repeat(42)}`, false],
  [`alm_${'a'.repeat(43)}`, true],
  [`alm_${'a'.repeat(44)}`, false],
  [`ALM_${'a'.repeat(43)}`, false],
  [`alm_${'a'.repeat(42)}\n`, false],
  [`alm_${'a'.repeat(42)}é`, false],
  [`gho_${'a'.repeat(43)}`, false],
])('%j is a key: %s', (text, expected) => {
  expect(isApiKey(text)).toBe(expected);
});

it.each([
  [undefined, null],
  ['', null],
  ['Bearer abc', 'abc'],
  ['bearer abc', 'abc'],
  ['BEARER  abc ', 'abc'],
  ['Bearer', ''],
  ['Bearer ', ''],
  ['Bearerabc', null],
  ['Basic abc', null],
  ['token abc', null],
])('%j carries %j', (header, key) => {
  expect(bearerOf(header)).toBe(key);
});
