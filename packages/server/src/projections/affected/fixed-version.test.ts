import { expect, it } from 'vitest';
import { fixedVersionIn } from './claims.ts';

it.each([
  ['a range that ends in a fix', { c: [{ k: 'range', o: 'semver', e: ['i1.0', 'f1.4.2'] }] }, '1.4.2'],
  [
    'the second of two ranges',
    {
      c: [
        { k: 'a', o: 'x', e: ['i0'] },
        { k: 'a', o: 'x', e: ['i2', 'f3'] },
      ],
    },
    '3',
  ],
  ['a last affected version', { c: [{ k: 'range', o: 'semver', e: ['i1.0', 'l1.4.1'] }] }, null],
  ['a commit', { c: [{ k: 'git', e: ['i0', 'fabcdef'] }] }, null],
  [
    'a range without a fix beside a commit',
    {
      c: [
        { k: 'a', o: 'x', e: ['i0'] },
        { k: 'git', e: ['i0', 'fabc'] },
      ],
    },
    null,
  ],
  ['what is not affected', { c: [{ s: 'unaffected', k: 'a', o: 'x', e: ['i0', 'f2'] }] }, null],
  ['a list', { c: [{ k: 'list', o: 'x', v: ['f1'] }] }, null],
])('%s', (_, row, expected) => {
  expect(fixedVersionIn(JSON.stringify(row))).toBe(expected);
});
