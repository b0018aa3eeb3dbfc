import { describe, expect, it } from 'vitest';
import { semver } from '../versions/semver.ts';
import { boundAt } from './bound.ts';
import { claimOfEvents, frame, opaque } from './claims.ts';
import type { Claim } from './model.ts';
import { claimInWords, eventsInWords, outsideInWords, rangeInWords } from './words.ts';

function list(count: number): Claim {
  const versions = Array.from({ length: count }, (_, index) => `${index}`);
  return { ...frame('cve'), type: 'list', scheme: semver, versions };
}

describe('claims in words', () => {
  it('spells out eight versions, and counts the rest', () => {
    expect(claimInWords(list(8))).toBe(Array.from({ length: 8 }, (_, index) => `exactly ${index}`).join('; or '));
    expect(claimInWords(list(9))).toMatch(/exactly 7; or 1 more$/);
    expect(claimInWords(list(30))).toMatch(/exactly 7; or 22 more$/);
  });

  it('quotes what it could not read, at most 120 characters of it', () => {
    expect(claimInWords(opaque(frame('cve'), 'see the bulletin', 'text_unreadable'))).toBe('"see the bulletin"');
    expect(claimInWords(opaque(frame('cve'), 'x'.repeat(200), 'text_unreadable'))).toBe(`"${'x'.repeat(120)}"`);
  });

  it('tells each kind of event', () => {
    expect(
      eventsInWords([
        { type: 'introduced', version: '1' },
        { type: 'after', version: '2' },
        { type: 'fixed', version: '3' },
        { type: 'last_affected', version: '4' },
        { type: 'limit', version: '5' },
      ]),
    ).toBe('from 1, after 2, fixed in 3, up to and including 4, limited to before 5');
  });

  it('does not call a range exact that leaves its one version out', () => {
    const at = (inclusive: boolean) => boundAt('1.0', inclusive);

    expect(rangeInWords([{ from: at(true), to: at(true) }])).toBe('exactly 1.0');
    expect(rangeInWords([{ from: at(false), to: at(true) }])).toBe('after 1.0 up to and including 1.0');
    expect(rangeInWords([{ from: at(true), to: at(false) }])).toBe('from 1.0 up to but not including 1.0');
  });

  it('says what lies outside an exclusive beginning', () => {
    expect(outsideInWords({ from: boundAt('1.0', false), to: null })).toBe('1.0 or a version below it');
  });

  it('tells lines at either end', () => {
    expect(rangeInWords([{ from: boundAt('8.1.*', true), to: boundAt('8.2.0', false) }])).toBe(
      'from the start of the line 8.1.* up to but not including 8.2.0',
    );
    expect(rangeInWords([{ from: null, to: boundAt('8.1.*', true) }])).toBe(
      'every version up to the end of the line 8.1.*',
    );
  });

  it('shows the intervals of a range in place of its events', () => {
    const claim = claimOfEvents(frame('semver'), semver, [
      { type: 'fixed', version: '2.0.0' },
      { type: 'introduced', version: '1.0.0' },
    ]);

    expect(claimInWords(claim)).toBe('from 1.0.0 up to but not including 2.0.0');
  });
});
