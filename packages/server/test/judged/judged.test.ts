import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { readBatch } from './judged-cases.ts';
import { askedCases, scoreInWords } from './judged-world.ts';

const BATCHES = ['batch-1', 'batch-2', 'batch-3', 'batch-4', 'batch-5', 'batch-6', 'batch-7'];

describe('the judged cases', () => {
  it('are of three kinds in equal shares, each once, each with its reason', () => {
    const cases = BATCHES.flatMap(readBatch);
    const strata = Map.groupBy(cases, ({ stratum }) => stratum);

    expect(cases.length).toBeGreaterThanOrEqual(1_200);
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const [, own] of strata) expect(own.length / cases.length).toBeGreaterThan(0.3);
    expect(cases.filter(({ reason }) => reason.length < 20)).toEqual([]);
  });
});

describe.skipIf(!hasCorpus)('a share of the judged cases', () => {
  it('is answered no worse than measured', async () => {
    const cases = BATCHES.flatMap(readBatch).filter((_, index) => index % 25 === 0);

    const { score, text } = scoreInWords('every twenty-fifth', await askedCases(cases));

    console.log(text);
    expect(score.high.of - score.high.right).toBeLessThanOrEqual(3);
    expect(score.recall.right / score.recall.of).toBeGreaterThanOrEqual(0.85);
    expect(score.notAffected.of - score.notAffected.right).toBe(0);
  });
});
