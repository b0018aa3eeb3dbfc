import path from 'node:path';
import { oauth, runningClock, startTwin } from '@almanac/twins';
import { migrate } from '../packages/server/src/platform/migrate.ts';
import { endWithNpm } from './demo/end-with-npm.ts';
import { checkEngines } from './demo/engines.ts';
import { fillStore } from './demo/fill.ts';
import { showFirstRuns } from './demo/first-runs.ts';
import { readOptions } from './demo/options.ts';
import { checkPorts } from './demo/ports.ts';
import { openProcesses } from './demo/processes.ts';
import { showFirstIngest, waitForApi } from './demo/progress.ts';
import { publishFirst, snapshotVariables } from './demo/snapshots.ts';
import { liveUpstreams, startCorpus, startFamous, type Upstreams } from './demo/upstreams.ts';

/**
 * `npm run demo`: the whole service on this machine, fed by look-alikes of its upstreams that tell of well-known vulnerabilities.
 * `npm run dev` is the same with `--watch`: the api and the worker start again when a source file changes.
 * `npm run demo -- --live` reads the real upstreams; `-- --corpus <folder> [--slice default|<file of CVE ids>]` records from a folder.
 */
const { world, watch, log, site, environment, database, workerMetricsPort } = readOptions(
  process.argv.slice(2),
  process.env,
);
const famous = world.kind === 'famous';
const api = `${site}/api/v1`;
console.log(`Almanac will be at ${site}/ ${famous ? 'in a few seconds' : 'shortly'}. Ctrl-C stops it.\n`);

let stopping = false;
/** Not `using`: this module ends when the demo is ready, what it started when the demo is stopped. */
const started: AsyncDisposable[] = [];
const processes = openProcesses({
  log,
  watch,
  onEnd(name, lastWords) {
    console.error(`\nThe ${name} ended by itself.\n${lastWords}`);
    void stop(1);
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void stop(0));
endWithNpm(() => void stop(0));

await checkPorts([environment['PORT'], environment['METRICS_PORT'], workerMetricsPort], environment['HOST']);
step('Preparing the database');
await checkEngines(environment, famous);
await migrate({
  url: environment.DATABASE_URL,
  directory: path.resolve(import.meta.dirname, '../packages/server/migrations'),
});

const upstreams = await openUpstreams();
const client = { id: 'almanac-demo', secret: 'of-the-demo' };
const provider = await startTwin(oauth({ clients: [client] }), { clock: runningClock() });
started.push(upstreams, provider);
const access = {
  ACCESS_URL: provider.url,
  ACCESS_API_URL: provider.url,
  ACCESS_CLIENT_ID: client.id,
  ACCESS_CLIENT_SECRET: client.secret,
};
const snapshots = famous ? snapshotVariables(database) : {};
const fed = { ...environment, ...upstreams.environment, ...access, ...snapshots };
const began = Date.now();
if (upstreams.clock !== undefined) {
  step('Reading five years of records');
  await fillStore({ environment: fed, clock: upstreams.clock });
  step('Publishing a signed snapshot');
  await publishFirst(fed);
}

if (!stopping) {
  step('Starting the service');
  processes.start('api', fed);
  processes.start('worker', { ...fed, METRICS_PORT: workerMetricsPort });
  await waitForApi(api, () => stopping);
}
if (!stopping) {
  console.log(`
Ready, with ${upstreams.data}: ${site}/

${famous ? examples() : ''}  Reference   ${site}/docs
  Sources     ${site}/status
  Metrics     http://${environment['HOST']}:${environment['METRICS_PORT']}/metrics, of the worker on port ${workerMetricsPort}
${log === null ? '' : `  Log         ${log}\n`}`);
  if (!famous) await showFirstIngest(api, () => stopping);
  if (world.kind === 'corpus' && !stopping) await showFirstRuns(environment.DATABASE_URL, began);
}

async function openUpstreams(): Promise<Upstreams> {
  if (world.kind === 'live') return liveUpstreams();
  step('Starting look-alikes of the upstreams');
  return world.kind === 'corpus' ? startCorpus(world.folder, world.slice) : startFamous();
}

function examples(): string {
  return [
    `  Log4Shell   ${site}/CVE-2021-44228`,
    `  xz          ${site}/CVE-2024-3094`,
    `  A package   ${site}/package/redis`,
    `  Scan        ${site}/scan`,
    `  Snapshot    ${site}/snapshot/checkpoint\n`,
    '  Without a server, from the signed snapshot:',
    `    npm run --silent almanac -- scan examples/harbour --snapshot ${site}/snapshot`,
    '    npm run --silent almanac -- scan examples/harbour --offline\n\n',
  ].join('\n');
}

function step(text: string): void {
  if (!stopping) console.log(`… ${text}`);
}

async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  console.log('\n… Stopping');
  await processes.stop();
  await Promise.all(started.map((each) => each[Symbol.asyncDispose]()));
  process.exit(code);
}
