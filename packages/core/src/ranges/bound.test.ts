import { describe, expect, it } from 'vitest';
import { boundAt, isAbove, isBelow, isPlaceable, isReadable, linePrefix } from './bound.ts';
import { freeform } from './freeform.ts';

describe('linePrefix', () => {
  it.each([
    ['8.1.*', '8.1'],
    ['8.1.x', '8.1'],
    ['8.1.X.X', '8.1'],
    ['8.1*', '8.1'],
    ['8.*', '8'],
    ['v8.x', 'v8'],
    ['V8.x', 'V8'],
    ['8.1', null],
    ['8.1x', null],
    ['*', null],
    ['x', null],
    ['.*', null],
    ['', null],
    ['8..*', null],
    ['a.*', null],
    ['8.1a.*', null],
    ['8.1-rc.*', null],
  ])('of %j is %j', (version, expected) => {
    expect(linePrefix(version)).toBe(expected);
  });
});

describe('a line as a bound', () => {
  it.each([
    ['5.9.99', 'below'],
    ['5.10', 'inside'],
    ['5.10-rc1', 'inside'],
    ['5.10.0', 'inside'],
    ['5.010.3', 'inside'],
    ['5.0010.3', 'inside'],
    ['v5.10.999', 'inside'],
    ['5', 'below'],
    ['5.11', 'above'],
    ['5.100', 'above'],
    ['6', 'above'],
    ['6.10', 'above'],
    ['4.10', 'below'],
  ])('%s is %s 5.10.*', (version, place) => {
    const line = boundAt('5.10.*', false);

    expect(isAbove(freeform, version, line)).toBe(place !== 'below');
    expect(isBelow(freeform, version, line)).toBe(place !== 'above');
  });

  it('needs a version that begins with numbers', () => {
    const lines = [{ from: boundAt('5.10.*', true), to: boundAt('6.0', true) }];
    const ends = [{ from: null, to: boundAt('5.10.*', true) }];
    const second = [{ from: null, to: boundAt('1.0', true) }, ...lines];
    const plain = [{ from: boundAt('5.10', true), to: null }];

    expect([lines, ends, second, plain].map((intervals) => isPlaceable(freeform, 'R5.1', intervals))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect([lines, ends, plain].map((intervals) => isPlaceable(freeform, '5.1', intervals))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isPlaceable(freeform, 'none', plain)).toBe(false);
  });

  it('is read by its own rule, other bounds by the scheme', () => {
    expect(['5.10.*', '5.10', 'soon'].map((version) => isReadable(freeform, boundAt(version, true)))).toEqual([
      true,
      true,
      false,
    ]);
  });
});
