import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openAgreementWorld, runAgreement } from '../support/agreement/run.ts';
import { REVIEW_CVES } from '../support/corpus/review-cves.ts';

const SIZE = { collection: 100, ecosystem: 400, cves: 4, share: 10 };

it.skipIf(!hasCorpus)(
  'every interface says the same of a package and version, and no record speaks against what is clean',
  async () => {
    await using world = await openAgreementWorld(REVIEW_CVES, SIZE);

    const { agreement, clean, pairs } = await runAgreement(world, SIZE);

    expect(pairs).toBe(500);
    expect(agreement.differences).toEqual([]);
    expect(clean.faults).toEqual([]);
    expect(clean.notAffected).toBeGreaterThan(20);
    const counts = [...agreement.comparisons.values()];
    expect(counts.every((count) => count > 10)).toBe(true);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20_000);
  },
  600_000,
);
