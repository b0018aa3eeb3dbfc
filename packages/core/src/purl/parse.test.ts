import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildPurl, printPurl } from './build.ts';
import { canonicalPurl, parsePurl, readPurl } from './parse.ts';
import { PURL_TYPES } from './types.ts';

describe('readPurl', () => {
  it.each([
    ['npm/left-pad', 'a purl must start with "pkg:"'],
    ['pkg:npm', 'a type and a name'],
    ['pkg:1x/name', 'not a purl type'],
    ['pkg:npm/@1.0', 'the name is missing'],
    ['pkg:cargo/ns/rand', 'purls have no namespace, but "'],
    ['pkg:swift/Alamofire', 'needs a namespace'],
    ['pkg:julia/Dates', 'needs the qualifier uuid'],
    ['pkg:npm/a?x=1&x=2', 'occurs twice'],
    ['pkg:npm/a?Arch=1', 'lower case: arch'],
    ['pkg:npm/a%zz', 'the name is not correctly percent-encoded'],
    ['pkg:npm/a?x=%ff', 'value of qualifier x'],
    ['pkg:cpan/URI::Escape', 'names the distribution'],
  ])('%s: says what is wrong', (text, problem) => {
    expect(readPurl(text).problem).toContain(problem);
  });

  it('forgives what other people’s documents hold, and notes it', () => {
    const reading = readPurl('pkg:rpm/curl@7?Arch=i386&arch=x86&', { tolerant: true });

    expect(reading).toMatchObject({ purl: { type: 'rpm', name: 'curl' }, problem: null });
    expect(reading.purl && reading.notes).toEqual([
      'qualifier Arch is not lower case',
      'qualifier arch occurs twice; the first one counts',
      'a namespace is missing',
    ]);
  });

  it('treats __proto__ as a name like any other', () => {
    const purl = parsePurl('pkg:npm/__proto__?constructor=1');

    expect(purl?.name).toBe('__proto__');
    expect(Object.getPrototypeOf(purl?.qualifiers)).toBeNull();
    expect(purl && printPurl(purl)).toBe('pkg:npm/__proto__?constructor=1');
  });

  it('reads back whatever can be built', () => {
    const text = fc.string({ minLength: 1, maxLength: 12 }).filter((value) => value.isWellFormed());
    const parts = fc.record({
      type: fc.constantFrom(...PURL_TYPES.map(({ type }) => type), 'unregistered'),
      namespace: fc.option(text),
      name: text,
      version: fc.option(text),
      qualifiers: fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9._-]{0,6}$/), text),
      subpath: fc.option(text),
    });
    fc.assert(
      fc.property(parts, (given) => {
        const { purl } = buildPurl(given);
        fc.pre(purl !== null);

        const printed = printPurl(purl);

        expect(parsePurl(printed)).toEqual(purl);
        expect(canonicalPurl(printed)).toBe(printed);
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws', () => {
    const nearly = fc
      .array(fc.constantFrom('pkg:', 'npm', '/', '@', '?', '#', '&', '=', '%', '%2F', '..', 'a', '\uD800'))
      .map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        for (const tolerant of [true, false]) expect(readPurl(text, { tolerant })).toHaveProperty('problem');
        expect(canonicalPurl(text)?.startsWith('pkg:') ?? true).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});
