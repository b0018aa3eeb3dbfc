import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openCorpusWorld } from '../support/corpus/world.ts';

const HOUR = 3_600_000;

describe.skipIf(!hasCorpus)('the whole corpus', () => {
  it(
    'comes in, and answers',
    async () => {
      const began = performance.now();
      await using world = await openCorpusWorld({ cves: 'everything' });
      for (const [source, { records, seconds }] of world.stored) {
        console.log(`${source}: ${records} records in ${seconds.toFixed(1)} s`);
      }
      const [seconds, megabytes] = [(performance.now() - began) / 1000, process.resourceUsage().maxRSS / 1000];
      console.log(`in all ${seconds.toFixed(0)} s, at most ${megabytes.toFixed(0)} MB resident`);

      const issues = await world.get('/api/v1/issues?limit=1');
      const firefox = await world.get('/api/v1/vulns/firefox?version=125.0');

      expect(issues.body['data'].total).toBe(world.corpus.issues.length);
      expect(firefox.body['data'].matches.length).toBeGreaterThan(0);
    },
    2 * HOUR,
  );
});
