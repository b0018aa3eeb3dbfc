import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Clock,
  cveList,
  EPSS_API_PATH,
  EPSS_DAYS,
  epss,
  fromRecords,
  KEV_FEED_PATH,
  kev,
  NVD_FEEDS_PATH,
  NVD_PATH,
  nvd,
  OSV_BUCKET_PATH,
  osv,
  RAW_PATH,
  RELEASES_PATH,
  type SpooledRecord,
  spooled,
  startTwin,
  stillClock,
  type Twin,
} from '@almanac/twins';
import type { SourceAddresses } from '../../../src/sources/catalogue.ts';
import type { CveHistory } from './cves.ts';
import { KEV_RELEASES, type Upstream } from './records.ts';
import type { CorpusStore, Pass, Reading } from './store.ts';

type Given = Parameters<typeof fromRecords>[0];

/** What came of reading a source to its last state: each pass on the way, and one more over the same. */
export interface Passes {
  readonly first: readonly Pass[];
  /** Everything is read once more, from the upstream's last state. */
  again(): Promise<Pass>;
}

type Use<T> = (passes: Passes) => Promise<T>;

/** A quarter ago from the baseline, a week ago from the sweep of a later one, the last state from the delta. */
export async function readCves<T>(store: CorpusStore, history: CveHistory, use: Use<T>): Promise<T> {
  await using folder = await spool(history.records);
  const clock = stillClock('2024-10-25T01:00:00Z');
  await using twin = await startTwin(cveList(fromRecords(folder.records)), { clock });
  await using reading = store.open('cve_list_v5', cveListAddress(twin), clock);
  const first = [await reading.run('bulk')];
  moveTo(clock, '2025-01-18T01:00:00Z');
  first.push(await reading.run('sweep'));
  moveTo(clock, '2025-01-24T07:10:00Z');
  first.push(await reading.run('delta'));
  return await use({
    first,
    again: async () => {
      moveTo(clock, '2025-01-27T01:00:00Z');
      return reading.run('sweep');
    },
  });
}

export function cveListAddress({ url }: Twin): SourceAddresses['cve_list_v5'] {
  return { rawUrl: url + RAW_PATH, releasesUrl: url + RELEASES_PATH, archiveUrls: [url] };
}

/** Our time at the end of each of the three readings: what was known then. */
export const CVE_KNOWN = ['2024-10-25T02:00:00Z', '2025-01-18T02:00:00Z', '2025-01-24T08:00:00Z'] as const;

export async function readNvd<T>(store: CorpusStore, given: Upstream<SpooledRecord>, use: Use<T>): Promise<T> {
  await using folder = await spool(given.records);
  const clock = stillClock('2024-10-26T00:00:00Z');
  await using twin = await startTwin(nvd(fromRecords(folder.records)), { clock });
  const address = { url: twin.url + NVD_PATH, feedsUrl: twin.url + NVD_FEEDS_PATH, apiKey: 'invented' };
  await using reading = store.open('nvd', address, clock);
  return await use({ first: [await reading.run('bulk'), await reading.run('delta')], again: () => anew(reading) });
}

export async function readOsv<T>(store: CorpusStore, given: Upstream<SpooledRecord>, use: Use<T>): Promise<T> {
  await using folder = await spool(given.records);
  const clock = stillClock('2026-08-22T00:20:00Z');
  await using twin = await startTwin(osv(fromRecords(folder.records)), { clock });
  const address = { bucketUrl: twin.url + OSV_BUCKET_PATH, apiUrl: twin.url };
  await using reading = store.open('osv', address, clock);
  // The sweep says what is gone: nothing is.
  return await use({ first: [await reading.run('bulk'), await reading.run('sweep')], again: () => anew(reading) });
}

export async function readEpss<T>(store: CorpusStore, given: { readonly records: Given }, use: Use<T>): Promise<T> {
  const clock = stillClock(`${EPSS_DAYS[0]}T14:00:00Z`);
  await using twin = await startTwin(epss(fromRecords(given.records)), { clock });
  const address = { url: twin.url, apiUrl: twin.url + EPSS_API_PATH, firstDays: 8 };
  await using reading = store.open('epss', address, clock);
  const first = [await reading.run('bulk')];
  moveTo(clock, `${EPSS_DAYS[1]}T14:00:00Z`);
  first.push(await reading.run('delta'));
  return await use({ first, again: () => anew(reading) });
}

export async function readKev<T>(store: CorpusStore, given: { readonly records: Given }, use: Use<T>): Promise<T> {
  const clock = stillClock(KEV_RELEASES[0]);
  await using twin = await startTwin(kev(fromRecords(given.records)), { clock });
  await using reading = store.open('kev', { url: twin.url + KEV_FEED_PATH }, clock);
  const first = [await reading.run()];
  moveTo(clock, KEV_RELEASES[1]);
  first.push(await reading.run());
  return await use({ first, again: () => anew(reading) });
}

/** Without their positions they ask for everything. */
async function anew(reading: Reading): Promise<Pass> {
  await reading.forget();
  return reading.run();
}

export function moveTo(clock: Clock, instant: string): void {
  clock.advance(Date.parse(instant) - clock.now());
}

/** The records in a file, and the file for as long as they are needed. */
async function spool(given: readonly SpooledRecord[]): Promise<AsyncDisposable & { readonly records: Given }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'corpus-'));
  const kept = await spooled(path.join(folder, 'records'), given);
  return {
    records: kept.records,
    async [Symbol.asyncDispose]() {
      kept[Symbol.dispose]();
      await rm(folder, { recursive: true });
    },
  };
}
