import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { checkAdvice, describeCheck } from '../support/advice/check-advice.ts';
import { listCorpusCves } from '../support/advice/corpus-cves.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';

it.skipIf(!hasCorpus)(
  'no interface recommends a version that it calls affected, over 5,000 CVEs',
  async () => {
    const cves = listCorpusCves(5_000);
    await using world = await openCorpusWorld({ cves, siteUrl: 'http://localhost', settings: { deadlineMs: 120_000 } });

    const check = await checkAdvice(world.app, cves);

    console.log(describeCheck(check));
    expect(cves).toHaveLength(5_000);
    expect(check).toMatchObject({ exceptions: [], differences: [], missed: [] });
  },
  4 * 3_600_000,
);
