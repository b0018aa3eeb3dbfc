import { expect, it } from 'vitest';
import { snippetOf } from './snippet.ts';

const long = `${'word '.repeat(100)}needle and thread ${'word '.repeat(100)}needle`;
const at = long.indexOf('needle');

it.each([
  [null, [], null],
  ['', [], null],
  ['short <b>text</b>', [[0, 5]], 'short'],
  [long, [[at, at + 6]], 'needle'],
  [
    long,
    [
      [at, at + 6],
      [at + 11, at + 17],
      [long.length - 6, long.length],
    ],
    'needle and thread',
  ],
  [`${'\u{1f512}'.repeat(300)}needle`, [[600, 606]], 'needle'],
])('a piece of %j shows what was found at %j', (text, ranges, held) => {
  const snippet = snippetOf(text, ranges as [number, number][]);

  const [first] = snippet.ranges;
  if (held === null) expect(snippet).toEqual({ text: null, ranges: [] });
  else {
    expect(snippet.text).toContain(held);
    expect(snippet.text?.slice(...first!)).toBe(held.split(' ')[0]);
    expect(snippet.text?.isWellFormed()).toBe(true);
    expect(snippet.text?.length).toBeLessThan(300);
  }
});
