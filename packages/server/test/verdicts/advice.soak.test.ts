import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { checkAdvice, describeCheck } from '../support/advice/check-advice.ts';
import { listCorpusCves } from '../support/advice/corpus-cves.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';

const CVES = 5_000;
/** One world has them all; they are checked in parts, so that a run that is stopped has something to say. */
const PART = 500;
const PARTS = Array.from({ length: CVES / PART }, (_, i) => ({ from: i * PART, to: (i + 1) * PART }));

describe.skipIf(!hasCorpus)('no interface recommends a version that it calls affected, over 5,000 CVEs', () => {
  const cves = hasCorpus ? listCorpusCves(CVES) : [];
  let world: CorpusWorld;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves, siteUrl: 'http://localhost', settings: { deadlineMs: 120_000 } });
  }, 3_600_000);
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(PARTS)(
    'CVEs $from to $to',
    async ({ from, to }) => {
      const check = await checkAdvice(world.app, cves.slice(from, to));

      const { unchecked, exceptions, differences, missed } = check;
      const odd = [unchecked, exceptions, differences, missed].flatMap((lines) => lines.slice(0, 20));
      console.log([`CVEs ${from} to ${to}`, describeCheck(check), ...odd].join('\n'));
      expect(cves).toHaveLength(CVES);
      expect(check).toMatchObject({ exceptions: [], differences: [], missed: [] });
    },
    3_600_000,
  );
});
