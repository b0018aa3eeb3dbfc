import { expect, it } from 'vitest';
import { ignoredParameters } from './ignored-parameters.ts';

const taken = new Set(['limit', 'page']);

it.each([
  [{}, null],
  [undefined, null],
  [{ limit: '1' }, null],
  [{ _: '1' }, '_'],
  [{ limt: '5', page: '1', Limit: '2' }, 'limt, Limit'],
  [{ 'a\r\nX-Injected: 1': '' }, '?'],
  [{ 'ecosystem[]': 'npm', größe: '1' }, '?, ?'],
  [{ '': 'x' }, '?'],
  [{ ['x'.repeat(40)]: '', ['y'.repeat(41)]: '' }, `${'x'.repeat(40)}, ?`],
  [
    Object.fromEntries(Array.from({ length: 13 }, (_, i) => [`p${i}`, ''])),
    'p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, +3',
  ],
])('of %j tells %j', (query, expected) => {
  expect(ignoredParameters(taken, query)).toBe(expected);
});
