import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DateRangeInput, parseDateRange } from './date-range-input.ts';

const [FIRST, LAST] = ['2024-01-01T00:00:00.000Z', '2024-01-01T23:59:59.999Z'];

describe('a range of dates', () => {
  it.each([
    ['2024-01-01', FIRST, LAST],
    ['2024-01-01..2024-02-01', FIRST, '2024-02-01T23:59:59.999Z'],
    ['2024-01-01..*', FIRST, null],
    ['*..2024-01-01', null, LAST],
    ['*..*', null, null],
    ['>=2024-01-01', FIRST, null],
    ['>2024-01-01', '2024-01-02T00:00:00.000Z', null],
    ['<=2024-01-01', null, LAST],
    ['<2024-01-01', null, '2023-12-31T23:59:59.999Z'],
    ['2024-01-01T12:00:00Z', '2024-01-01T12:00:00.000Z', '2024-01-01T12:00:00.000Z'],
    ['>2024-01-01T12:00:00+02:00', '2024-01-01T10:00:00.001Z', null],
    ['2024-01-01T12:00:00Z..2024-01-02', '2024-01-01T12:00:00.000Z', '2024-01-02T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  ])('%s', (text, from, to) => {
    expect(parseDateRange(text)).toEqual({ from, to });
  });

  it.each([
    '',
    '*',
    '..',
    '2024-01-01..',
    '..2024-01-01',
    '2024-02-01..2024-01-01',
    '2024-13-01',
    '2023-02-29',
    '2024-1-1',
    '=2024-01-01',
    '>> 2024-01-01',
    '> 2024-01-01',
    '2024-01-01..2024-02-01..2024-03-01',
    '2024-01-01T12:00:00',
    '1969-12-31',
    '9999-12-31',
    '20240101',
    'yesterday',
    '>=*',
    "2024-01-01'--",
    '2024-01-01\n',
  ])('%j is none', (text) => {
    expect(parseDateRange(text)).toBeNull();
    expect(DateRangeInput.safeParse(text).success).toBe(false);
  });

  it('takes any text, and is never upside down', () => {
    const piece = fc.constantFrom(
      '2024-01-01',
      '2025-06-30',
      '2024-01-01T12:00:00Z',
      '*',
      '..',
      '>',
      '>=',
      '<',
      '<=',
      ' ',
    );
    const anything = fc.oneof(
      fc.array(piece, { maxLength: 4 }).map((all) => all.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(anything, (text) => {
        const range = parseDateRange(text);
        if (range?.from != null && range.to != null) expect(range.from <= range.to).toBe(true);
      }),
    );
  });
});
