import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayColour } from './colours.ts';
import { plain, plainJson } from './plain-text.ts';
import { barOf, progressOn } from './progress.ts';
import { table } from './table.ts';
import { shortened, widthOf, wrapped } from './width.ts';
import { age, counted } from './words.ts';

describe('text of others', () => {
  it.each([
    ['a sequence that paints', 'a\u001b[31mred', 'a[31mred'],
    ['one of a single character', 'a\u009b31mred', 'a31mred'],
    ['a title for the window', '\u001b]0;gone\u0007x', ']0;gonex'],
    ['a turned direction', 'exe.\u202egpj', 'exe.gpj'],
    ['isolates and marks', '\u2066a\u2069\u200fb\u061c', 'ab'],
    ['what nobody sees', 'a\u200bb\u{e0041}\ufeff', 'ab'],
    ['lines', ' a\r\nb\tc\u2028d ', 'a  b c d'],
    ['half a character', 'a\ud800', 'a\ufffd'],
  ])('loses %s', (_name, text, shown) => {
    expect(plain(text)).toBe(shown);
  });

  it('holds nothing that steers a terminal, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plain(text)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      }),
    );
  });

  it('in JSON keeps its value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const json = plainJson(JSON.stringify(value, null, 1));
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(json).not.toMatch(/[^\P{C}\n\p{Cn}\p{Co}]/u);
      }),
    );
  });
});

describe('colours', () => {
  it.each([
    ['a terminal', { isTTY: true }, true],
    ['a pipe', { isTTY: false }, false],
    ['NO_COLOR', { isTTY: true, environment: { NO_COLOR: '1' } }, false],
    ['an empty NO_COLOR', { isTTY: true, environment: { NO_COLOR: '' } }, true],
    ['FORCE_COLOR on a pipe', { isTTY: false, environment: { FORCE_COLOR: '1' } }, true],
    ['FORCE_COLOR=0', { isTTY: true, environment: { FORCE_COLOR: '0' } }, false],
    ['both', { isTTY: true, environment: { NO_COLOR: '1', FORCE_COLOR: '1' } }, false],
    ['--no-color', { isTTY: true, refused: true, environment: { FORCE_COLOR: '1' } }, false],
    ['a dumb terminal', { isTTY: true, environment: { TERM: 'dumb' } }, false],
  ])('with %s', (_name, given, expected) => {
    expect(mayColour({ refused: false, environment: {}, ...given })).toBe(expected);
  });
});

describe('widths', () => {
  it.each([
    ['abc', 3],
    ['née', 3],
    ['日本', 4],
    ['👩‍💻', 2],
    ['', 0],
  ])('%j takes %i columns', (text, columns) => {
    expect(widthOf(text)).toBe(columns);
  });

  it('a shortened text fits, and says that it was cut', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 20 }), (text, columns) => {
        const cut = shortened(text, columns);
        expect(widthOf(cut)).toBeLessThanOrEqual(columns);
        expect(cut === text || cut.endsWith('…')).toBe(true);
      }),
    );
  });

  it('wrapped words are the same words, in lines that fit', () => {
    expect(wrapped('one two  three', 7)).toEqual(['one two', 'three']);
    expect(wrapped('overlong', 3)).toEqual(['overlong']);
    expect(wrapped(' ', 3)).toEqual([]);
  });
});

describe('a table', () => {
  const columns = [{ head: 'Name', least: 4 }, { head: 'Id' }, { head: 'Where', least: 5, keepEnd: true }];
  const rows = [
    [{ text: 'a-long-name' }, { text: 'CVE-1' }, { text: 'a/long/path' }],
    [{ text: 'b' }, { text: 'X', paint: (text: string) => `<${text}>` }, { text: '\u001b[2Jc' }],
  ];

  it('is aligned, and painting takes no room', () => {
    expect(table(columns, rows, null)).toEqual([
      'Name         Id     Where',
      'a-long-name  CVE-1  a/long/path',
      'b            <X>      [2Jc',
    ]);
  });

  it('gives way where it is wanted, and never in what is to be copied', () => {
    expect(table(columns, rows.slice(0, 1), 20)).toEqual(['Name   Id     Where', 'a-lo…  CVE-1  …/path']);
    expect(table(columns, rows.slice(0, 1), 5)[1]).toBe('a-l…  CVE-1  …path');
  });
});

describe('a table that is too wide even so', () => {
  const columns = [{ head: 'Id' }, { head: 'Day', mayGo: true }, { head: 'Title', least: 4, mayGo: true }] as const;
  const rows = [[{ text: 'CVE-2026-1' }, { text: '2026-11-15' }, { text: 'Something long' }]];

  it.each([
    [40, ['Id          Day         Title', 'CVE-2026-1  2026-11-15  Something long']],
    [28, ['Id          Day         Tit…', 'CVE-2026-1  2026-11-15  Som…']],
    [27, ['Id          Day', 'CVE-2026-1  2026-11-15']],
    [12, ['Id', 'CVE-2026-1']],
    [5, ['Id', 'CVE-2026-1']],
  ])('in %i columns leaves out what may go', (width, lines) => {
    expect(table(columns, rows, width)).toEqual(lines);
  });
});

describe('a bar', () => {
  it.each([
    [0, 10, '[....................]'],
    [5, 10, '[##########..........]'],
    [10, 10, '[####################]'],
    [0, 0, '[####################]'],
  ])('of %i in %i', (done, all, bar) => {
    expect(barOf(done, all)).toBe(bar);
  });

  it('is on a terminal alone, and is wiped', () => {
    const shown = (isTTY: boolean, quiet: boolean) => {
      let text = '';
      const screen = { isTTY, columns: 30, write: (more: string) => void (text += more) };
      const progress = progressOn(screen, quiet);
      progress.show('asking', 1, 2);
      progress.clear();
      return text;
    };

    expect(shown(true, false)).toBe('\r\u001b[2K[##########..........] asking\r\u001b[2K');
    expect([shown(false, false), shown(true, true)]).toEqual(['', '']);
  });
});

it('shows names of others on the line of progress without what would steer the terminal', () => {
  let text = '';
  const screen = { isTTY: true, columns: 80, write: (more: string) => void (text += more) };

  progressOn(screen, false).show('reading \u001b]0;gone\u0007\u001b[31ma\u202e/package-lock.json', 1, 2);

  expect(text).toBe('\r\u001b[2K[##########..........] reading ]0;gone[31ma/package-lock.json');
});

it.each([
  [null, 'never'],
  ['2026-11-15T07:59:30Z', '30 s'],
  ['2026-11-15T07:00:00Z', '1 h'],
  ['2026-11-01T08:00:00Z', '14 d'],
  ['2026-11-15T09:00:00Z', '0 s'],
])('%s is %s ago', (time, words) => {
  expect(age(time, Date.parse('2026-11-15T08:00:00Z'))).toBe(words);
});

it('numbers are counted in words', () => {
  expect([counted(1, 'file'), counted(2_664, 'file')]).toEqual(['1 file', '2,664 files']);
});
