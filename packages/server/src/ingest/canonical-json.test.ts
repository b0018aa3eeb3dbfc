import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

describe('canonicalJson', () => {
  it('is the same for the same content, whatever the order of its members', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string(), fc.jsonValue())), (members) => {
        const one = Object.fromEntries(members);
        const other = Object.fromEntries(Object.entries(one).toReversed());

        expect(canonicalJson(one)).toBe(canonicalJson(other));
      }),
    );
  });

  it('says all that the value says', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['the order of an array', [1, 2], [2, 1]],
    ['a null and a missing member', { a: null }, {}],
    ['a number and its text', { a: 1 }, { a: '1' }],
  ])('tells %s apart', (_name, one, other) => {
    expect(canonicalJson(one)).not.toBe(canonicalJson(other));
  });

  it('leaves out volatile members of the outermost object only', () => {
    expect(canonicalJson({ b: { fetched: 1 }, fetched: 2, a: 3 }, ['fetched'])).toBe('{"a":3,"b":{"fetched":1}}');
  });

  it('keeps a member called __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });
});
