import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BEGIN, END, fenced } from '../src/fence.ts';
import { plain, prose } from '../src/prose.ts';

/** Texts made of what an attacker would put together. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        BEGIN,
        END,
        'ALMANAC_DATA',
        'almanac data',
        '<<<',
        '\u001almanac_data',
        '＜＜＜',
        '\u202e',
        '\u{E0041}',
        '\\',
      ),
    ),
  )
  .map((parts) => parts.join(''));

describe('a fence', () => {
  it('has one begin and one end, whatever stands within, and means the same', () => {
    fc.assert(
      fc.property(hostile, hostile, (key, text) => {
        const value = { [key === '__proto__' ? 'key' : key]: text.toWellFormed() };

        const lines = fenced(value).split('\n');

        expect(lines.map((line) => [BEGIN, END].indexOf(line))).toEqual([-1, 0, -1, 1]);
        expect(JSON.parse(lines[2] ?? '')).toEqual(value);
        expect(lines[2]).not.toMatch(/[<>＜＞‹›«»]|almanac[^a-z0-9]?data|\p{Cf}/iu);
      }),
    );
  });
});

describe('a text in an answer', () => {
  it.each([
    ['is on one line', 'a\nb\tc', 'a bc'],
    ['shows its own direction', '\u202egpj.exe\u2066', 'gpj.exe'],
    ['hides nothing', 'safe\u200b\u{E0049}\u{E0047}\u00ad', 'safe'],
    ['is cut, and says so', 'x'.repeat(30), `${'x'.repeat(19)}…`],
    ['is not cut within a character', `${'x'.repeat(18)}${'😀'.repeat(9)}`, `${'x'.repeat(18)}…`],
  ])('%s', (_, given, shown) => {
    expect(plain(given, 20)).toBe(shown);
  });

  it('is well-formed, no longer than it may be, and without what is not seen', () => {
    fc.assert(
      fc.property(hostile, fc.integer({ min: 2, max: 50 }), (text, most) => {
        const shown = plain(text, most);

        expect(shown.length).toBeLessThanOrEqual(most);
        expect(shown.isWellFormed()).toBe(true);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('is nothing where nothing is left of it', () => {
    expect([prose('\u202e\n', 'osv', 10), prose(null, 'osv', 10)]).toEqual([null, null]);
  });
});
