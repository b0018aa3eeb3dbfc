import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { readBatch } from './judged-cases.ts';
import { askedCases, scoreInWords } from './judged-world.ts';

/** What each batch came to, rounded down: a change may not lose ground. The goals are 0.99, 0.92 and 0.96, and README.md says what is short of them. */
const FLOORS = [
  ['batch-1', { high: 0.98, medium: 0.94, recall: 0.91, wrong: 0 }],
  ['batch-2', { high: 0.94, medium: 0.9, recall: 0.9, wrong: 0 }],
  ['batch-3', { high: 0.97, medium: 0.86, recall: 0.93, wrong: 1 }],
  // batch-4-0346 is a flaw of Windows alone, and was judged without that.
  ['batch-4', { high: 0.89, medium: 0.66, recall: 0.84, wrong: 5 }],
  ['batch-5', { high: 0.95, medium: 0.75, recall: 0.88, wrong: 2 }],
  ['batch-6', { high: 0.96, medium: 0.88, recall: 0.9, wrong: 2 }],
  ['batch-7', { high: 0.94, medium: 0.79, recall: 0.94, wrong: 0 }],
] as const;

describe.skipIf(!hasCorpus)('judged cases of the real world', () => {
  it.each(FLOORS)('%s', async (name, floor) => {
    const { score, text } = scoreInWords(name, await askedCases(readBatch(name)));

    console.log(text);
    expect(score.high.right / score.high.of).toBeGreaterThanOrEqual(floor.high);
    expect(score.medium.right / score.medium.of).toBeGreaterThanOrEqual(floor.medium);
    expect(score.recall.right / score.recall.of).toBeGreaterThanOrEqual(floor.recall);
    expect(score.notAffected.of - score.notAffected.right).toBeLessThanOrEqual(floor.wrong);
  });
});
