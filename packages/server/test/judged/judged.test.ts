import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { readBatch } from './judged-cases.ts';
import { askedCases, scoreInWords } from './judged-world.ts';

const BATCHES = ['batch-1', 'batch-2', 'batch-3', 'batch-4', 'batch-5', 'batch-6', 'batch-7', 'batch-8'];

describe('the judged cases', () => {
  it('are of kinds in equal shares, each once, each with its reason', () => {
    const cases = BATCHES.flatMap(readBatch);
    const [asked = [], drawn = []] = [true, false].map((isLast) =>
      cases.filter(({ id }) => id.startsWith('batch-8') === isLast),
    );

    expect(cases.length).toBeGreaterThanOrEqual(4_200);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const [, own] of Map.groupBy(drawn, ({ stratum }) => stratum)) {
      expect(own.length / drawn.length).toBeGreaterThan(0.3);
    }
    for (const [, own] of Map.groupBy(asked, ({ stratum }) => stratum)) expect(own).toHaveLength(100);
    expect(cases.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});

/** Called clean against the readers: a record names the CVE as `related` alone, and one registry contradicts the CVE's own record. */
const KNOWN_CLEAR = ['batch-2-0301', 'batch-8-0201'];

describe.skipIf(!hasCorpus)('a share of the judged cases', () => {
  it('is answered no worse than measured', async () => {
    const cases = BATCHES.flatMap(readBatch).filter((_, index) => index % 25 === 0);

    const { score, text } = scoreInWords('every twenty-fifth', await askedCases(cases));

    console.log(text);
    expect(score.high.of - score.high.right).toBeLessThanOrEqual(2);
    expect(score.medium.of - score.medium.right).toBeLessThanOrEqual(4);
    expect(score.recall.of - score.recall.right).toBeLessThanOrEqual(7);
    const clear = score.misses.filter((miss) => /judged affected .* answered (?:not_affected|none_known) /.test(miss));
    expect(clear.map((miss) => miss.split(' ', 1)[0])).toEqual(KNOWN_CLEAR);
  });
});
