import {
  type GivenRecord,
  NVD_FEEDS_PATH,
  NVD_PATH,
  type NvdQuirks,
  nvd as nvdTwin,
  startTwin,
  stillClock,
  type Twin,
} from '@almanac/twins';
import { sourceDeps } from '../../../../test/support/source-deps.ts';
import { type HttpClient, openHttpClient, withOptions } from '../../../platform/http-client.ts';
import type { HttpNotice } from '../../../platform/http-client-request.ts';
import type { ChannelName, Fetched, Http, SourceItem } from '../../source.ts';
import { nvd } from '../index.ts';
import type { NvdElement } from '../record.ts';

export const START = '2026-09-15T09:30:00Z';
export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const DAY = 24 * HOUR;

export interface Bench extends AsyncDisposable {
  /** The API. */
  readonly twin: Twin;
  /** The host of the yearly feeds. */
  readonly feeds: Twin;
  readonly http: HttpClient;
  /** Between tries, in milliseconds. */
  readonly waits: readonly number[];
  readonly notices: readonly HttpNotice[];
  /** Returns the items, and the error that ended the reading. */
  read(channel: ChannelName, since?: string | null, http?: Http): Promise<Reading>;
  fetchOne(id: string): Promise<Fetched<NvdElement>>;
}

export interface Reading {
  readonly items: readonly SourceItem<NvdElement>[];
  readonly keys: readonly string[];
  /** The last for the channel itself, and for the deltas. */
  readonly position: string | null;
  readonly offered: string | null;
  readonly error: string | null;
}

/** Twins, and a source that reads them with the real client. A second passes with each request. */
export async function bench(given: Parameters<typeof nvdTwin>[0], quirks: NvdQuirks = {}): Promise<Bench> {
  const clock = stillClock(START);
  const twin = await startTwin(nvdTwin(given, quirks), { clock });
  const feeds = await startTwin(nvdTwin(given, quirks), { clock });
  const source = nvd({ url: twin.url + NVD_PATH, feedsUrl: feeds.url + NVD_FEEDS_PATH, apiKey: 'k' });
  const waits: number[] = [];
  const notices: HttpNotice[] = [];
  const client = openHttpClient({
    allow: source.upstreams,
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 1000,
    pace: { before: async () => twin.clock.advance(SECOND), after: async () => {} },
    sleep: async (ms) => {
      waits.push(ms);
      twin.clock.advance(ms);
    },
  });
  const http: HttpClient = withOptions(client, { onNotice: (notice) => void notices.push(notice) });
  const depsWith = (client: Http) => sourceDeps({ http: client, now: () => new Date(twin.clock.now()) });

  async function read(channel: ChannelName, since: string | null = null, client: Http = http): Promise<Reading> {
    const items: SourceItem<NvdElement>[] = [];
    let error: string | null = null;
    try {
      const reading = source.channels[channel]?.read(depsWith(client), since, AbortSignal.timeout(20_000)) ?? [];
      for await (const item of reading) items.push(item);
    } catch (thrown) {
      error = (thrown as Error).message;
    }
    const keys = items.flatMap((item) => ('parsed' in item ? item.key : []));
    return { items, keys, error, position: lastOf(items), offered: lastOf(items, 'delta') };
  }

  return {
    twin,
    feeds,
    http,
    waits,
    notices,
    read,
    fetchOne: async (id) => source.fetchOne?.(depsWith(http), id, AbortSignal.timeout(5000)) ?? 'absent',
    async [Symbol.asyncDispose]() {
      await http.close();
      await twin[Symbol.asyncDispose]();
      await feeds[Symbol.asyncDispose]();
    },
  };
}

function lastOf(items: readonly SourceItem<NvdElement>[], channel?: ChannelName): string | null {
  return (
    items.flatMap((item) => ('checkpoint' in item && item.channel === channel ? item.checkpoint : [])).at(-1) ?? null
  );
}

export const positionAt = (until: string, total = 0) => JSON.stringify({ until, total });

interface Story {
  readonly id: string;
  readonly published?: string;
  readonly modified?: string;
  readonly at?: string;
}

export function record({ id, published = '2026-08-01T00:00:00.000', modified = published, at }: Story): GivenRecord {
  const cve = { id, published, lastModified: modified, vulnStatus: 'Analyzed', descriptions: [] };
  return { id, ...(at !== undefined && { at }), record: { cve } };
}

export const idOf = (number: number) => `CVE-2026-${String(number).padStart(5, '0')}`;

/** Published one after the other, a minute apart, up to an hour before the start. */
export function many(count: number): GivenRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const at = new Date(Date.parse(START) - HOUR - (count - index) * 60 * SECOND);
    return record({ id: idOf(index + 1), published: at.toISOString().slice(0, 23) });
  });
}

/** The bytes of each record, by its key. */
export function bytesIn({ items }: Reading): Map<string, string> {
  return new Map(
    items.flatMap((item) => ('parsed' in item ? [[item.key, Buffer.from(item.raw).toString()] as const] : [])),
  );
}
