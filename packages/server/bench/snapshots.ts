import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { advisoriesOfDay, cvesOfDay, type WorldSize, worldSize } from '@almanac/twins';
import { fillPacks } from '../src/ingest/fill-packs.ts';
import { openFolderTarget } from '../src/ingest/snapshots/folder-target.ts';
import type { PublisherMemory } from '../src/ingest/snapshots/known-since.ts';
import { type PublishDeps, type Published, publishSnapshot } from '../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../src/ingest/snapshots/signer.ts';
import type { Db } from '../src/store/database.ts';
import { createTestDatabase, openTestDatabases } from '../test/support/database.ts';
import { loadLine } from './best-of.ts';
import { BEGUN, fillWorld, following, someAdvisories, someCves } from './growth-world.ts';
import { fill } from './ingest.ts';

const WHOLE = 400_000;
const VULNERABILITIES = Number(process.env['BENCH_VULNERABILITIES'] ?? 20_000);
const HOUR = 3_600_000;

/**
 * `npm run bench snapshots`: what it takes to publish a generated world for the first time, without a change, after a usual day and after
 * a day of churn, and how large it becomes. The world has `BENCH_VULNERABILITIES` records of the CVE list and three times as many of OSV.
 */
export async function benchSnapshots(): Promise<void> {
  await using database = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-bench-'));
  const size = worldSize(VULNERABILITIES / WHOLE);
  await fillWorld(database.url, size);
  const { primary: db, close } = openTestDatabases(database.url, { role: 'almanac_worker' });
  const signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  const memory: PublisherMemory = { last: null };
  const deps = { db, target: openFolderTarget(folder), signer, now: () => new Date(), hours: 48, memory };
  const rows: object[] = [];
  try {
    rows.push(await publishing('the first, from rows', deps));
    await makePacks(db, 'after the first');
    rows.push(await publishing('everything again, from packs', { ...deps, memory: { last: null } }));
    rows.push(await publishing('without a change', { ...deps, memory }));
    await changeByDay(database.url, size);
    await makePacks(db, 'after a usual day');
    rows.push(await publishing('after a usual day', deps));
    await changeByChurn(database.url, size);
    await makePacks(db, 'after a day of churn');
    const churned = await publishing('after a day of churn', deps);
    rows.push(churned);
    console.log(`${size.cves} CVEs and ${size.advisories} advisories`);
    console.table(churned.published.manifest.partitions, ['name', 'keys', 'rows', 'bytes']);
    console.table(rows, ['publication', 'seconds', 'CPU s', 'objects', 'bytes']);
    console.log(sizeLine(churned.published));
    console.log(loadLine());
  } finally {
    await close();
    await rm(folder, { recursive: true });
  }
}

async function publishing(publication: string, deps: PublishDeps) {
  const began = performance.now();
  const used = process.cpuUsage();
  const published = await publishSnapshot(deps, AbortSignal.timeout(HOUR));
  const { user, system } = process.cpuUsage(used);
  return {
    publication,
    seconds: Number(((performance.now() - began) / 1_000).toFixed(1)),
    'CPU s': Number(((user + system) / 1e6).toFixed(1)),
    ...published.added,
    published,
  };
}

async function makePacks(db: Db, when: string): Promise<void> {
  const began = performance.now();
  const { made } = await fillPacks(db, AbortSignal.timeout(HOUR));
  console.log(`${made} packs made ${when} in ${((performance.now() - began) / 1_000).toFixed(1)} s`);
}

async function changeByDay(url: string, size: WorldSize): Promise<void> {
  const moments = { ...BEGUN, day: Date.now() };
  await fill(url, 'cve_list_v5', someCves(size, cvesOfDay(size), moments));
  await fill(url, 'osv', someAdvisories(size, advisoriesOfDay(size), moments));
}

/** Every record that churns is written again, with all its packages under other names. */
async function changeByChurn(url: string, size: WorldSize): Promise<void> {
  await fill(url, 'osv', someAdvisories(size, following(0, size.churning), { ...BEGUN, churn: Date.now() }));
}

function sizeLine({ manifest: { partitions } }: Published): string {
  const matching = partitions.filter(({ name }) => name.startsWith('ecosystem/'));
  const [rows, bytes] = [sum(matching, ({ rows: own }) => own), sum(matching, ({ bytes: own }) => own)];
  return `${rows} affected rows, ${bytes} bytes, ${(bytes / rows).toFixed(1)} bytes a row`;
}

function sum<T>(list: readonly T[], of: (one: T) => number): number {
  return list.reduce((total, one) => total + of(one), 0);
}
