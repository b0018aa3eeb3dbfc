import { describe, expect, it } from 'vitest';
import { allOf, excludedQuery, tsqueryOf } from './tsquery.ts';
import { readWords } from './words.ts';

const LEXEMES = new Map([
  ['jenkins', { prose: "'jenkin'", name: "'jenkins'" }],
  ['cli', { prose: "'cli'", name: "'cli'" }],
  ['the', { prose: '', name: "'the'" }],
  ['*', { prose: '', name: '' }],
]);

describe('words in the notation of PostgreSQL', () => {
  it.each([
    ['jenkins', "(('jenkin' | 'jenkins'))"],
    ['jenkins cli', "(('jenkin' | 'jenkins') & ('cli'))"],
    ['jenkins -cli', "(('jenkin' | 'jenkins') & !('cli'))"],
    ['jenkins or cli', "(('jenkin' | 'jenkins')) | (('cli'))"],
    ['the cli', "(('cli'))"],
    ['the', "(('the'))"],
    ['*', null],
  ])('%s', (query, expected) => {
    expect(tsqueryOf(readWords(query), LEXEMES)).toBe(expected);
  });
});

it('joins what is given', () => {
  expect([allOf([null, 'a', 'b | c']), allOf([null])]).toEqual(['(a) & (b | c)', null]);
});

it.each([
  ['jenkins -cli', "('cli')"],
  ['-cli -jenkins', "('cli') | ('jenkin' | 'jenkins')"],
  ['jenkins', null],
  ['jenkins -cli or the', null],
])('what %s leaves out of a vulnerability', (query, expected) => {
  expect(excludedQuery(readWords(query), LEXEMES)).toBe(expected);
});
