import { describe, expect, it } from 'vitest';
import { type Block, readBlocks } from './blocks.ts';

const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
const list = (start: number | null, items: Block[][], loose = false): Block => ({ kind: 'list', start, loose, items });

describe('what a document is made of', () => {
  it.each<[string, string, Block[]]>([
    ['nothing', '', []],
    [
      'headings',
      '# One\n\n### Three `x`',
      [
        { kind: 'heading', level: 1, text: 'One' },
        { kind: 'heading', level: 3, text: 'Three `x`' },
      ],
    ],
    ['no heading without a space', '#7 is a number', [paragraph('#7 is a number')]],
    ['a paragraph over lines', 'one\n  two\nthree\n\nfour', [paragraph('one two three'), paragraph('four')]],
    ['lines of another system', 'one\r\ntwo\r\n', [paragraph('one two')]],
    ['a comment', '<!-- made\nby -->\ntext', [paragraph('text')]],
    [
      'code',
      '```sh\n# no heading\n\n| no | table |\n```\nafter',
      [{ kind: 'code', language: 'sh', code: '# no heading\n\n| no | table |' }, paragraph('after')],
    ],
    ['code around code', '````md\n```sh\nx\n```\n````', [{ kind: 'code', language: 'md', code: '```sh\nx\n```' }]],
    ['code without an end', '```\nx', [{ kind: 'code', language: '', code: 'x' }]],
    ['code right below a text', 'text\n```\nx\n```', [paragraph('text'), { kind: 'code', language: '', code: 'x' }]],
    [
      'a list',
      '- one\n- two\n  goes on\nand on',
      [list(null, [[paragraph('one')], [paragraph('two goes on and on')]])],
    ],
    ['numbers', '3. three\n4. four', [list(3, [[paragraph('three')], [paragraph('four')]])]],
    ['lists of two kinds', '- one\n1. two', [list(null, [[paragraph('one')]]), list(1, [[paragraph('two')]])]],
    [
      'a list in a list',
      '- one\n  - inner\n    1. deep\n- two',
      [
        list(null, [
          [paragraph('one'), list(null, [[paragraph('inner'), list(1, [[paragraph('deep')]])]])],
          [paragraph('two')],
        ]),
      ],
    ],
    [
      'a loose list',
      '- one\n\n- two\n\nafter',
      [list(null, [[paragraph('one')], [paragraph('two')]], true), paragraph('after')],
    ],
    [
      'paragraphs and code in an item',
      '- one\n\n  two\n\n  ```\n  x\n    y\n  ```',
      [list(null, [[paragraph('one'), paragraph('two'), { kind: 'code', language: '', code: 'x\n  y' }]], true)],
    ],
    ['a list right below a text', 'text:\n- one', [paragraph('text:'), list(null, [[paragraph('one')]])]],
    ['a number at the beginning of a line', 'there are\n12. of them', [paragraph('there are 12. of them')]],
    ['a dash in a text', 'a - b\n-5 degrees', [paragraph('a - b -5 degrees')]],
    ['pipes that are no table', '| one |\ntwo', [paragraph('| one | two')]],
  ])('%s', (_name, text, blocks) => {
    expect(readBlocks(text)).toEqual(blocks);
  });
});

describe('a table', () => {
  const table = (...lines: string[]) => readBlocks(['| A | B |', '| - | :-: |', ...lines].join('\n'));

  it.each<[string, string, string[]]>([
    ['cells', '| one | `two` three |', ['one', '`two` three']],
    ['an empty cell', '|  | two |', ['', 'two']],
    ['an escaped pipe', String.raw`| a \| b | two |`, ['a | b', 'two']],
    ['a pipe in code', '| `a | b` | two |', ['`a | b`', 'two']],
    ['an escaped pipe in code', '| `a \\| b` | two |', ['`a | b`', 'two']],
    ['a lone backtick', '| a ` b | two |', ['a ` b', 'two']],
    ['too few cells', '| one |', ['one', '']],
    ['too many cells', '| one | two | three |', ['one', 'two']],
    ['no pipe at the end', '| one | two', ['one', 'two']],
  ])('%s', (_name, row, cells) => {
    expect(table(row)).toEqual([{ kind: 'table', head: ['A', 'B'], rows: [cells] }]);
  });

  it('ends with its last row', () => {
    expect(table('| 1 | 2 |', 'after')).toEqual([
      { kind: 'table', head: ['A', 'B'], rows: [['1', '2']] },
      paragraph('after'),
    ]);
  });
});
