import {
  type Clock,
  type RecordFeed,
  startTwin,
  TWINS,
  type Twin,
  type TwinDefinition,
  type TwinId,
} from '@almanac/twins';
import { addressAt } from '../../../../../scripts/demo/twin-addresses.ts';
import type { IngestDeps } from '../../../src/ingest/deps.ts';
import { describeError } from '../../../src/ingest/describe-error.ts';
import type { Feed } from '../../../src/ingest/feed.ts';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { refreshRecord } from '../../../src/ingest/refresh-record.ts';
import { type RunOutcome, runSource } from '../../../src/ingest/run-source.ts';
import { type HttpClient, openHttpClient } from '../../../src/platform/http-client.ts';
import { withoutToken } from '../../../src/platform/http-client-origin.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import type { RefreshOutcome } from '../../../src/store/database.ts';
import { silentLog } from '../kills/worker-kill.ts';
import type { FedTwin } from './sources.ts';

export type Ended = RunOutcome | { readonly state: 'failed'; readonly reason: string };

export interface RunSettings {
  readonly acceptRemovals?: boolean;
  /** Gives up on an answer within this time, and does not ask again: for one that will never come. */
  readonly impatientMs?: number;
  /** The process is told to end when it has asked for so much. */
  readonly stopAfter?: number;
}

/** A source over its twin, read as a worker reads it. */
export interface Upstream extends AsyncDisposable {
  readonly id: TwinId;
  readonly twin: Twin;
  readonly feed: Feed;
  run(channel: ChannelName, settings?: RunSettings): Promise<Ended>;
  /** One record, as someone who waits for it asks for it. */
  refresh(key: string, settings?: RunSettings): Promise<RefreshOutcome>;
}

export interface UpstreamOptions {
  readonly clock: Clock;
  /** The time by our own clock; the upstream's by default. */
  readonly now?: () => Date;
  /** Members of its addresses that are other than usual. */
  readonly address?: object;
}

/** NVD's limits with a key and without, counted on the twin's clock: time passes whenever one is used up. */
const WINDOW = { requests: 50, anonymous: 5, ms: 30_000 };
const PATIENCE_MS = 30_000;

export function openUpstream(
  stored: Pick<IngestDeps, 'db' | 'pool'>,
  id: FedTwin,
  records: RecordFeed,
  options: UpstreamOptions,
): Promise<Upstream> {
  return openTwin(stored, id, TWINS[id].define(records), options);
}

/** The same over a twin that has a world of its own. */
export async function openTwin(
  stored: Pick<IngestDeps, 'db' | 'pool'>,
  id: TwinId,
  definition: TwinDefinition,
  { clock, now = () => new Date(clock.now()), address = {} }: UpstreamOptions,
): Promise<Upstream> {
  const twin = await startTwin(definition, { clock });
  const feed = openFeeds({
    [id]: { ...addressAt(id, twin.url), ...(id === 'epss' && { firstDays: 15 }), ...address },
  }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  let asked = 0;
  let stopAt: number | null = null;
  let stopping = new AbortController();

  function clientOf(timeoutMs: number, tries: number): HttpClient {
    return openHttpClient({
      allow: feed?.source.upstreams ?? [],
      userAgent: 'Almanac/test',
      attemptTimeoutMs: timeoutMs,
      downloadTimeoutMs: timeoutMs,
      tries,
      sleep: async () => {},
      pace: { before: takeTurn, after: async () => {} },
    });
  }

  async function takeTurn(place: string): Promise<void> {
    asked += 1;
    if (asked === stopAt) stopping.abort();
    const requests = place === withoutToken(new URL(twin.url).origin) ? WINDOW.anonymous : WINDOW.requests;
    if (id === 'nvd' && asked % requests === 0) clock.advance(WINDOW.ms);
  }

  async function within<T>(
    { impatientMs, stopAfter }: RunSettings,
    work: (deps: IngestDeps, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    stopping = new AbortController();
    stopAt = stopAfter === undefined ? null : asked + stopAfter;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    // Of its own: what a client remembers of one fault, such as a bad token, must not hide the next.
    const http = impatientMs === undefined ? clientOf(PATIENCE_MS, 2) : clientOf(impatientMs, 1);
    try {
      return await work({ ...stored, http, log: silentLog, now }, signal);
    } finally {
      await http.close();
    }
  }

  return {
    id,
    twin,
    feed,
    run: (channel, settings = {}) =>
      within(settings, async (deps, signal) => {
        const options = { channel, acceptRemovals: settings.acceptRemovals ?? false };
        return runSource(deps, feed, signal, options).catch((error: unknown) => ({
          state: 'failed',
          reason: describeError(error),
        }));
      }),
    refresh: (key, settings = {}) => within(settings, (deps, signal) => refreshRecord(deps, feed, key, signal)),
    [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose](),
  };
}
