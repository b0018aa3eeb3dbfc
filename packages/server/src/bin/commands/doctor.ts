import { access, constants } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { judgeSchema, newestMigration } from '../../app/readiness.ts';
import { sourceStatus } from '../../app/sources/source-status.ts';
import { describeError } from '../../ingest/describe-error.ts';
import { lastPublished } from '../../ingest/snapshots/publish.ts';
import { CLOCK_TOLERANCE_MS, watchClock } from '../../platform/clock-watch.ts';
import { inTime } from '../../platform/in-time.ts';
import { readDisk } from '../../platform/machine-metrics.ts';
import { redisConnection } from '../../platform/redis-connection.ts';
import { databaseClock } from '../../queries/database-clock.ts';
import { queueAge } from '../../queries/queue-age.ts';
import { schemaVersion } from '../../queries/schema-version.ts';
import { newestHeartbeat } from '../../store/worker-heartbeats.ts';
import { chosenAddresses, type Environment, findLackingSources, writtenFolders } from '../environment.ts';
import { openIngest } from '../open-ingest.ts';
import { snapshotSettings } from '../snapshot-settings.ts';
import type { Command, CommandDeps } from './command.ts';

/** `poor`: it works, and somebody should look at it. */
type Outcome = 'ok' | 'poor' | 'bad';

interface Finding {
  readonly check: string;
  readonly outcome: Outcome;
  readonly sentence: string;
  /** What to do. */
  readonly remedy?: string;
}

const PATIENCE_MS = 5_000;
/** Below these a disk is full soon, or now. */
const POOR_DISK = 0.15;
const BAD_DISK = 0.05;
/** A worker says every few seconds that it lives. */
const MAX_SILENCE_SECONDS = 60;
/** As the alert has it. */
const MAX_QUEUE_SECONDS = 300;
/** Snapshots that may be left out before somebody should look. */
const MISSED_SNAPSHOTS = 4;

/** Checks everything that the service needs. Needs none of it itself: what is away is a finding. */
export const doctor: Command = async (deps, args) => {
  const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } });
  const { environment, log, showProgress } = deps;
  let upstream: Headers = null;
  const ingest = openIngest(environment, {
    applicationName: 'almanac-doctor',
    connections: 2,
    log,
    onHeaders: (origin, headers) => {
      upstream = { origin, headers };
    },
  });
  try {
    const findings: Finding[] = [];
    for (const check of [
      checkSettings,
      checkDatabase,
      checkRedis,
      checkDisks,
      checkClock,
      checkSources,
      checkSnapshots,
    ]) {
      showProgress(check.name);
      findings.push(...(await check({ ...deps, ...ingest, upstream: () => upstream })));
    }
    if (values.json) deps.print(JSON.stringify(findings, null, 2));
    else for (const finding of findings) deps.print(formatFinding(finding));
    return findings.some(({ outcome }) => outcome === 'bad') ? 1 : 0;
  } finally {
    // A server that hangs is not waited for.
    await inTime(ingest.close(), PATIENCE_MS);
  }
};

type Headers = { readonly origin: string; readonly headers: ReadonlyMap<string, string> } | null;
type Scene = CommandDeps & ReturnType<typeof openIngest> & { readonly upstream: () => Headers };

const WORDS = { ok: 'ok', poor: 'look at', bad: 'BAD' } as const;

function formatFinding({ check, outcome, sentence, remedy }: Finding): string {
  const line = `${WORDS[outcome].padEnd(7)}  ${check.padEnd(9)}  ${sentence}`;
  return remedy === undefined ? line : `${line}\n                    → ${remedy}`;
}

async function checkSettings({ environment }: Scene): Promise<Finding[]> {
  const lacking = findLackingSources(environment).map(
    ({ id, reason }): Finding => ({
      check: 'settings',
      outcome: 'poor',
      sentence: `${id}: ${reason}`,
      remedy: `Set it (docs/env.md), or leave ${id} out of SOURCES.`,
    }),
  );
  if (environment.BASE_URL === undefined) {
    lacking.push({
      check: 'settings',
      outcome: 'poor',
      sentence: 'BASE_URL is not set: links lead to this machine.',
      remedy: 'Set BASE_URL to what callers reach the API under, ending in /api/v1.',
    });
  }
  // Settings that cannot be read ended the program before it came here.
  return lacking.length > 0
    ? lacking
    : [{ check: 'settings', outcome: 'ok', sentence: 'All are set and can be read.' }];
}

