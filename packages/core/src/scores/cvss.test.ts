import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCvss } from './cvss.ts';
import { getMetrics } from './metrics.ts';
import { type CvssVersion, ratingOfWord, toRating } from './rating.ts';

describe('readCvss', () => {
  it.each([
    ['AV:N/AC:L/Au:N/C:C/I:C/A:C', '2.0', 10, 'high'],
    ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', '3.0', 9.8, 'critical'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', '3.1', 10, 'critical'],
    ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', '3.1', 0, 'none'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N', '4.0', 9.3, 'critical'],
    ['CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:N/VI:N/VA:N/SC:N/SI:N/SA:N', '4.0', 0, 'none'],
  ])('%s', (vector, version, baseScore, rating) => {
    expect(readCvss(vector)).toMatchObject({ version, baseScore, rating, score: baseScore, tolerated: [] });
  });

  it('says the parts in words', () => {
    const parts = readCvss('CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:N/A:N/E:X')?.parts;

    expect(parts?.slice(0, 4)).toEqual([
      { metric: 'AV', name: 'Attack Vector', value: 'N', meaning: 'network' },
      { metric: 'AC', name: 'Attack Complexity', value: 'L', meaning: 'low' },
      { metric: 'PR', name: 'Privileges Required', value: 'N', meaning: 'none' },
      { metric: 'UI', name: 'User Interaction', value: 'R', meaning: 'required' },
    ]);
    expect(parts).toHaveLength(8);
  });

  it('keeps the base score apart from what threat and environment make of it', () => {
    const reading = readCvss('CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/E:U');

    expect(reading?.baseScore).toBe(9.3);
    expect(reading?.score).toBeLessThan(9.3);
    expect(reading?.temporalScore).toBe(reading?.score);
  });

  it.each([
    ['lower case', 'cvss:3.1/av:n/ac:l/pr:n/ui:n/s:u/c:h/i:h/a:h', 'letter case'],
    ['no prefix', 'AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'no prefix: read as 3.1'],
    ['parentheses', '(CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H)', 'parentheses'],
    ['trailing slash', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/', 'stray slash'],
    ['another order and a repetition', 'CVSS:3.1/A:H/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'repeated metric A'],
    ['an unknown metric', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/ZZ:1', 'unknown metric ZZ'],
    ['an unknown optional value', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H/E:Z', 'unknown value of E'],
    ['spaces', 'CVSS:3.1/AV:N / AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 'spaces'],
  ])('forgives %s and says so', (_name, vector, note) => {
    expect(readCvss(vector)).toMatchObject({ vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', baseScore: 9.8 });
    expect(readCvss(vector)?.tolerated).toContain(note);
  });

  it.each([
    ['(AV:N/AC:L/Au:N/C:P/I:P/A:P)', ['parentheses']],
    ['CVSS2#AV:N/AC:L/Au:N/C:P/I:P/A:P', ['prefix of a v2 vector']],
    ['AV:N/AC:L/AU:N/C:P/I:P/A:P', ['letter case']],
  ])('reads the old form %s', (vector, tolerated) => {
    expect(readCvss(vector)).toMatchObject({
      version: '2.0',
      baseScore: 7.5,
      vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P',
      tolerated,
    });
  });

  it.each([
    ['nothing', ''],
    ['a word', 'HIGH'],
    ['a number', '9.8'],
    ['a missing base metric', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H'],
    ['an unknown base value', 'CVSS:3.1/AV:Z/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['a contradiction', 'CVSS:3.1/AV:N/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['an unknown version', 'CVSS:9.9/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['inherited names', 'CVSS:3.1/AV:constructor/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
  ])('is no vector: %s', (_name, text) => {
    expect(readCvss(text)).toBeNull();
  });

  it('scores every well-formed vector between 0 and 10 in tenths, and reads back what it prints', () => {
    fc.assert(
      fc.property(anyVector, (text) => {
        const reading = readCvss(text);
        const again = readCvss(reading?.vector ?? '');

        for (const score of [reading?.baseScore, reading?.score]) {
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(10);
          expect(Number(score?.toFixed(1))).toBe(score);
        }
        expect({ ...again, tolerated: [] }).toEqual({ ...reading, tolerated: [] });
      }),
      { numRuns: 2_000 },
    );
  });

  it('never throws', () => {
    const nearly = fc
      .array(fc.constantFrom('CVSS:3.1', 'CVSS:4.0', 'AV:N', 'AC:L', '/', ':', '(', 'VC:H', 'Au:N', '__proto__:x'))
      .map((parts) => parts.join('/'));
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearly), (text) => {
        expect([null, '2.0', '3.0', '3.1', '4.0']).toContain(readCvss(text)?.version ?? null);
      }),
    );
  });
});

const anyVector = fc.constantFrom<CvssVersion>('2.0', '3.0', '3.1', '4.0').chain((version) => {
  const metrics = getMetrics(version).map((metric) => {
    const value = fc.constantFrom(...Object.keys(metric.values)).map((chosen) => `${metric.key}:${chosen}`);
    return metric.group === 'base' ? value : fc.option(value, { nil: '' });
  });
  return fc
    .tuple(...metrics)
    .map((parts) => [version === '2.0' ? '' : `CVSS:${version}`, ...parts].filter((part) => part !== '').join('/'));
});

describe('ratings', () => {
  it.each([
    [0, '3.1', 'none'],
    [0.1, '3.1', 'low'],
    [3.9, '4.0', 'low'],
    [4, '3.0', 'medium'],
    [6.9, '3.1', 'medium'],
    [7, '3.1', 'high'],
    [9, '3.1', 'critical'],
    [10, '2.0', 'high'],
    [0, '2.0', 'low'],
  ] as const)('%d in version %s is %s', (score, version, rating) => {
    expect(toRating(score, version)).toBe(rating);
  });

  it.each([
    ['MODERATE', 'medium'],
    [' Important ', 'high'],
    ['negligible', 'low'],
    ['untriaged', null],
    ['constructor', null],
  ])('the word %j is %s', (word, rating) => {
    expect(ratingOfWord(word)).toBe(rating);
  });
});
