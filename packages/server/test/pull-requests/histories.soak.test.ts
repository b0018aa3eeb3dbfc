import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { checkHistories } from '../support/pull-requests/histories.ts';

/** Nearly all that the corpus has. */
const PACKAGES = 60;

it.skipIf(!hasCorpus)(
  'each step of 60 real release histories is an error exactly where it brings a vulnerability',
  async () => {
    const { packages, wrong, introduced, kept } = await checkHistories(PACKAGES);

    expect(wrong).toEqual([]);
    expect(packages).toBe(PACKAGES);
    expect(introduced).toBeGreaterThan(7);
    expect(kept).toBeGreaterThan(30);
  },
  3_600_000,
);
