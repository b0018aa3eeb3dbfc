import {
  type Clock,
  type RecordFeed,
  startTwin,
  TWINS,
  type Twin,
  type TwinDefinition,
  type TwinId,
} from '@almanac/twins';
import { sql } from 'kysely';
import { addressAt } from '../../../../../scripts/demo/twin-addresses.ts';
import type { IngestDeps } from '../../../src/ingest/deps.ts';
import { describeError } from '../../../src/ingest/describe-error.ts';
import type { Feed } from '../../../src/ingest/feed.ts';
import { openFeeds } from '../../../src/ingest/feeds.ts';
import { refreshRecord } from '../../../src/ingest/refresh-record.ts';
import { type RunOutcome, runSource } from '../../../src/ingest/run-source.ts';
import { openPace } from '../../../src/ingest/upstream-pace.ts';
import { type HttpClient, openHttpClient } from '../../../src/platform/http-client.ts';
import { type OriginPatience, USUAL_PATIENCE, withoutToken } from '../../../src/platform/http-client-origin.ts';
import type { Pace } from '../../../src/platform/http-client-request.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import type { RefreshOutcome } from '../../../src/store/database.ts';
import { silentLog } from '../kills/worker-kill.ts';
import type { FedTwin } from './sources.ts';

export type Ended = RunOutcome | { readonly state: 'failed'; readonly reason: string };

export interface RunSettings {
  readonly acceptRemovals?: boolean;
  /** Gives up on an answer within this time, and does not ask again: for one that will never come. */
  readonly impatientMs?: number;
  /** Waits for headers by a clock that runs `SLOW_SCALE` times as fast. */
  readonly slow?: boolean;
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
  /** Returns how many requests were sent so far. */
  requests(): number;
  /** Lets time pass at the upstream and, where it is paced, in the pace. */
  advance(ms: number): Promise<void>;
}

export interface UpstreamOptions {
  readonly clock: Clock;
  /** The time by our own clock; the upstream's by default. */
  readonly now?: () => Date;
  /** Members of its addresses that are other than usual. */
  readonly address?: object;
  /** Asks as a worker does: by the shared pace, and as often and patiently as the source says. Waits advance `clock`. */
  readonly paced?: boolean;
}

/** NVD's limits with a key and without, counted on the twin's clock: time passes whenever one is used up. */
const WINDOW = { requests: 50, anonymous: 5, ms: 30_000 };
/** A machine that is busy, or stopped for minutes, is no fault. */
const PATIENCE_MS = 600_000;

const SLOW_SCALE = 100;

/** Returns the patience with the one origin that a twin has. */
export function patienceOf({ source }: Feed): OriginPatience {
  return { ...USUAL_PATIENCE, ...source.upstreams.find((upstream) => upstream.patience)?.patience };
}

/** Returns how late the headers of a slow answer come in a `slow` run: shortly before nobody would wait any more. */
export function slowAnswerMs(feed: Feed): number {
  return (0.7 * patienceOf(feed).headersMs) / SLOW_SCALE;
}

function openFeed(id: TwinId, address: object): Feed {
  const feed = openFeeds({ [id]: address }).get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  return feed;
}

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
  { clock, now = () => new Date(clock.now()), address = {}, paced = false }: UpstreamOptions,
): Promise<Upstream> {
  const twin = await startTwin(definition, { clock });
  const feed = openFeed(id, { ...addressAt(id, twin.url), ...(id === 'epss' && { firstDays: 15 }), ...address });
  let asked = 0;
  let stopAt: number | null = null;
  let stopping = new AbortController();

  const patience = patienceOf(feed);
  const upstreams = [...feed.source.upstreams, { url: twin.url, patience }];
  const pace = openPace({ db: stored.db, sleep: advance }, upstreams);

  function openClient({ impatientMs, slow = false }: RunSettings): HttpClient {
    const timeoutMs = impatientMs ?? PATIENCE_MS;
    const tries = impatientMs === undefined ? 2 : 1;
    return openHttpClient({
      allow: slow
        ? [...upstreams, { url: twin.url, patience: { ...patience, headersMs: patience.headersMs / SLOW_SCALE } }]
        : upstreams,
      userAgent: 'Almanac/test',
      attemptTimeoutMs: timeoutMs,
      downloadTimeoutMs: timeoutMs,
      ...((!paced || impatientMs !== undefined) && { tries }),
      random: () => 0.5,
      sleep: paced ? advance : async () => {},
      pace: { before: takeTurn, after: async (...args) => (paced ? pace.after(...args) : undefined) },
    });
  }

  async function takeTurn(...args: Parameters<Pace['before']>): Promise<void> {
    if (paced) await pace.before(...args);
    asked += 1;
    if (asked === stopAt) stopping.abort();
    if (paced || id !== 'nvd') return;
    const requests = args[0] === withoutToken(new URL(twin.url).origin) ? WINDOW.anonymous : WINDOW.requests;
    if (asked % requests === 0) clock.advance(WINDOW.ms);
  }

  async function advance(ms: number): Promise<void> {
    clock.advance(ms);
    if (!paced) return;
    const earlier = sql`make_interval(secs => ${ms / 1000})`;
    await sql`update upstream set refilled_at = refilled_at - ${earlier}, open_until = open_until - ${earlier},
      failed_at = failed_at - ${earlier}`.execute(stored.db);
  }

  async function within<T>(
    settings: RunSettings,
    work: (deps: IngestDeps, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    stopping = new AbortController();
    stopAt = settings.stopAfter === undefined ? null : asked + settings.stopAfter;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(PATIENCE_MS)]);
    // Of its own: what a client remembers of one fault, such as a bad token, must not hide the next.
    const http = openClient(settings);
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
    requests: () => asked,
    advance,
    [Symbol.asyncDispose]: () => twin[Symbol.asyncDispose](),
  };
}
