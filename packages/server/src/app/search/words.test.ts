import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWords } from './words.ts';

describe('a query', () => {
  it.each([
    ['jenkins cli', [['jenkins', 'cli']]],
    ['"arbitrary file read" jenkins', [['"arbitrary file read"', 'jenkins']]],
    ['jenkins -plugin -"git client"', [['jenkins', '-plugin', '-"git client"']]],
    ['xz or liblzma backdoor', [['xz'], ['liblzma', 'backdoor']]],
    ['xz OR liblzma', [['xz'], ['liblzma']]],
    ['"or" word', [['"or"', 'word']]],
    ['or', []],
    ['  ', []],
    ['- ""', []],
    ['"never closed', [['"never closed']].map(([text]) => [`${text}"`])],
    ['http/2 log4j-core', [['http/2', 'log4j-core']]],
    ['--x', [['--x']]],
    ['one"two three"', [['one', '"two three"']]],
  ])('%s', (query, expected) => {
    const read = readWords(query);

    const shown = read.map((terms) =>
      terms.map(({ text, phrase, excluded }) => (excluded ? '-' : '') + (phrase ? `"${text}"` : text)),
    );
    expect(shown).toEqual(expected);
  });

  it('is read back as it was put together', () => {
    const word = fc.stringMatching(/^[a-z]{3,8}$/);
    const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    const term = fc.oneof(
      fc.record({ text: word, phrase: fc.constant(false), excluded: fc.boolean() }),
      fc.record({ text: phrase, phrase: fc.constant(true), excluded: fc.boolean() }),
    );
    const alternatives = fc.array(fc.array(term, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });

    fc.assert(
      fc.property(alternatives, (words) => {
        const query = words
          .map((terms) =>
            terms.map(({ text, phrase, excluded }) => (excluded ? '-' : '') + (phrase ? `"${text}"` : text)).join(' '),
          )
          .join(' or ');

        expect(readWords(query)).toEqual(words);
      }),
    );
  });
});