async function checkDatabase({ db }: Scene): Promise<Finding[]> {
  const check = 'database';
  const found = await timely(() => schemaVersion(db));
  if ('failed' in found) {
    const isEmpty = found.code === '42P01' || found.code === '22023';
    return [
      isEmpty
        ? { check, outcome: 'bad', sentence: `It has no tables of ours: ${found.failed}`, remedy: RUN_MIGRATE }
        : {
            check,
            outcome: 'bad',
            sentence: `It does not answer: ${found.failed}`,
            remedy:
              'Start PostgreSQL, or correct DATABASE_URL; its login must be a member of almanac_worker (docs/install.md#roles-and-grants).',
          },
    ];
  }
  const needed = await newestMigration();
  return judgeSchema(needed, found.value) === 'ok'
    ? [{ check, outcome: 'ok', sentence: `It answers, with the schema ${found.value}.` }]
    : [
        {
          check,
          outcome: 'bad',
          sentence: `Its schema is ${found.value ?? 'empty'}; this release needs ${needed}.`,
          remedy: RUN_MIGRATE,
        },
      ];
}

const RUN_MIGRATE = 'Run npm run migrate with the login that owns the database (docs/install.md#upgrades).';

async function checkRedis({ environment }: Scene): Promise<Finding[]> {
  const connection = redisConnection({
    url: environment.REDIS_URL,
    sentinels: environment.REDIS_SENTINELS,
    clusterNodes: environment.REDIS_CLUSTER_NODES,
  });
  const { client } = connection;
  client.on('error', () => {});
  const found = await timely(async () => {
    await client.connect();
    await connection.probe();
  });
  client.disconnect();
  return 'failed' in found
    ? [
        {
          check: 'redis',
          outcome: 'poor',
          sentence: `It does not answer: ${found.failed}. Answers go on; each process limits callers by itself.`,
          remedy: 'Start Redis, or correct REDIS_URL (docs/operations.md#redis).',
        },
      ]
    : [{ check: 'redis', outcome: 'ok', sentence: 'It answers.' }];
}

async function checkDisks({ environment }: Scene): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [name, path] of writtenFolders(environment)) {
    const found = await timely(async () => {
      await access(path, constants.W_OK);
      return readDisk(path);
    });
    if ('failed' in found) {
      const remedy = `Create ${path} and let the worker's user write to it.`;
      findings.push({ check: 'disk', outcome: 'bad', sentence: `${name}: ${found.failed}`, remedy });
      continue;
    }
    const { free, size } = found.value;
    const share = free / size;
    const sentence = `${name}: ${Math.round(share * 100)} % of ${path} is free (${(free / 1024 ** 3).toFixed(1)} GiB).`;
    const remedy = 'Make room or give it a larger disk (docs/operations.md#when-a-disk-is-full).';
    if (share < BAD_DISK) findings.push({ check: 'disk', outcome: 'bad', sentence, remedy });
    else if (share < POOR_DISK) findings.push({ check: 'disk', outcome: 'poor', sentence, remedy });
    else findings.push({ check: 'disk', outcome: 'ok', sentence });
  }
  return findings;
}

async function checkClock({ db, http, environment, upstream, now, signal }: Scene): Promise<Finding[]> {
  const clock = await watchClock({
    now: () => now().getTime(),
    askDatabase: () => databaseClock(db),
    onDifference: () => {},
  });
  await inTime(clock.stop(), PATIENCE_MS);
  const findings = [judgeClock('the database', clock.ahead('database'))];
  const url = firstAddress(environment);
  if (url !== null) {
    // The date of any answer will do, and of a refusal too.
    const soon = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
    await http.get(new URL('/', url).href, { signal: soon, follow: false }).catch(() => null);
    const answer = upstream();
    if (answer !== null) clock.note(answer.origin, answer.headers);
    findings.push(judgeClock(answer?.origin ?? new URL(url).origin, clock.ahead('upstreams')));
  }
  return findings;
}

function judgeClock(whose: string, ahead: number | null): Finding {
  const check = 'clock';
  if (ahead === null) return { check, outcome: 'poor', sentence: `It could not be compared with that of ${whose}.` };
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  if (seconds * 1_000 <= CLOCK_TOLERANCE_MS)
    return { check, outcome: 'ok', sentence: `It agrees with that of ${whose}.` };
  const sentence = `It is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} that of ${whose}.`;
  return {
    check,
    outcome: 'bad',
    sentence,
    remedy: 'Let chrony or systemd-timesyncd set it (docs/operations.md#when-clocks-differ).',
  };
}

