import { describe, expect, it } from 'vitest';
import { readExpression } from './advisory.ts';
import { boundAt } from './bound.ts';
import type { Interval } from './model.ts';
import { claimInWords, eventsInWords, outsideInWords, rangeInWords } from './words.ts';

function between(from: string | null, to: string | null, including = false): Interval {
  return { from: from === null ? null : boundAt(from, true), to: to === null ? null : boundAt(to, including) };
}

describe('ranges in words', () => {
  it.each<[Interval, string, string | null]>([
    [between('1.2', '1.4'), 'from 1.2 up to but not including 1.4', 'a version below 1.2, or 1.4 and later'],
    [between('1.2', '1.4', true), 'from 1.2 up to and including 1.4', 'a version below 1.2, or a version above 1.4'],
    [between(null, '1.4'), 'every version up to but not including 1.4', '1.4 and later'],
    [between('1.2', null), 'from 1.2 onwards', 'a version below 1.2'],
    [between('1.2', '1.2', true), 'exactly 1.2', 'a version below 1.2, or a version above 1.2'],
    [
      between('8.1.*', '8.1.*'),
      'every version of the line 8.1.*',
      'a version below the line 8.1.*, or a version above the line 8.1.*',
    ],
    [
      between('5.0', '5.10.*'),
      'from 5.0 up to the end of the line 5.10.*',
      'a version below 5.0, or a version above the line 5.10.*',
    ],
    [between(null, null), 'every version', null],
  ])('%j', (interval, words, outside) => {
    expect(rangeInWords([interval])).toBe(words);
    expect(outsideInWords(interval)).toBe(outside);
  });

  it('says "after" for an exclusive beginning', () => {
    expect(claimInWords(readExpression('> 1.0.0, <= 2.0.0', 'npm'))).toBe('after 1.0.0 up to and including 2.0.0');
  });

  it('joins several intervals, and counts the rest of very many', () => {
    const many = Array.from({ length: 30 }, (_, index) => between(`${index}.0`, `${index}.5`));

    expect(rangeInWords(many.slice(0, 2))).toBe(
      'from 0.0 up to but not including 0.5; or from 1.0 up to but not including 1.5',
    );
    expect(rangeInWords(many)).toMatch(/; or 22 more$/);
    expect(rangeInWords([])).toBe('no version');
  });

  it('tells commits as they are written', () => {
    const events = [
      { type: 'introduced', version: '0' },
      { type: 'fixed', version: 'abc1234' },
    ] as const;

    expect(eventsInWords(events)).toBe('from the beginning, fixed in abc1234');
  });
});
