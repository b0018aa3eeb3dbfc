import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openAgreementWorld, runAgreement } from '../support/agreement/run.ts';

const SIZE = { collection: 1_500, ecosystem: 4_000, cves: 500, share: 1 };

it.skipIf(!hasCorpus)(
  'every interface says the same of 5,000 packages and versions, and no record speaks against what is clean',
  async () => {
    await using world = await openAgreementWorld('default', SIZE);

    const { agreement, clean, pairs } = await runAgreement(world, SIZE);

    expect(pairs).toBeGreaterThanOrEqual(5_000);
    expect(agreement.differences).toEqual([]);
    expect(clean.faults).toEqual([]);
  },
  4 * 3_600_000,
);
