import { describe, expect, it } from 'vitest';
import { readMarkdown } from '../../app/guides/markdown.ts';
import { textOf } from '../markup.ts';
import { guideBody } from './show.ts';
import { leadsWithin } from './targets.ts';

const shown = (text: string) =>
  textOf(guideBody(readMarkdown(text), leadsWithin(new Set(['cli', 'sbom'])), new Map())).trim();

const example = (code: string, name = ': example') =>
  `<pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre>`;
const outside = (address: string) => `<a href="${address}" rel="noopener noreferrer nofollow">${address}</a>`;

describe('the blocks of a document', () => {
  it.each<[string, string, string[]]>([
    ['nothing', '', ['']],
    [
      'headings',
      '# One\n\n## Two\n\n### Three `x`',
      [
        '<h2 id="two"><a href="#two">Two</a></h2>',
        '<h3 id="three-x"><a href="#three-x">Three <code class="whole">x</code></a></h3>',
      ],
    ],
    [
      'underlined headings',
      'One\n===\n\nTwo\nlines\n---',
      ['<h2 id="two-lines"><a href="#two-lines">Two lines</a></h2>'],
    ],
    ['no heading without a space', '#7 is a number', ['<p>#7 is a number</p>']],
    ['a paragraph over lines', 'one\n  two\nthree\n\nfour', ['<p>one two three</p>', '<p>four</p>']],
    ['lines of another system', 'one\r\ntwo\r\n', ['<p>one two</p>']],
    ['a rule', 'one\n\n---\n\ntwo', ['<p>one</p>', '<hr>', '<p>two</p>']],
    [
      'code',
      '```text\n# no heading\n\n| no | table |\n```\nafter',
      [example('# no heading\n\n| no | table |'), '<p>after</p>'],
    ],
    ['code around code', '````md\n```sh\nx\n```\n````', [example('```sh\nx\n```')]],
    ['code without an end', '```\nx', [example('x')]],
    ['code right below a text', 'text\n```\nx\n```', ['<p>text</p>', example('x')]],
    ['code with more than a language', '```json title="a"\n1\n```', [example('<span class="j-number">1</span>')]],
    ['pipes that are no table', '| one |\ntwo', ['<p>| one | two</p>']],
  ])('%s', (_name, text, html) => {
    expect(shown(text)).toBe(html.join('\n'));
  });
});

describe('a quotation', () => {
  it('has blocks of its own', () => {
    expect(shown('> said\n> so\n>\n> - one\n>\n> > inner\n\nafter')).toBe(
      [
        '<blockquote><p>said so</p>',
        '<ul><li>one</li>',
        '</ul>',
        '<blockquote><p>inner</p>',
        '</blockquote>',
        '</blockquote>',
        '<p>after</p>',
      ].join('\n'),
    );
  });

  it('has headings that are counted with the others', () => {
    const html = shown('## A\n\n> ## A\n\n- ## A\n\n## A');

    expect([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)).toEqual(['a', 'a-1', 'a-2', 'a-3']);
  });
});

describe('a list', () => {
  it.each<[string, string, string]>([
    ['of items over lines', '- one\n- two\n  goes on\nand on', '<ul><li>one</li>\n<li>two goes on and on</li>\n</ul>'],
    ['of numbers', '3. three\n4. four', '<ol start="3"><li>three</li>\n<li>four</li>\n</ol>'],
    ['below one of another kind', '- one\n1. two', '<ul><li>one</li>\n</ul>\n<ol><li>two</li>\n</ol>'],
    [
      'in a list',
      '- one\n  - inner\n    1. deep\n- two',
      '<ul><li>one<ul><li>inner<ol><li>deep</li>\n</ol>\n</li>\n</ul>\n</li>\n<li>two</li>\n</ul>',
    ],
    [
      'with blank lines',
      '- one\n\n- two\n\nafter',
      '<ul><li><p>one</p>\n</li>\n<li><p>two</p>\n</li>\n</ul>\n<p>after</p>',
    ],
    [
      'with paragraphs and code in an item',
      '- one\n\n  two\n\n  ```\n  x\n    y\n  ```',
      `<ul><li><p>one</p>\n<p>two</p>\n${example('x\n  y')}\n</li>\n</ul>`,
    ],
    ['right below a text', 'text:\n- one', '<p>text:</p>\n<ul><li>one</li>\n</ul>'],
    [
      'of tasks',
      '- [x] one\n- [ ] two\n- [y] three',
      '<ul><li><input type="checkbox" disabled checked aria-label="done"> one</li>\n' +
        '<li><input type="checkbox" disabled aria-label="to do"> two</li>\n<li>[y] three</li>\n</ul>',
    ],
    [
      'of tasks with blank lines',
      '- [x] one\n\n- [ ] two',
      '<ul><li><p><input type="checkbox" disabled checked aria-label="done"> one</p>\n</li>\n' +
        '<li><p><input type="checkbox" disabled aria-label="to do"> two</p>\n</li>\n</ul>',
    ],
  ])('%s', (_name, text, html) => {
    expect(shown(text)).toBe(html);
  });

  it.each([
    ['a number at the beginning of a line', 'there are\n12. of them', '<p>there are 12. of them</p>'],
    ['a dash in a text', 'a - b\n-5 degrees', '<p>a - b -5 degrees</p>'],
  ])('is not %s', (_name, text, html) => {
    expect(shown(text)).toBe(html);
  });
});

