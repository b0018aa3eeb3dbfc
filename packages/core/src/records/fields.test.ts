import { describe, expect, it } from 'vitest';
import { openFields } from './fields.ts';

describe('a text in English', () => {
  it.each([
    [
      [
        { lang: 'es', value: 'uno' },
        { lang: 'en-US', value: 'one' },
      ],
      'one',
    ],
    [[{ lang: 'es', value: 'uno' }], 'uno'],
    [[{ value: '' }, 7, { value: 'one' }], 'one'],
    ['text', null],
  ])('%j is %j', (written, read) => {
    expect(openFields().english({ written }, 'written', 100)).toBe(read);
  });
});

it.each([
  ['list', 7, ['x is no list']],
  ['text', 7, ['x is no text']],
  ['text', null, []],
  ['instant', 'soon', ['x is no date']],
  ['instant', '0001-01-01T00:00:00Z', []],
  ['number', 'high', ['x is no number']],
  ['number', '', []],
] as const)('as %s, %j is noted as %j', (kind, value, dropped) => {
  const read = openFields();

  if (kind === 'text') read.text({ x: value }, 'x', 10);
  else read[kind]({ x: value }, 'x');

  expect(read.dropped()).toEqual(dropped);
});

it('leaves out texts that are too long instead of cutting them, and takes each once', () => {
  const read = openFields();

  expect(read.texts({ ids: ['a', 'a', 'b', 'c'.repeat(11), 7, ''] }, 'ids', 10, 2)).toEqual(['a', 'b']);
  expect(read.texts({ ids: ['c'.repeat(11), 7, '', null] }, 'ids', 10, 2)).toEqual([]);
  expect(read.dropped()).toHaveLength(2);
});
