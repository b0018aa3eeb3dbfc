import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { keepChoice } from '../../server/src/store/source-choice.ts';
import { type CorpusWorld, openCorpusWorld } from '../../server/test/support/corpus/world.ts';
import { byId, NOW, osvSays } from '../../server/test/support/worlds/package-world.ts';
import { projectionStore } from '../../server/test/support/worlds/projection-store.ts';
import { offlineEqualsOnline, SOURCES } from './support/offline-equals.ts';
import { openPublisher, type Publisher } from './support/publisher.ts';
import { sizesOfPulls } from './support/sizes-of-pulls.ts';
import { corpusLockfiles } from './support/world.ts';

/** Everything takes many minutes: ALMANAC_SLICE=default for some 3,000 CVEs. */
const SLICE = process.env['ALMANAC_SLICE'] === 'default' ? 'default' : 'everything';

describe.skipIf(!hasCorpus)('offline, on real records', () => {
  const lockfiles = corpusLockfiles('all');
  let world: CorpusWorld;
  let publisher: Publisher;
  beforeAll(async () => {
    world = await openCorpusWorld({ cves: SLICE });
    await keepChoice(
      world.db,
      SOURCES.map((id) => ({ id })),
    );
    publisher = await openPublisher(world.db);
    const { manifest } = await publisher.publish();
    const bytes = manifest.partitions.reduce((sum, one) => sum + one.bytes, 0);
    console.log(`published: ${manifest.partitions.length} partitions, ${bytes} bytes`);
  }, 3_600_000);
  afterAll(async () => {
    await publisher[Symbol.asyncDispose]();
    await world[Symbol.asyncDispose]();
  });

  it('a scan of every lockfile says what the API says', { timeout: 3_600_000 }, async () => {
    const { report } = await offlineEqualsOnline(publisher, `${world.app.url}/api/v1`, lockfiles);

    console.log(`${lockfiles.size} lockfiles: ${JSON.stringify(report.components)}`);
    expect(lockfiles.size).toBeGreaterThanOrEqual(60);
  });

  it('downloads little, and after a change less', { timeout: 600_000 }, async () => {
    const { first, next } = await sizesOfPulls(publisher, async () => {
      const changed = ['npm', 'PyPI', 'Go', 'RubyGems'].map((ecosystem, i) => ({
        ecosystem,
        name: `x-${i}`,
        fixed: '2',
      }));
      await projectionStore(world.db).put('osv', byId(osvSays('GHSA-zzzz-zzzz-zzzz', changed)), NOW);
    });

    expect(next).toBeLessThan(first);
  });
});
