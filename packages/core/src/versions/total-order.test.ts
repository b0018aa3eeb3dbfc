import { describe, expect, it } from 'vitest';
import { versionSchemes } from './schemes.ts';

describe.each(versionSchemes)('$id', (scheme) => {
  it('takes a string for equal to itself, version or not', () => {
    expect(['1.0.0', 'a b'].map((text) => scheme.compare(text, text))).toEqual([0, 0]);
  });

  it('orders what is no version by code unit, all of it below the versions', () => {
    const mixed = ['0.0.0', 'b c', 'B c', '', 'a c'];

    expect(mixed.toSorted((a, b) => scheme.compare(a, b))).toEqual(['', 'B c', 'a c', 'b c', '0.0.0']);
    expect(mixed.toReversed().toSorted((a, b) => scheme.compare(a, b))).toEqual(['', 'B c', 'a c', 'b c', '0.0.0']);
  });
});
