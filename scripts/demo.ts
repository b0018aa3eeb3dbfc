import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { oauth, runningClock, startTwin } from '@almanac/twins';
import { checkEngines } from './demo/engines.ts';
import { showFirstRuns } from './demo/first-runs.ts';
import { showFirstIngest, waitForApi } from './demo/progress.ts';
import { startCorpus, startInvented } from './demo/upstreams.ts';

/**
 * `npm run demo`: the whole service on this machine, fed by look-alikes of its upstreams.
 * `npm run dev` is the same with `--watch`: the api and the worker start anew when a source file changes.
 * `npm run demo -- --corpus <folder> [--slice default|<file of CVE ids>]` serves real records from a folder in place of made-up ones.
 */
const { watch, corpus, slice } = parseArgs({
  options: { watch: { type: 'boolean', default: false }, corpus: { type: 'string' }, slice: { type: 'string' } },
}).values;
if (slice !== undefined && corpus === undefined) throw new Error('--slice is of a corpus: give its folder by --corpus');
if (corpus !== undefined && !existsSync(path.join(corpus, 'cve-list'))) throw new Error(`${corpus} is no corpus`);
/** What a demo keeps is under this name, so that a second one beside it has another. */
const database = process.env['DEMO_DATABASE'] ?? 'almanac_demo';
const environment = {
  ...process.env,
  DATABASE_URL: demoDatabase(process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'),
  REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  REDIS_PREFIX: process.env['REDIS_PREFIX'] ?? `${database}:`,
  HOST: process.env['HOST'] ?? '127.0.0.1',
  PORT: process.env['PORT'] ?? '8080',
  METRICS_PORT: process.env['METRICS_PORT'] ?? '9090',
  LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
};
const site = `http://${environment.HOST}:${environment.PORT}`;

await checkEngines(environment);
step('Bringing the schema up to date');
await finished(start('migrate'));

step('Starting the twins of the upstreams');
// Not `using`: this module ends when the first ingest has, the twins when the demo is stopped.
const upstreams = corpus === undefined ? await startInvented() : await startCorpus(corpus, slice);
const client = { id: 'almanac-demo', secret: 'of-the-demo' };
const provider = await startTwin(oauth({ clients: [client] }), { clock: runningClock() });
const access = {
  ACCESS_URL: provider.url,
  ACCESS_API_URL: provider.url,
  ACCESS_CLIENT_ID: client.id,
  ACCESS_CLIENT_SECRET: client.secret,
};
const fed = { ...environment, ...upstreams.environment, ...access };
const workerMetricsPort = String(Number(environment.METRICS_PORT) + 1);

step('Starting worker and api');
const began = Date.now();
const processes = [start('worker', { ...fed, METRICS_PORT: workerMetricsPort }), start('api', fed)];
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(0));
for (const child of processes) {
  child.once('exit', (code) => {
    if (!stopping) console.error(`\nA process ended by itself with code ${code}; stopping the rest.`);
    if (!stopping) void stop(1);
  });
}

await waitForApi(`${site}/api/v1`, () => stopping);
if (!stopping) {
  console.log(`
Almanac is running on ${upstreams.data}. Stop it with Ctrl-C.

  Reference   ${site}/docs
  Sources     curl -s ${site}/api/v1/sources
  Health      curl -s ${site}/api/v1/health
  Metrics     http://${environment.HOST}:${environment.METRICS_PORT}/metrics, of the worker on port ${workerMetricsPort}
`);
  await showFirstIngest(`${site}/api/v1`, () => stopping);
  if (corpus !== undefined && !stopping) await showFirstRuns(environment.DATABASE_URL, began);
}

/** On the server that DATABASE_URL names, but never in the database it names: a demo leaves your data alone. */
function demoDatabase(address: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

function step(text: string): void {
  console.log(`… ${text}`);
}

function start(name: 'migrate' | 'worker' | 'api', env: NodeJS.ProcessEnv = environment): ChildProcess {
  const file = path.resolve(import.meta.dirname, `../packages/server/src/bin/${name}.ts`);
  const flags = [
    '--conditions=@almanac/source',
    ...(watch && name !== 'migrate' ? ['--watch', '--watch-preserve-output'] : []),
  ];
  return spawn(process.execPath, [...flags, file], {
    env,
    stdio: ['ignore', name === 'api' ? 'ignore' : 'inherit', 'inherit'],
  });
}

async function finished(child: ChildProcess): Promise<void> {
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) process.exit(code ?? 1);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.log('\n… Stopping');
  const running = processes.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(running.map((child) => once(child, 'exit')));
  await Promise.all([upstreams[Symbol.asyncDispose](), provider[Symbol.asyncDispose]()]);
  process.exit(code);
}
