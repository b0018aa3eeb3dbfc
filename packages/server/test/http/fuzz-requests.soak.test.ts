import { expect, it } from 'vitest';
import { described, tellFuzzStory } from '../support/fuzz/story.ts';

/** A million, or as many as `FUZZ_REQUESTS` says; those of a run before with its `FUZZ_SEED`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_000_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);

it(
  'answers every request as the contract says, and never computes long without a break',
  async () => {
    const figures = await tellFuzzStory({ requests: REQUESTS, seed: SEED });

    console.log(described(figures, SEED));
    expect(figures.faults).toEqual([]);
    expect(figures.fuzzed).toBeGreaterThanOrEqual(REQUESTS);
    expect(figures.attacked).toBeGreaterThan(0);
    expect(figures.busiestStall.computed).toBeLessThan(200);
  },
  REQUESTS * 10 + 300_000,
);
