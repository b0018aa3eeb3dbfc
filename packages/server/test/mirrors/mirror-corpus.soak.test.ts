import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import {
  EXPLOITDB_PATH,
  exploitdb,
  fromRecords,
  KEV_FEED_PATH,
  kev,
  smallWorld,
  startTwin,
  stillClock,
} from '@almanac/twins';
import { describe, expect, it } from 'vitest';
import { hasCorpus } from '../../../../test/corpus.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import type { PublisherMemory } from '../../src/ingest/snapshots/known-since.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { cveHistory } from '../support/corpus/cves.ts';
import { type Passes, readCves, readEpss, readKev, readNvd, readOsv } from '../support/corpus/passes.ts';
import { epssFiles, KEV_RELEASES, kevCatalogues, nvdLines, osvLines, type Share } from '../support/corpus/records.ts';
import { type CorpusStore, openCorpusStore, storedOf } from '../support/corpus/store.ts';
import { analyze } from '../support/corpus/world.ts';
import { run } from '../support/processes/command.ts';
import { countReceived } from '../support/received.ts';
import { serveFolder } from '../support/snapshots/file-server.ts';

/** One record in so many: 1, 10 or 50. */
const SHARE = Number(process.env['ALMANAC_SHARE'] ?? 1) as Share;
const SOURCES = ['cve_list_v5', 'epss', 'kev', 'nvd', 'osv'] as const;
const PATIENCE_MS = 3_600_000;

describe.skipIf(!hasCorpus)('a mirror of the corpus', () => {
  it('has the same roots as who has read the twins, and goes on at them', { timeout: 2 * PATIENCE_MS }, async () => {
    await using origin = await openCorpusStore();
    await using mirrored = await openCorpusStore();
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-mirror-'));
    await using server = await serveFolder(folder);
    const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;

    const memory: PublisherMemory = { last: null };

    const reading = await measured(() => readTwins(origin));
    await analyze(origin.url);
    const publishing = await measured(() => publish(origin, { folder, signer, memory }));
    const again = await measured(() => publish(origin, { folder, signer, memory }));
    const settings = { DATABASE_URL: mirrored.url, MIRROR_OF: server.url, MIRROR_KEY: signer.verifierKey };
    const filling = await measured(() => run(settings, ['mirror'], PATIENCE_MS));

    console.log(filling.value.out);
    for (const [what, { seconds, requests, bytes }] of Object.entries({ reading, publishing, again, filling })) {
      console.log(`${what}: ${seconds.toFixed(1)} s, ${requests} requests, ${(bytes / 1e6).toFixed(1)} MB received`);
    }
    console.log(`one record in ${SHARE}, load ${loadavg()[0]?.toFixed(1)}`);
    expect(filling.value).toMatchObject({ code: 0, complaint: '' });
    const roots = await Promise.all(
      [origin, mirrored].map(({ url }) => run({ DATABASE_URL: url }, ['verify'], PATIENCE_MS)),
    );
    console.log(roots[1]?.out);
    const [here, there] = roots.map(({ out }) => out.match(/^(?:cve_list_v5|epss|kev|nvd|osv) .*$/gm));
    expect(there).toEqual(here);
    expect(there).toHaveLength(SOURCES.length);
    for (const source of SOURCES) expect(await versionsOf(mirrored, source)).toBe(await versionsOf(origin, source));
    await goesOn(mirrored);
    await rm(folder, { recursive: true });
  });
});

async function readTwins(store: CorpusStore): Promise<void> {
  const all = async ({ first }: Passes) => {
    expect(first.every(({ outcome }) => outcome.state === 'ok')).toBe(true);
  };
  await readKev(store, kevCatalogues(SHARE), all);
  await readNvd(store, nvdLines(SHARE), all);
  await readCves(store, cveHistory(SHARE), all);
  await readEpss(store, epssFiles(SHARE), all);
  await readOsv(store, osvLines(SHARE), all);
}

interface Publisher {
  readonly folder: string;
  readonly signer: SnapshotSigner;
  readonly memory: PublisherMemory;
}

function publish({ db }: CorpusStore, { folder, ...publisher }: Publisher) {
  const target = openFolderTarget(folder);
  const deps = { ...publisher, db, target, now: () => new Date(), hours: 48, evidenceHours: 1e-9 };
  return publishSnapshot(deps, AbortSignal.timeout(PATIENCE_MS));
}

async function versionsOf({ db }: CorpusStore, source: string): Promise<number> {
  return (await storedOf(db, source)).versions;
}

/** From the mirror's position on, at the upstream: there is nothing new. What the mirror may not pass on is read there from its beginning. */
async function goesOn(store: CorpusStore): Promise<void> {
  const clock = stillClock(KEV_RELEASES[1]);
  await using twin = await startTwin(kev(fromRecords(kevCatalogues(SHARE).records)), { clock });
  await using reading = store.open('kev', { url: twin.url + KEV_FEED_PATH }, clock);
  const { outcome, changed } = await reading.run();
  expect([outcome.state, changed]).toEqual(['ok', 0]);
  await using other = await startTwin(exploitdb(smallWorld), { clock });
  await using read = store.open('exploitdb', { url: other.url + EXPLOITDB_PATH }, clock);
  expect((await read.run()).changed).toBeGreaterThan(0);
}

async function measured<T>(work: () => Promise<T>) {
  using received = countReceived();
  const began = performance.now();
  const value = await work();
  const { requests, bytes } = received;
  return { value, seconds: (performance.now() - began) / 1_000, requests, bytes };
}
