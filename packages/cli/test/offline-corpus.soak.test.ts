import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../test/corpus.ts';
import { keepChoice } from '../../server/src/store/source-choice.ts';
import { type CorpusWorld, openCorpusWorld } from '../../server/test/support/corpus/world.ts';
import { byId, NOW, osvSays } from '../../server/test/support/worlds/package-world.ts';
import { projectionStore } from '../../server/test/support/worlds/projection-store.ts';
import { almanac } from './support/command-line.ts';
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

  it.each([1, 300])('downloads little for %i packages of the collection', { timeout: 600_000 }, async (count) => {
    const step = Math.max(1, Math.floor(world.corpus.packages.length / count));
    const some = world.corpus.packages.filter((_, i) => i % step === 0).slice(0, count);
    const components = some.map(({ attribute, version }) => ({
      type: 'library',
      name: attribute,
      purl: `pkg:nix/${encodeURIComponent(attribute)}@${version}`,
    }));
    const folder = path.join(publisher.base, `collection ${count}`);
    await mkdir(folder);
    await writeFile(
      path.join(folder, 'bom.json'),
      JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.6', components }),
    );
    const environment = { XDG_CACHE_HOME: path.join(folder, 'cache'), ALMANAC_SNAPSHOT_KEY: publisher.key };
    const args = ['db', 'pull', '--from', publisher.folder, '--for', 'bom.json', '--json'];

    const { code, out } = await almanac(args, { environment, folder, now: () => NOW.getTime() });

    const { downloaded } = JSON.parse(out) as { downloaded: object };
    console.log(`${some.length} packages of the collection: ${JSON.stringify(downloaded)}`);
    expect(code).toBe(0);
  });
});
