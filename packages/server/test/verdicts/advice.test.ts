import { expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { checkAdvice, describeCheck } from '../support/advice/check-advice.ts';
import { listCorpusCves } from '../support/advice/corpus-cves.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';

/** The whole is checked by `advice.soak.test.ts`, the famous world by `famous.test.ts`. */
const CORPUS_CVES = 150;
/** Two of one product whose vendor is `go-git` in one record and `go-git_project` in the other. */
const TWO_VENDORS = ['CVE-2025-21614', 'CVE-2026-25934'];

it.skipIf(!hasCorpus)(
  'no interface recommends a version that it calls affected, over real records',
  async () => {
    const cves = [...new Set([...listCorpusCves(CORPUS_CVES), ...TWO_VENDORS])];
    await using world = await openCorpusWorld({ cves, siteUrl: 'http://localhost' });

    const check = await checkAdvice(world.app, cves);

    console.log(describeCheck(check));
    expect(check).toMatchObject({ exceptions: [], differences: [], missed: [] });
  },
  600_000,
);
