import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SourceId } from '@almanac/contract';
import { type Clock, type Fault, smallWorld, startTwin, stillClock, TWINS } from '@almanac/twins';
import { parseCronItems } from 'graphile-worker';
import { sql } from 'kysely';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { runSource } from '../../src/ingest/run-source.ts';
import { timetable } from '../../src/ingest/timetable.ts';
import { openPace } from '../../src/ingest/upstream-pace.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import { SOURCES } from '../../src/sources/catalogue.ts';
import type { ChannelName, Upstream } from '../../src/sources/source.ts';
import type { Db } from '../../src/store/database.ts';
import type { FaultStore } from './faults/store.ts';
import { silentLog } from './kills/worker-kill.ts';

export interface DocumentedDay {
  readonly id: SourceId;
  /** Null for a source that is asked on demand only. */
  readonly normal: number | null;
  readonly refused: number | null;
  /** Null for a source without a token. */
  readonly tokenRefused: number | null;
  readonly limits: readonly string[];
}

/** Reads the table of requests in docs/operations.md. */
export function readDocumentedDays(): DocumentedDay[] {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const [, chapter = ''] = page.split(/^## Requests to upstreams$/m);
  const rows =
    chapter.split(/^## /m, 1)[0]?.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\| (.+?) +\| (.+?) +\| .+? +\|$/gm) ?? [];
  const toCount = (text = '') => (['on demand', '–'].includes(text) ? null : Number(text.replace(',', '')));
  return Array.from(rows, ([, id, normal, refused, tokenRefused, limits = '']) => ({
    id: id as SourceId,
    normal: toCount(normal),
    refused: toCount(refused),
    tokenRefused: toCount(tokenRefused),
    limits: limits.split(', '),
  }));
}

/** A Saturday and the third of its month, so that the weekly and the monthly sweep are due. Nothing changes at the twins. */
const DAY_START = Date.parse('2026-10-03T00:00:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** After how long a job is tried again (source-job.ts). */
const RETRY_MS = [3_000, 7_000, 20_000, 55_000, 148_000];

/** After how long a sweep is taken up that has no more tries (run-source.ts). */
const RESUME_SWEEP_MS = 60 * MINUTE;

interface DueRun {
  readonly at: number;
  readonly channel: ChannelName;
  readonly attempt: number;
}

/** What goes wrong all day. NVD has its own way to refuse a key; GitHub's API refuses a token by a policy, and raw files get none. */
const FAULTS = {
  normal: () => [],
  refused: () => [{ kind: 'status', status: 429 }],
  tokenRefused: (id) => [
    { kind: 'token_refused', status: id === 'nvd' ? 404 : 403, path: id === 'cve_list_v5' ? '/repos/*' : '*' },
  ],
} as const satisfies Record<string, (id: SourceId) => readonly Fault[]>;

/** Reads a source for a day by its timetable and counts its requests. */
export async function countDayRequests(store: FaultStore, id: SourceId, day: keyof typeof FAULTS): Promise<number> {
  const { db, pool } = store;
  const clock = stillClock(DAY_START - DAY);
  await using twin = await startTwin(TWINS[id].define(smallWorld), { clock });
  const feeds = openFeeds({ [id]: addressAt(id, twin.url) });
  const feed = feeds.get(id);
  if (feed === undefined) throw new Error(`${id} is not enabled`);
  const { upstreams, channels } = feed.source;
  const { http, advance } = openPacedClient(db, upstreams, clock);
  const deps = { db, pool, http, log: silentLog, now: () => new Date(clock.now()) };
  const run = async (channel: ChannelName) =>
    runSource(deps, feed, AbortSignal.timeout(60_000), { channel }).then(
      () => true,
      () => false,
    );

  for (const channel of ['bulk', 'delta', 'sweep', 'delta'] as const) {
    if (channels[channel] === undefined || !(await run(channel))) continue;
    await advance(60 * MINUTE);
  }
  await advance(DAY_START - clock.now());
  twin.faults.set(FAULTS[day](id));
  const before = twin.requests.length;
  const due = listDueRuns(timetable(feeds));
  const isDaily = (SOURCES[id].info.reconciliation.everyHours ?? 0) <= 24;
  for (let next = due.shift(); next !== undefined && next.at < DAY_START + DAY; next = due.shift()) {
    await advance(Math.max(0, next.at - clock.now()));
    if (await run(next.channel)) continue;
    const retryMs = RETRY_MS[next.attempt];
    const resumeMs = next.channel === 'sweep' && !isDaily ? RESUME_SWEEP_MS : undefined;
    if (retryMs !== undefined) due.push({ ...next, at: clock.now() + retryMs, attempt: next.attempt + 1 });
    else if (resumeMs !== undefined) due.push({ ...next, at: clock.now() + resumeMs, attempt: 0 });
    due.sort((a, b) => a.at - b.at);
  }
  await http.close();
  return twin.requests.length - before;
}

/** Opens a client that keeps to the real pace, by a clock that advances whenever it waits. */
export function openPacedClient(db: Db, upstreams: readonly Upstream[], clock: Clock) {
  const advance = async (ms: number) => {
    clock.advance(ms);
    const earlier = sql`make_interval(secs => ${ms / 1000})`;
    await sql`update upstream set refilled_at = refilled_at - ${earlier}, open_until = open_until - ${earlier},
      failed_at = failed_at - ${earlier}`.execute(db);
  };
  const http = openHttpClient({
    allow: upstreams,
    userAgent: 'Almanac/test',
    sleep: advance,
    random: () => 0.5,
    pace: openPace({ db, sleep: advance }, upstreams),
  });
  return { http, advance };
}

function listDueRuns(items: ReturnType<typeof timetable>): DueRun[] {
  const runs = parseCronItems(items).flatMap(({ match, payload }) => {
    const minutes = Array.from({ length: DAY / MINUTE }, (_, minute) => DAY_START + minute * MINUTE);
    const channel = (payload as { readonly channel: ChannelName }).channel;
    return minutes.filter((at) => match(toCronTime(at))).map((at) => ({ at, channel, attempt: 0 }));
  });
  return runs.sort((a, b) => a.at - b.at);
}

function toCronTime(at: number) {
  const date = new Date(at);
  return {
    min: date.getUTCMinutes(),
    hour: date.getUTCHours(),
    date: date.getUTCDate(),
    month: date.getUTCMonth() + 1,
    dow: date.getUTCDay(),
  };
}
