import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SourceId } from '@almanac/contract';
import { listedPackage, readPackages } from '@almanac/twins';
import { expect, it } from 'vitest';
import { corpusRoot, hasCorpus } from '../../../../test/corpus.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import type { PublisherMemory } from '../../src/ingest/snapshots/known-since.ts';
import { type Published, publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { type CorpusWorld, openCorpusWorld } from '../support/corpus/world.ts';
import { differencesOf } from '../support/snapshots/differences.ts';
import { withoutPacks } from '../support/snapshots/without-packs.ts';
import { NOW, SEEN } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

/** Everything takes many minutes: ALMANAC_SLICE=default for some 3,000 CVEs, with all attributes of the channel. */
const SLICE = process.env['ALMANAC_SLICE'] === 'default' ? 'default' : 'everything';
/** ALMANAC_EACH=50 for every fiftieth attribute. */
const EACH = Number(process.env['ALMANAC_EACH'] ?? 1);
const CHANNEL = 'nixos-unstable';
const BATCH = 500;

it.skipIf(!hasCorpus)(
  'publishing the corpus again is byte by byte what publishing it from nothing is, and says how long each takes',
  { timeout: 10_800_000 },
  async () => {
    await using world = await openCorpusWorld({ cves: SLICE });
    const packages = (await readPackages(corpusRoot)).filter((_, i) => i % EACH === 0);
    const there = new Set(world.corpus.packages.map(({ attribute }) => attribute));
    await putAll(
      world,
      'packages',
      packages
        .filter(({ attribute }) => !there.has(attribute))
        .map((each) => [`${CHANNEL}/${each.attribute}`, listedPackage(each)]),
      SEEN,
    );
    const root = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
    const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
    const targetOf = (folder: string) => openFolderTarget(path.join(root, folder));
    const memory: PublisherMemory = { last: null };
    const publish = async (what: string, folder: string, own: PublisherMemory): Promise<Published> => {
      const began = performance.now();
      const cpu = process.cpuUsage();
      const published = await publishSnapshot(
        {
          db: world.db,
          target: targetOf(folder),
          signer,
          now: () => NOW,
          hours: 48,
          memory: own,
        },
        AbortSignal.timeout(7_200_000),
      );
      const { user, system } = process.cpuUsage(cpu);
      const [seconds, busy] = [(performance.now() - began) / 1_000, (user + system) / 1e6];
      const { objects, bytes } = published.added;
      const megabytes = Math.round(process.memoryUsage().rss / 1e6);
      console.log(
        `${what}: ${seconds.toFixed(1)} s, ${busy.toFixed(1)} s of the processor, ${objects} objects, ${bytes} bytes, ${megabytes} MB`,
      );
      return published;
    };
    /** With the same memory, and from nothing. */
    const both = async (what: string) => {
      const known = await publish(what, 'known', memory);
      const whole = await publish(`${what}, from nothing`, 'whole', { last: null });
      const differences = await differencesOf(
        { target: targetOf('known'), published: known },
        { target: targetOf('whole'), published: whole },
      );
      expect(differences).toEqual([]);
      expect(withoutPacks(known.manifest)).toEqual(withoutPacks(whole.manifest));
    };
    try {
      console.log(`${packages.length} attributes; ${JSON.stringify([...world.stored])}`);
      const { manifest } = await publish('at first', 'known', memory);
      for (const { name, keys, rows, bytes } of manifest.partitions)
        console.log(`${name}: ${keys} keys, ${rows} rows, ${bytes} bytes`);
      await publish('without a change', 'known', memory);
      await renamed(world, 'osv', 1, 1);
      await publish('after a change of one record', 'known', memory);
      await renamed(world, 'osv', 300, 2);
      await renamed(world, 'cve_list_v5', 100, 2);
      await both('after a change of 400 records');
      const moved = packages
        .filter((_, i) => i % 100 === 0)
        .map((each) => Object.assign({}, each, { version: '99.0' }));
      await putAll(
        world,
        'packages',
        moved.map((each) => [`${CHANNEL}/${each.attribute}`, listedPackage(each)]),
        new Date(SEEN.getTime() + 180_000),
      );
      await publish(`after a move of the channel with ${moved.length} other versions`, 'known', memory);
    } finally {
      await rm(root, { recursive: true });
    }
  },
);

/** So many records, spread over all, say something more. */
async function renamed(
  world: CorpusWorld,
  source: 'osv' | 'cve_list_v5',
  count: number,
  minute: number,
): Promise<void> {
  const all = await Array.fromAsync(world.corpus.records[source]());
  const step = Math.max(1, Math.floor(all.length / count));
  const some = all.filter((_, i) => i % step === minute % step).slice(0, count);
  const records = some.map(
    ({ id, record }): Kept => [id, { ...(JSON.parse(String(record)) as object), changed: minute }],
  );
  await putAll(world, source, records, new Date(SEEN.getTime() + minute * 60_000));
}

type Kept = readonly [key: string, value: unknown];

async function putAll(world: CorpusWorld, source: SourceId, records: readonly Kept[], at: Date): Promise<void> {
  const store = projectionStore(world.db);
  for (let from = 0; from < records.length; from += BATCH)
    await store.put(source, Object.fromEntries(records.slice(from, from + BATCH)), at);
}