describe('a table', () => {
  const cellsOf = (...lines: string[]) =>
    [...shown(['| A | B |', '| - | :-: |', ...lines].join('\n')).matchAll(/<td [^>]*>(.*?)<\/td>/g)].map(
      ([, cell]) => cell,
    );

  it.each<[string, string, string[]]>([
    ['cells', '| one | *two* three |', ['one', '<em>two</em> three']],
    ['an empty cell', '|  | two |', ['', 'two']],
    ['an escaped pipe', String.raw`| a \| b | two |`, ['a | b', 'two']],
    ['an escaped pipe in code', '| `a \\| b` | two |', ['<code>a | b</code>', 'two']],
    ['a pipe in code, which parts cells on GitHub, too', '| `a | b` |', ['`a', 'b`']],
    ['a lone backtick', '| a ` b | two |', ['a ` b', 'two']],
    ['too few cells', '| one |', ['one', '']],
    ['too many cells', '| one | two | three |', ['one', 'two']],
    ['no pipe at the end', '| one | two', ['one', 'two']],
  ])('%s', (_name, row, cells) => {
    expect(cellsOf(row)).toEqual(cells);
  });

  it('ends with a blank line', () => {
    expect(cellsOf('| 1 | 2 |', '', '| 3 | 4 |')).toEqual(['1', '2']);
  });
});

describe('what a text is made of', () => {
  it.each<[string, string, string]>([
    ['a plain text', '1 < 2 & "x"', '1 &lt; 2 &amp; &quot;x&quot;'],
    ['code', 'a `b` c', 'a <code class="whole">b</code> c'],
    ['marks in code', '`**a** [b](c) <d>`', '<code>**a** [b](c) &lt;d&gt;</code>'],
    ['code over lines', '`a\nb`', '<code>a b</code>'],
    ['backticks in code', '`` a`b `` and `` ` ``', '<code class="whole">a`b</code> and <code class="whole">`</code>'],
    ['a lone backtick', 'it`s ``two', 'it`s ``two'],
    ['bold', 'a **b `c`** d', 'a <strong>b <code class="whole">c</code></strong> d'],
    ['bold within a word', '**a**b', '<strong>a</strong>b'],
    ['bold marks in code within bold', '**a `**` b**', '<strong>a <code class="whole">**</code> b</strong>'],
    ['bold without an end', '**a', '**a'],
    ['emphasis', 'a *b* _c d_.', 'a <em>b</em> <em>c d</em>.'],
    ['emphasis in bold', '**a *b***', '<strong>a <em>b</em></strong>'],
    ['stars and lines of names', 'a_b_c, _at_x_y, 2 * 3 * 4', 'a_b_c, _at_x_y, 2 * 3 * 4'],
    ['what is struck out', 'a ~~b~~ c', 'a <del>b</del> c'],
    ['a break', 'a\\\nb  \nc', 'a<br>b<br>c'],
    ['a link', '[the `x`](cli.md#b)', '<a href="/guides/cli#b">the <code class="whole">x</code></a>'],
    [
      'a bracket in the code of a link',
      '[`a[0]`](cli.md)',
      '<a href="/guides/cli"><code class="whole">a[0]</code></a>',
    ],
    ['brackets that are no link', 'a [b] (c) [d]', 'a [b] (c) [d]'],
    [
      'links by reference',
      '[codes][1], ![seen][2], [SBOM], [sbom][] and [none][3]\n\n[1]: cli.md#exit-codes\n[2]: media/b.svg\n[sbom]: sbom.md "Title"',
      '<a href="/guides/cli#exit-codes">codes</a>, seen, <a href="/guides/sbom">SBOM</a>, <a href="/guides/sbom">sbom</a> and [none][3]',
    ],
    ['an address in angles', 'at <https://a.example/x>.', `at ${outside('https://a.example/x')}.`],
    ['a bare address', 'see (https://a.example/x?y=1), or', `see (${outside('https://a.example/x?y=1')}), or`],
    ['what is escaped', String.raw`\*a\* \[b\] \\ c:\d`, String.raw`*a* [b] \ c:\d`],
  ])('%s', (_name, text, html) => {
    expect(shown(text)).toBe(`<p>${html}</p>`);
  });
});

describe('HTML', () => {
  it.each([
    ['within a text is text', '<key> and <b>x</b>', '<p>&lt;key&gt; and &lt;b&gt;x&lt;/b&gt;</p>'],
    ['of its own is text', '<div id="x">\n*a*\n</div>', '<p>&lt;div id=&quot;x&quot;&gt; *a* &lt;/div&gt;</p>'],
    ['that runs is text', '<script>\nalert(1)\n</script>', '<p>&lt;script&gt; alert(1) &lt;/script&gt;</p>'],
    ['in a list is text', '- <i>a</i>', '<ul><li>&lt;i&gt;a&lt;/i&gt;</li>\n</ul>'],
    ['that is a comment is left out', '<!-- made\nby -->\ntext', '<p>text</p>'],
    ['that is a comment in a text is left out', 'one<!-- made\nby --> two', '<p>one two</p>'],
    ['that is a comment without an end is left out', 'text\n\n<!-- made\n\nby', '<p>text</p>'],
  ])('%s', (_name, text, html) => {
    expect(shown(text)).toBe(html);
  });
});
