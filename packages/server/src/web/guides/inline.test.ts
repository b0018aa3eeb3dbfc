import { describe, expect, it } from 'vitest';
import { type Inline, plainText, readInline } from './inline.ts';

const text = (written: string): Inline => ({ kind: 'text', text: written });
const code = (written: string): Inline => ({ kind: 'code', text: written });
const strong = (...parts: Inline[]): Inline => ({ kind: 'strong', parts });
const emphasis = (...parts: Inline[]): Inline => ({ kind: 'emphasis', parts });
const link = (target: string, ...parts: Inline[]): Inline => ({ kind: 'link', target, parts });

describe('what a text is made of', () => {
  it.each<[string, string, Inline[]]>([
    ['nothing', '', []],
    ['a plain text', '1 < 2 & "x"', [text('1 < 2 & "x"')]],
    ['code', 'a `b` c', [text('a '), code('b'), text(' c')]],
    ['marks in code', '`**a** [b](c) <d>`', [code('**a** [b](c) <d>')]],
    ['backticks in code', '`` a`b `` and `` ` ``', [code('a`b'), text(' and '), code('`')]],
    ['a lone backtick', 'it`s ``two', [text('it`s ``two')]],
    ['bold', 'a **b `c`** d', [text('a '), strong(text('b '), code('c')), text(' d')]],
    ['bold within a word', '**a**b', [strong(text('a')), text('b')]],
    ['bold marks in code within bold', '**a `**` b**', [strong(text('a '), code('**'), text(' b'))]],
    ['bold without an end', '**a', [text('**a')]],
    ['emphasis', 'a *b* _c d_.', [text('a '), emphasis(text('b')), text(' '), emphasis(text('c d')), text('.')]],
    ['emphasis in bold', '**a *b***', [strong(text('a '), emphasis(text('b')))]],
    ['stars and lines of names', 'a_b_c, _at_x_y, 2 * 3 * 4', [text('a_b_c, _at_x_y, 2 * 3 * 4')]],
    ['quoted lines', 'case, “-”, “_” and “_”', [text('case, “-”, “_” and “_”')]],
    ['a link', '[the `x`](a.md#b)', [link('a.md#b', text('the '), code('x'))]],
    ['a bracket in the code of a link', '[`a[0]`](b)', [link('b', code('a[0]'))]],
    ['brackets that are no link', 'a [b] (c) [d]', [text('a [b] (c) [d]')]],
    [
      'an address in angles',
      'at <https://a.example/x>.',
      [text('at '), link('https://a.example/x', text('https://a.example/x')), text('.')],
    ],
    [
      'a bare address',
      'see https://a.example/x?y=1, or',
      [text('see '), link('https://a.example/x?y=1', text('https://a.example/x?y=1')), text(', or')],
    ],
    ['what is no tag', '<key> and <b>', [text('<key> and <b>')]],
    ['what is escaped', String.raw`\*a\* \[b\] \\ c:\d`, [text(String.raw`*a* [b] \ c:\d`)]],
  ])('%s', (_name, written, parts) => {
    expect(readInline(written)).toEqual(parts);
  });

  // A reader that looked for the end of each mark anew would need minutes.
  it.each(['*a ', '**a ', '_a ', '[a ', '<http', 'https://'])('%j without an end, twenty thousand times', (mark) => {
    const written = mark.repeat(20_000);

    const parts = readInline(written);

    expect(plainText(parts)).toBe(written);
  });
});
