import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { Context } from '../app/context.ts';
import { type Build, type Deps, depsWithin } from '../app/deps.ts';
import { ApiError, storageUnavailable } from '../app/errors.ts';
import type { OnMismatch } from '../app/json/answer-schema.ts';
import { BETWEEN_THREADS, type FromThread, type LargeJob, type ToThread } from '../http/admission/large-work.ts';
import { encodeCacheEntry } from '../http/cache/codec.ts';
import { type Operation, pageOperation, routeOperation } from '../http/operation.ts';
import { PAGES, ROUTES } from '../http/routes/index.ts';
import { readUnmetered } from '../platform/connect-within.ts';
import { openDatabases } from '../platform/db.ts';
import { lru } from '../platform/lru.ts';
import { NO_RECEIVERS } from '../platform/receivers.ts';
import { setEnd } from '../platform/time-left.ts';
import { isStorageUnavailable } from '../platform/unavailable.ts';
import type { Database } from '../store/database.ts';
import { type Environment, httpSettings } from './environment.ts';
import { openApiDeps } from './open-api-deps.ts';

/** What the thread is started with. */
export interface ThreadData {
  readonly environment: Environment;
  readonly build: Build;
}

/** The thread in which large answers are made, with connections of its own. */
if (parentPort === null) throw new Error('this file is run as a thread');
const port = parentPort;
const { environment, build } = workerData as ThreadData;

/** Of this thread alone: whoever asks little is answered first. */
const LOWER_PRIORITY = 5;
setPriority(LOWER_PRIORITY);

/** One for each answer that is made at the same time, and one for an answer that is ending. */
const CONNECTIONS = 4;

/** Bytes of opened parts as they are stored, of which the kernel has 4.5 MB. Opened they take some ten times as much. */
const OPENED_BYTES = 6 << 20;

/** The API's time when the newest job came, and when that was by the thread's own clock. */
let clock = { now: Date.now(), at: performance.now() };
const databases = openDatabases<Database>({
  primaryUrl: environment.DATABASE_URL,
  replicaUrl: environment.DATABASE_REPLICA_URL,
  max: CONNECTIONS,
  applicationName: 'almanac-api-large',
  role: 'almanac_api',
  statementTimeoutMs: environment.DEADLINE_MS,
  prepare: environment.DATABASE_PREPARE === 'on',
  pipeline: true,
  onError: () => {},
});
const deps: Deps = {
  ...openApiDeps(environment, {
    databases,
    redis: null,
    now: () => Math.round(clock.now + performance.now() - clock.at),
    build,
    receivers: NO_RECEIVERS,
  }),
  opened: lru(OPENED_BYTES),
};
const { rates } = httpSettings(environment);
const operations = new Map<string, (onMismatch: OnMismatch) => Operation>([
  ...ROUTES.map(
    (route) => [route.endpoint.id, (onMismatch: OnMismatch) => routeOperation(route, onMismatch) as Operation] as const,
  ),
  ...PAGES.map((page) => [page.path, () => pageOperation(page) as Operation] as const),
]);

interface Running {
  readonly end: AbortController;
  charged: () => void;
}

const running = new Map<number, Running>();

port.on('message', (message: ToThread) => {
  if (message.kind === 'run') void run(message.id, message.job);
  else if (message.kind === 'charged') running.get(message.id)?.charged();
  else running.get(message.id)?.end.abort(new Error('nobody waits for the answer any more'));
});

async function run(id: number, job: LargeJob): Promise<void> {
  clock = { now: job.now, at: performance.now() };
  const end = new AbortController();
  const { signal } = end;
  if (job.timeLeft !== null) setEnd(signal, job.timeLeft);
  const own: Running = { end, charged: () => {} };
  running.set(id, own);
  let entries = 0;
  const evaluated = (more: number) => {
    entries += more;
  };
  const { operation: name, input, busy, authenticated, account } = job;
  const context: Context = {
    signal,
    busy,
    authenticated,
    account,
    rates,
    charge: (weight) =>
      new Promise((charged, refused) => {
        own.charged = charged;
        signal.addEventListener('abort', () => refused(signal.reason as Error));
        say({ id, kind: 'charge', weight });
      }),
    spendFetch: () => say({ id, kind: 'fetch' }),
    waiting: (wait) => wait(),
    nothingAfter: () => {},
    keyReplaced: () => {},
  };
  let outcome: FromThread;
  try {
    const operation = operations.get(name)?.(({ issues }) => say({ id, kind: 'mismatch', issues }));
    if (operation === undefined) throw new Error(`no operation is called ${name}`);
    const response = await operation.compute({ ...depsWithin(deps, readUnmetered(signal)), evaluated }, input, context);
    outcome =
      'chunks' in response
        ? { id, kind: 'streamed', response }
        : { id, kind: 'answer', bytes: encodeCacheEntry(BETWEEN_THREADS, BETWEEN_THREADS, response) };
  } catch (error) {
    outcome = failureOf(id, error);
  }
  running.delete(id);
  if (entries > 0) say({ id, kind: 'evaluated', entries });
  say(outcome);
}

function failureOf(id: number, error: unknown): FromThread {
  const known = isStorageUnavailable(error) ? storageUnavailable(error) : error;
  if (known instanceof ApiError) {
    const { code, message, hint, retryAfter, details, quiet } = known;
    return { id, kind: 'refused', error: { code, message, hint, retryAfter, details, quiet } };
  }
  const { name, message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { id, kind: 'failed', name, message, stack };
}

function say(message: FromThread): void {
  port.postMessage(message);
}