/** Of a source that is read by HTTP. */
function firstAddress(environment: Environment): string | null {
  const texts = Object.values(chosenAddresses(environment)).flatMap((address) => Object.values(address ?? {}));
  return texts.find((text): text is string => typeof text === 'string' && /^https?:/.test(text)) ?? null;
}

async function checkSources({ db, now }: Scene): Promise<Finding[]> {
  const found = await timely(async () => ({
    heartbeat: await newestHeartbeat(db),
    queue: await queueAge(db),
    sources: await sourceStatus(db, now()),
  }));
  if ('failed' in found)
    return [{ check: 'sources', outcome: 'bad', sentence: `They cannot be looked up: ${found.failed}` }];
  const { heartbeat, queue, sources } = found.value;
  const findings: Finding[] = [];
  if (heartbeat === null || heartbeat > MAX_SILENCE_SECONDS) {
    findings.push({
      check: 'worker',
      outcome: 'bad',
      sentence: heartbeat === null ? 'No worker runs.' : `No worker has been heard of for ${Math.round(heartbeat)} s.`,
      remedy: 'Start one: npm run worker, or systemctl start almanac-worker.',
    });
  } else findings.push({ check: 'worker', outcome: 'ok', sentence: 'A worker runs.' });
  if (queue !== null && queue > MAX_QUEUE_SECONDS) {
    const sentence = `A job has been waiting for ${Math.round(queue)} s.`;
    findings.push({
      check: 'worker',
      outcome: 'poor',
      sentence,
      remedy: 'Raise WORKER_CONCURRENCY, or start another worker.',
    });
  }
  const troubled = sources.flatMap(({ id, state, lastError, lastCheckedAt, warnings }): Finding[] => {
    if (state === 'held') {
      const remedy = `Look at it: almanac-server release ${id} (docs/operations.md#when-a-run-is-held).`;
      return [
        { check: 'sources', outcome: 'bad', sentence: `${id} is held: ${lastError ?? 'no reason given'}`, remedy },
      ];
    }
    if (state === 'stale' || state === 'unreachable') {
      const since = lastCheckedAt === null ? 'it was never read' : `last read ${lastCheckedAt}`;
      const sentence = `${id} is ${state}: ${lastError ?? since}`;
      return [
        {
          check: 'sources',
          outcome: 'bad',
          sentence,
          remedy: 'See docs/operations.md#when-a-source-is-stale-or-unreachable.',
        },
      ];
    }
    if (warnings.length === 0) return [];
    const sentence = `${id}: ${warnings.map(({ code }) => code).join(', ')}`;
    return [
      { check: 'sources', outcome: 'poor', sentence, remedy: 'See docs/operations.md#when-a-source-has-warnings.' },
    ];
  });
  if (troubled.length > 0) return [...findings, ...troubled];
  const read = sources.filter(({ state }) => state === 'ok').length;
  return [...findings, { check: 'sources', outcome: 'ok', sentence: `All ${read} that are read are ok.` }];
}

async function checkSnapshots({ environment, now }: Scene): Promise<Finding[]> {
  const check = 'snapshots';
  const remedy =
    'Look at the log of the worker for "job failed" and at the disk (docs/operations.md#when-snapshots-stop).';
  const found = await timely(async () => {
    const settings = await snapshotSettings(environment);
    return settings === null ? null : { settings, published: await lastPublished(settings) };
  });
  if ('failed' in found) return [{ check, outcome: 'bad', sentence: `They cannot be read: ${found.failed}`, remedy }];
  if (found.value === null) return [{ check, outcome: 'ok', sentence: 'None are published here.' }];
  const { settings, published } = found.value;
  if (published === null) return [{ check, outcome: 'poor', sentence: 'None has been published yet.', remedy }];
  const minutes = (now().getTime() - published.getTime()) / 60_000;
  const sentence = `The newest is ${Math.round(minutes)} minutes old.`;
  if (minutes > settings.hours * 60)
    return [{ check, outcome: 'bad', sentence: `${sentence} It has expired.`, remedy }];
  if (minutes > MISSED_SNAPSHOTS * settings.minutes) return [{ check, outcome: 'bad', sentence, remedy }];
  return [{ check, outcome: 'ok', sentence }];
}

type Outcomes<T> = { readonly value: T } | { readonly failed: string; readonly code?: unknown };

async function timely<T>(work: () => Promise<T>): Promise<Outcomes<T>> {
  try {
    const value = await inTime(work(), PATIENCE_MS);
    return value === 'late' ? { failed: `nothing within ${PATIENCE_MS / 1_000} s` } : { value: value as T };
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return { failed: describeError(error), code };
  }
}
