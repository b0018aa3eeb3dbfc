import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openKnownParts } from './known-parts.ts';

describe('known parts', () => {
  it('are forgotten when something that they depend on is touched, in whatever case, and known again by other names', () => {
    const known = openKnownParts();
    known.set('libbuoy', 1, ['libbuoy', 'buoy']);
    known.set('quay', 2, ['quay']);

    known.wake(['Buoy', 'harbour']);
    expect(['libbuoy', 'quay'].map(known.get)).toEqual([undefined, 2]);

    known.set('libbuoy', 3, ['libbuoy']);
    known.wake(['buoy']);
    expect(known.get('libbuoy')).toBe(3);
  });

  it('depend on so many names in all: of what is more nothing is known, nor what was known before', () => {
    const known = openKnownParts(3);
    known.set('a', 1, ['a', 'b']);
    known.set('b', 1, ['b', 'c']);
    known.set('c', 1, ['c']);
    known.set('a', 2, ['x']);

    expect(['a', 'b', 'c'].map(known.get)).toEqual([undefined, undefined, 1]);
  });

  it('are never known where something was touched that they depend on since they were noted', () => {
    const name: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd');
    const names = fc.uniqueArray(name);
    const step = fc.oneof(fc.record({ part: name, names }), fc.record({ touched: names }));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const known = openKnownParts();
        const expected = new Map<string, readonly string[]>();
        for (const [place, one] of steps.entries()) {
          if ('part' in one) {
            known.set(one.part, place, one.names);
            expected.set(one.part, one.names);
          } else {
            known.wake(one.touched);
            for (const [part, own] of expected)
              if (own.some((each) => one.touched.includes(each))) expected.delete(part);
          }
          for (const part of ['a', 'b', 'c', 'd']) expect(known.get(part) !== undefined).toBe(expected.has(part));
        }
      }),
    );
  });
});
