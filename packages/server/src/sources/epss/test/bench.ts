import {
  EPSS_API_PATH,
  type EpssQuirks,
  epss as epssTwin,
  fromRecords,
  startTwin,
  stillClock,
  type Twin,
} from '@almanac/twins';
import { sourceDeps } from '../../../../test/support/source-deps.ts';
import { type HttpClient, openHttpClient } from '../../../platform/http-client.ts';
import type { ChannelName, Fetched, SourceItem } from '../../source.ts';
import type { EpssAddresses } from '../definition.ts';
import { epss } from '../index.ts';
import type { EpssScores } from '../scores.ts';

export const TODAY = '2026-09-15';
export const DAY_MS = 86_400_000;

export interface Bench extends AsyncDisposable {
  readonly twin: Twin;
  readonly http: HttpClient;
  readonly told: string[];
  /** Returns the items, and the error that ended the reading. */
  read(channel: ChannelName, since?: object | string | null): Promise<Reading>;
  fetchOne(key: string): Promise<Fetched<EpssScores>>;
}

export interface Reading {
  readonly days: readonly string[];
  readonly items: readonly SourceItem<EpssScores>[];
  /** The last for the channel itself, and for the deltas. */
  readonly position: unknown;
  readonly offered: unknown;
  readonly error: string | null;
}

interface BenchOptions extends Partial<EpssAddresses> {
  readonly quirks?: EpssQuirks;
  /** The days that we have, with how their files were dated. */
  readonly held?: Readonly<Record<string, string>>;
}

/** A twin in the afternoon, and a source that reads it with the real client. */
export async function bench(
  given: Parameters<typeof epssTwin>[0],
  { quirks = {}, held = {}, ...options }: BenchOptions = {},
): Promise<Bench> {
  const twin = await startTwin(epssTwin(given, quirks), { clock: stillClock(`${TODAY}T15:00:00Z`) });
  const source = epss({ url: twin.url, apiUrl: twin.url + EPSS_API_PATH, ...options });
  const http = openHttpClient({
    allow: source.upstreams,
    userAgent: 'Almanac/test',
    attemptTimeoutMs: 1000,
    sleep: async () => {},
  });
  const told: string[] = [];
  const tell = (_: object, message: string) => void told.push(message);
  const deps = sourceDeps({
    http,
    now: () => new Date(twin.clock.now()),
    log: { info: tell, warn: tell },
    held: async () => new Map(Object.entries(held).map(([day, modified]) => [day, { modified: new Date(modified) }])),
  });

  async function read(channel: ChannelName, since: object | string | null = null): Promise<Reading> {
    const position = typeof since === 'object' && since !== null ? JSON.stringify(since) : since;
    const items: SourceItem<EpssScores>[] = [];
    let error: string | null = null;
    try {
      const reading = source.channels[channel]?.read(deps, position, AbortSignal.timeout(20_000)) ?? [];
      for await (const item of reading) items.push(item);
    } catch (thrown) {
      error = (thrown as Error).message;
    }
    const days = items.flatMap((item) => ('parsed' in item ? item.key : []));
    return { days, items, error, position: lastOf(items), offered: lastOf(items, 'delta') };
  }

  return {
    twin,
    http,
    told,
    read,
    fetchOne: async (key) => source.fetchOne?.(deps, key, AbortSignal.timeout(5000)) ?? 'absent',
    async [Symbol.asyncDispose]() {
      await http.close();
      await twin[Symbol.asyncDispose]();
    },
  };
}

function lastOf(items: readonly SourceItem<EpssScores>[], channel?: ChannelName): unknown {
  const last = items
    .flatMap((item) => ('checkpoint' in item && item.channel === channel ? item.checkpoint : []))
    .at(-1);
  return last === undefined ? null : JSON.parse(last);
}

export interface FileStory {
  readonly rows?: number;
  readonly dated?: string;
  readonly model?: string;
  readonly columns?: string;
  readonly extra?: readonly string[];
}

export function file(
  day: string,
  { rows = 200, dated = day, model = 'v1', columns, extra = [] }: FileStory = {},
): string {
  const head = [`#model_version:${model},score_date:${dated}T00:00:00+0000`, columns ?? 'cve,epss,percentile'];
  const lines = Array.from({ length: rows }, (_, index) => `CVE-2020-${1000 + index},0.${1000 + index},0.5`);
  return `${[...head, ...lines, ...extra].join('\n')}\n`;
}

/** Files by their days. */
export function files(given: Readonly<Record<string, string | Uint8Array>>) {
  return fromRecords(Object.entries(given).map(([id, record]) => ({ id, record })));
}

export function goodFiles(...days: string[]) {
  return files(Object.fromEntries(days.map((day) => [day, file(day)])));
}
