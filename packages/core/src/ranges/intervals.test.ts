import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { boundAt } from './bound.ts';
import { intervalsOf, isEmpty } from './intervals.ts';
import type { RangeEvent } from './model.ts';
import { rangeInWords } from './words.ts';

/** `introduced 1.0.0, fixed 2.0.0` as events. */
function events(written: string): RangeEvent[] {
  return written.split(', ').map((event) => {
    const [type, version] = event.split(' ');
    return { type, version } as RangeEvent;
  });
}

describe('intervalsOf', () => {
  it.each([
    ['introduced 1.0.0, fixed 2.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['introduced 1.0.0, last_affected 2.0.0', 'from 1.0.0 up to and including 2.0.0'],
    ['after 1.0.0, fixed 2.0.0', 'after 1.0.0 up to but not including 2.0.0'],
    ['introduced 0, fixed 2.0.0', 'every version up to but not including 2.0.0'],
    ['fixed 2.0.0, introduced 0', 'every version up to but not including 2.0.0'],
    ['introduced 1.0.0, introduced 0', 'every version'],
    ['introduced 0.0.0-0, introduced 0, fixed 1.0.0', 'every version up to but not including 1.0.0'],
    ['introduced 1.0.0, introduced 1.5.0, fixed 2.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['introduced 1.0.0, fixed 2.0.0, fixed 3.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['fixed 0.5.0, introduced 1.0.0', 'from 1.0.0 onwards'],
    ['introduced 1.0.0, fixed 1.0.0', 'no version'],
    ['introduced 0, fixed 2.0.0, introduced 2.0.0, fixed 3.0.0', 'every version up to but not including 2.0.0'],
    ['introduced 1.0.0, last_affected 1.0.0', 'exactly 1.0.0'],
    ['introduced 1.0.0, last_affected 2.0.0, fixed 2.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    [
      'introduced 1.0.0, fixed 2.0.0, introduced 3.0.0',
      'from 1.0.0 up to but not including 2.0.0; or from 3.0.0 onwards',
    ],
    ['introduced 1.0.0, limit 2.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['introduced 0, limit 2.0.0', 'every version up to but not including 2.0.0'],
    ['introduced 1.0.0, limit 2.0.0, limit 3.0.0', 'from 1.0.0 up to but not including 3.0.0'],
    ['introduced 1.0.0, limit 3.0.0, limit 2.0.0', 'from 1.0.0 up to but not including 3.0.0'],
    ['introduced 1.0.0, limit 2.0.0, limit *', 'from 1.0.0 onwards'],
    ['introduced 1.0.0, fixed 2.0.0, limit 3.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['introduced 1.0.0, last_affected 2.0.0, limit 2.0.0', 'from 1.0.0 up to but not including 2.0.0'],
    ['introduced 1.0.0, fixed 4.0.0, limit 3.0.0', 'from 1.0.0 up to but not including 3.0.0'],
    ['introduced 1.0.0, limit 1.0.0', 'no version'],
    ['introduced 1.0.0, fixed 1.5.0, introduced 2.0.0, limit 1.8.0', 'from 1.0.0 up to but not including 1.5.0'],
    ['fixed 1.0.0', 'no version'],
  ])('%s is %s', (written, expected) => {
    expect(rangeInWords(intervalsOf(semver, events(written)))).toBe(expected);
  });
});

describe('isEmpty', () => {
  it.each([
    ['1.0.0', true, '1.0.0', true, false],
    ['1.0.0', true, '1.0.0', false, true],
    ['1.0.0', false, '1.0.0', true, true],
    ['1.0.0', true, '1.0.1', false, false],
    ['2.0.0', true, '1.0.0', true, true],
    ['2.*', true, '1.0.0', true, false],
    ['2.0.0', true, '1.*', true, false],
  ])('from %s (%s) to %s (%s): %s', (from, fromIncluded, to, toIncluded, expected) => {
    expect(isEmpty(semver, { from: boundAt(from, fromIncluded), to: boundAt(to, toIncluded) })).toBe(expected);
  });

  it('an open end leaves room', () => {
    const bound = boundAt('1.0.0', false);

    expect(isEmpty(semver, { from: null, to: bound })).toBe(false);
    expect(isEmpty(semver, { from: bound, to: null })).toBe(false);
  });
});
