import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clean } from './text.ts';

it.each([
  [' a\0b ', 10, 'ab'],
  ['abcdef', 3, 'abc'],
  ['ab😀', 3, 'ab'],
  ['ab😀', 4, 'ab😀'],
  ['\ud800x', 5, '\ufffdx'],
  ['ab cd', 3, 'ab'],
])('%j in %i characters is %j', (text, length, expected) => {
  expect(clean(text, length)).toBe(expected);
});

it('is always something that PostgreSQL can hold, and no longer than asked for', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(20), (text, length) => {
      const cleaned = clean(`${text}\0\udc00`, length);

      expect(cleaned.isWellFormed() && !cleaned.includes('\0') && cleaned.length <= length).toBe(true);
    }),
  );
});
