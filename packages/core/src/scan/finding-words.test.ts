import { describe, expect, it } from 'vitest';
import { findingRank, NO_FINDING_RANK, riskWords, throughWords } from './finding-words.ts';

describe('how a finding is exploited', () => {
  it.each([
    [{ kev: true, epss: 0.94358 }, 'known to be exploited', 'EPSS 94 %'],
    [{ kev: false, epss: 0.00042 }, null, 'EPSS 0.04 %'],
    [{ kev: false, epss: null }, null, null],
    [{}, null, null],
  ])('%j in words', (finding, exploited, epss) => {
    expect(riskWords(finding)).toEqual({ exploited, epss });
  });

  it('decides before the severity which is worse', () => {
    const order = [
      { kev: true, severity: 'critical' },
      { kev: true, severity: null },
      { kev: false, severity: 'critical' },
      { severity: 'low' },
      { severity: null },
    ] as const;

    const ranks = order.map(findingRank);
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size).toBe(order.length);
    expect(Math.max(...ranks)).toBeLessThan(NO_FINDING_RANK);
  });
});

describe('how a component comes in', () => {
  it.each([
    [{ direct: true }, 'direct'],
    [{ direct: false, through: ['express 4.17.1', 'qs 6.7.0'] }, 'through express 4.17.1 › qs 6.7.0'],
    [{ direct: false }, 'transitive'],
    [{ direct: null }, null],
  ])('%j in words', (component, words) => {
    expect(throughWords(component)).toBe(words);
  });
});
