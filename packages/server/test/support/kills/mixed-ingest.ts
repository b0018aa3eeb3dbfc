import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { smallWorld, USUAL_START } from '@almanac/twins';
import type { IngestDeps } from '../../../src/ingest/deps.ts';
import { type Feeds, getFeed, openFeeds } from '../../../src/ingest/feeds.ts';
import type { Log } from '../../../src/ingest/log.ts';
import { refreshRecord } from '../../../src/ingest/refresh-record.ts';
import { runSource } from '../../../src/ingest/run-source.ts';
import { openPace } from '../../../src/ingest/upstream-pace.ts';
import { openHttpClient } from '../../../src/platform/http-client.ts';
import { SOURCES, type SourceAddresses } from '../../../src/sources/catalogue.ts';
import type { ChannelName } from '../../../src/sources/source.ts';
import type { Limit } from '../../../src/store/upstreams.ts';
import { openTestDatabases } from '../database.ts';
import { type Reach, watchHttp, watchPool } from './points.ts';
import { silentLog } from './worker-kill.ts';

/** All sources are read side by side, three times: to fill the store, for what changed, and all there is once more. */
export const PHASES = ['fill', 'changes', 'sweeps'] as const;
export type Phase = (typeof PHASES)[number];

const HOUR = 3_600_000;
const HOURS_AFTER_START: Readonly<Record<Phase, number>> = { fill: 0, changes: 26, sweeps: 52 };

/** The time stands still within a phase: whatever is observed in it is observed at the same moment, disturbed or not. */
export function instantOf(phase: Phase): number {
  return Date.parse(USUAL_START) + HOURS_AFTER_START[phase] * HOUR;
}

export type Step =
  | { readonly source: SourceId; readonly channel: ChannelName }
  /** One record, on someone's behalf. */
  | { readonly source: SourceId; readonly key: string };

/** What the timetable reads of a source in a phase. */
function channelsOf(source: SourceId, phase: Phase): readonly ChannelName[] {
  const scheduled = SOURCES[source].schedule.map(({ channel }) => channel);
  if (scheduled.length === 0) return [];
  if (phase === 'fill') return ['bulk'];
  return phase === 'changes' ? scheduled.filter((channel) => channel !== 'sweep') : scheduled;
}

/** Of the version aggregator: a project, one with oddities, and one that does not exist. */
const PROJECTS = ['python', 'tidepool', 'no-such-project'];

/** Every source. Two are read record by record only: of the CVE services so many are asked for, not all of which exist. */
export function stepsOf(phase: Phase, singles = 8): Step[] {
  const known = [...smallWorld.entries()].map(({ id }) => id);
  const asked = Array.from({ length: singles }, (_, i) => known[i] ?? `CVE-2026-${8_000_000 + i}`);
  return [
    ...SOURCE_IDS.flatMap((source) => channelsOf(source, phase).map((channel) => ({ source, channel }))),
    ...PROJECTS.map((key) => ({ source: 'repology', key }) as const),
    ...asked.map((key) => ({ source: 'cve_services', key }) as const),
  ];
}

export interface MixedIngestOptions {
  readonly databaseUrl: string;
  readonly addresses: SourceAddresses;
  readonly applicationName: string;
  readonly phase: Phase;
  /** How many milliseconds of the phase have passed; none if left out. */
  readonly passedMs?: number;
  readonly reach?: Reach;
  /** What all processes together may ask of each upstream; without one they need not wait. */
  readonly limit?: Limit;
  readonly log?: Log;
}

export interface MixedIngest extends AsyncDisposable {
  readonly deps: IngestDeps;
  readonly feeds: Feeds;
}

/** What a process needs that takes part in it, as `bin` opens it. */
export function openMixedIngest(options: MixedIngestOptions): MixedIngest {
  const { addresses, applicationName, phase, passedMs = 0, limit, reach = () => {}, log = silentLog } = options;
  const databases = openTestDatabases(options.databaseUrl, { role: 'almanac_worker', applicationName, max: 20 });
  watchPool(databases.pool, reach);
  const feeds = openFeeds(addresses);
  const upstreams = [...feeds.values()].flatMap(({ source }) => source.upstreams);
  const limited = upstreams.map(({ url }) => ({ url, ...(limit !== undefined && { limit }) }));
  const client = openHttpClient({
    allow: upstreams,
    userAgent: 'Almanac/test',
    ...(limit !== undefined && { pace: openPace({ db: databases.primary }, limited) }),
  });
  return {
    deps: {
      db: databases.primary,
      pool: databases.pool,
      http: watchHttp(client, reach),
      log,
      now: () => new Date(instantOf(phase) + passedMs),
    },
    feeds,
    async [Symbol.asyncDispose]() {
      await Promise.all([databases.close(), client.close()]);
    },
  };
}

const PATIENCE_MS = 300_000;

/** Every source side by side; `done` is told of each step that came to its end. */
export async function takeSteps(
  { deps, feeds }: MixedIngest,
  steps: readonly Step[],
  done: (step: Step) => void = () => {},
): Promise<void> {
  const lanes = Map.groupBy(steps, ({ source }) => source);
  await Promise.all([...lanes.values()].map((lane) => takeInTurn(lane)));

  async function takeInTurn(lane: readonly Step[]): Promise<void> {
    for (const step of lane) {
      const feed = getFeed(feeds, step.source);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      if ('key' in step) await refreshRecord(deps, feed, step.key, signal);
      else {
        const { state } = await runSource(deps, feed, signal, { channel: step.channel });
        if (state !== 'ok') throw new Error(`${step.source} ${step.channel} is ${state}`);
      }
      done(step);
    }
  }
}
