import { describe, expect, it } from 'vitest';
import { list, member, text } from './untyped.ts';

describe('values of unknown type', () => {
  it.each<[unknown, unknown]>([
    [{ a: 1 }, 1],
    [{ b: 1 }, undefined],
    [Object.create({ a: 1 }), undefined],
    [null, undefined],
    [['a'], undefined],
    ['a', undefined],
    [undefined, undefined],
  ])('the member a of %j is %j', (value, expected) => {
    expect(member(value, 'a')).toBe(expected);
  });

  it('has no length where there is no such member', () => {
    expect([member('text', 'length'), member([1], 'length'), member({}, '__proto__')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it.each<[unknown, string | null]>([
    [' a ', 'a'],
    ['  ', null],
    ['', null],
    [1, null],
    [null, null],
  ])('the text of %j is %j', (value, expected) => {
    expect(text(value)).toBe(expected);
  });

  it('a list is a list, anything else is empty', () => {
    expect([list([1]), list('ab'), list({ length: 1 }), list(null)]).toEqual([[1], [], [], []]);
  });
});
