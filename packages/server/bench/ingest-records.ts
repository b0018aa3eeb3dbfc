import type { SourceId } from '@almanac/contract';
import {
  cveList,
  generated,
  NVD_FEEDS_PATH,
  NVD_PATH,
  nvd,
  OSV_BUCKET_PATH,
  osv,
  RAW_PATH,
  RELEASES_PATH,
  startTwin,
  stillClock,
  type TwinDefinition,
  USUAL_START,
  type World,
} from '@almanac/twins';
import { openFeeds } from '../src/ingest/feeds.ts';
import { openHttpClient } from '../src/platform/http-client.ts';
import { elementOf } from '../src/platform/json-elements.ts';
import type { SourceAddresses } from '../src/sources/catalogue.ts';
import { readRecord } from '../src/sources/cve-list/record.ts';
import { nvdItem } from '../src/sources/nvd/record.ts';
import { osvItem } from '../src/sources/osv/record.ts';
import type { SourceItem, SourceRecord, Unreadable } from '../src/sources/source.ts';

export type BenchSource = Extract<SourceId, 'cve_list_v5' | 'osv' | 'nvd'>;

/** A record as its upstream sends it. */
export interface Sent {
  readonly key: string;
  readonly raw: Uint8Array;
}

const NOW = new Date(USUAL_START);

interface Upstream {
  twin(world: World): TwinDefinition;
  address(url: string): Partial<SourceAddresses>;
  /** What the source makes of the bytes. */
  read(sent: Sent): SourceRecord<unknown> | Unreadable;
}

const UPSTREAMS: Readonly<Record<BenchSource, Upstream>> = {
  cve_list_v5: {
    twin: (world) => cveList(world),
    address: (url) => ({
      cve_list_v5: { rawUrl: url + RAW_PATH, releasesUrl: url + RELEASES_PATH, archiveUrls: [url] },
    }),
    read: ({ raw, key }) => readRecord(raw, key, NOW),
  },
  osv: {
    twin: (world) => osv(world),
    address: (url) => ({ osv: { bucketUrl: url + OSV_BUCKET_PATH, apiUrl: url } }),
    read: ({ raw, key }) => osvItem(raw, key),
  },
  nvd: {
    twin: (world) => nvd(world),
    address: (url) => ({ nvd: { url: url + NVD_PATH, feedsUrl: url + NVD_FEEDS_PATH } }),
    read: ({ raw }) => nvdItem(elementOf(raw)),
  },
};

/** What an upstream of so many vulnerabilities sends, taken from its twin. */
export async function sentBy(id: BenchSource, count: number): Promise<readonly Sent[]> {
  const clock = stillClock(USUAL_START);
  await using twin = await startTwin(UPSTREAMS[id].twin(generated({ seed: 1, count })), { clock });
  const source = openFeeds(UPSTREAMS[id].address(twin.url)).get(id)?.source;
  const bulk = source?.channels.bulk;
  if (source === undefined || bulk === undefined) throw new Error(`${id} has no bulk channel`);
  await using http = await openHttp(source.upstreams, () => clock.advance(10_000));
  const deps = {
    http,
    held: async () => new Map(),
    now: () => new Date(clock.now()),
    log: { info: () => {}, warn: () => {} },
  };
  const sent: Sent[] = [];
  for await (const item of bulk.read(deps, null, AbortSignal.timeout(600_000))) {
    if ('raw' in item && item.key !== undefined) sent.push({ key: item.key, raw: Buffer.from(item.raw) });
  }
  return sent;
}

export function readSent(id: BenchSource, sent: Sent): SourceRecord<unknown> | Unreadable {
  return UPSTREAMS[id].read(sent);
}

/** As the source yields it: where the key stands in a file's name, the record is read only when its bytes are new. */
export function arrived(id: BenchSource, sent: Sent): SourceItem<unknown> {
  return id === 'nvd' ? readSent(id, sent) : { ...sent, read: () => readSent(id, sent) };
}

async function openHttp(allow: Parameters<typeof openHttpClient>[0]['allow'], tick: () => void) {
  const client = openHttpClient({
    allow,
    userAgent: 'Almanac/bench',
    attemptTimeoutMs: 600_000,
    downloadTimeoutMs: 600_000,
    pace: { before: async () => tick(), after: async () => {} },
  });
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
