import { isRead, type SourceId, type SourceStatus, SourceWarning } from '@almanac/contract';
import { Counter, Gauge, type Registry } from 'prom-client';
import { sourceStatus } from '../app/sources/source-status.ts';
import { queueAge } from '../queries/queue-age.ts';
import type { Db } from '../store/database.ts';
import type { EndedRun } from '../store/runs.ts';

export interface SourceMetrics {
  /** Counts a run that has ended in this process. */
  readonly count: (source: SourceId, ended: EndedRun) => void;
}

export interface SourceMetricsDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/**
 * Counters are of this process. Gauges are read from the database with the registry, by three short queries, and so every
 * worker of a fleet shows the same.
 */
export function sourceMetrics(registry: Registry, deps: SourceMetricsDeps): SourceMetrics {
  const registers = [registry];
  const runs = new Counter({
    name: 'almanac_ingest_runs_total',
    help: 'Runs that have ended in this process',
    labelNames: ['source', 'channel', 'state'],
    registers,
  });
  const records = new Counter({
    name: 'almanac_ingest_records_total',
    help: 'Records of these runs: seen, changed, removed, unreadable',
    labelNames: ['source', 'channel', 'outcome'],
    registers,
  });
  registerGauges(registry, deps);
  return {
    count(source, { channel, state, ...counts }) {
      runs.inc({ source, channel, state });
      for (const outcome of OUTCOMES) records.inc({ source, channel, outcome }, counts[outcome]);
    },
  };
}

const OUTCOMES = ['seen', 'changed', 'removed', 'unreadable'] as const;
const STATES = ['ok', 'stale', 'unreachable', 'held'] as const;
const CODES = SourceWarning.shape.code.options;

interface Scene {
  readonly sources: readonly SourceStatus[];
  readonly queueSeconds: number;
  readonly now: number;
}

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number | null];
type Definition = readonly [name: string, help: string, labels: readonly string[], read: (scene: Scene) => Sample[]];

const GAUGES: readonly Definition[] = [
  ['almanac_source_state', 'The state of each source: 1 for the one it is in', ['source', 'state'], states],
  [
    'almanac_source_checked_age_seconds',
    'Since the last run that went well',
    ...ages(({ lastCheckedAt }) => lastCheckedAt),
  ],
  ['almanac_source_changed_age_seconds', 'Since the last change', ...ages(({ lastChangedAt }) => lastChangedAt)],
  ['almanac_source_records', 'Records that the source has', ...each(({ records }) => records)],
  ['almanac_source_running', 'Runs under way', ...each(({ running }) => running.length)],
  ['almanac_source_quarantined', 'Documents that could not be read', ...each(({ quarantined }) => quarantined)],
  ['almanac_source_warnings', 'Warnings by their code', ['source', 'code'], warnings],
  [
    'almanac_source_frozen_parts',
    'Parts that have stopped changing',
    ...each(({ parts }) => parts?.frozen.length ?? null),
  ],
  ['almanac_source_ids_missing', 'Records that it lists and we do not have', ...each(({ missing }) => missing)],
  ['almanac_source_ids_extra', 'Records that we have and it does not list', ...each(({ extra }) => extra)],
  ['almanac_upstream_failures', 'Failed requests in a row', ...upstreams(({ failures }) => failures)],
  ['almanac_upstream_resting', '1 while it is not asked', ...upstreams(({ state }) => Number(state === 'resting'))],
  [
    'almanac_queue_oldest_seconds',
    'How long the oldest job that could run waits',
    [],
    (scene) => [[{}, scene.queueSeconds]],
  ],
];

/** The registry asks all of them at once: the first that is asked reads the database, the others wait for it. */
function registerGauges(registry: Registry, { db, now }: SourceMetricsDeps): void {
  let reading: Promise<void> | null = null;
  const collect = () => (reading ??= showScene().finally(() => (reading = null)));
  const gauges = GAUGES.map(([name, help, labelNames, read]) => ({
    gauge: new Gauge({ name, help, labelNames, registers: [registry], collect }),
    labelled: labelNames.length > 0,
    read,
  }));

  /** Without the database there is nothing to show; what the process tells of itself is still to be had. */
  async function showScene(): Promise<void> {
    const scene = await readScene().catch(() => null);
    for (const { gauge, labelled, read } of gauges) {
      gauge.reset();
      // Without labels, a reset leaves a zero.
      if (!labelled) gauge.remove();
      if (scene !== null) for (const [labels, value] of read(scene)) if (value !== null) gauge.set(labels, value);
    }
  }

  async function readScene(): Promise<Scene> {
    const at = now();
    const sources = await sourceStatus(db, at);
    const enabled = sources.filter(({ state }) => isRead(state));
    return { sources: enabled, queueSeconds: (await queueAge(db)) ?? 0, now: at.getTime() };
  }
}

function states({ sources }: Scene): Sample[] {
  return sources.flatMap(({ id, state }) =>
    STATES.map((name): Sample => [{ source: id, state: name }, Number(state === name)]),
  );
}

function warnings({ sources }: Scene): Sample[] {
  return sources.flatMap((source) =>
    CODES.map((code): Sample => {
      const count = source.warnings.filter((warning) => warning.code === code).length;
      return [{ source: source.id, code }, count];
    }),
  );
}

function each(read: (source: SourceStatus, now: number) => number | null): [string[], (scene: Scene) => Sample[]] {
  return [['source'], ({ sources, now }) => sources.map((source) => [{ source: source.id }, read(source, now)])];
}

function ages(read: (source: SourceStatus) => string | null): ReturnType<typeof each> {
  return each((source, now) => {
    const instant = read(source);
    return instant === null ? null : (now - Date.parse(instant)) / 1000;
  });
}

function upstreams(
  read: (upstream: SourceStatus['upstreams'][number]) => number,
): [string[], (scene: Scene) => Sample[]] {
  return [
    ['origin'],
    ({ sources }) =>
      sources.flatMap((source) => source.upstreams.map((one): Sample => [{ origin: one.origin }, read(one)])),
  ];
}
