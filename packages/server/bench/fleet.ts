import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabase } from '../test/support/database.ts';
import { freePort } from '../test/support/processes/free-port.ts';
import { fillCves } from './cve.ts';
import { cpu, type Figure, measureAt, median, processMicros, type Subject, start } from './side-by-side.ts';

const PROCESSES = 3;
const ROUNDS = 5;
const SECONDS = 4;
const WARM_UP_SECONDS = 5;
/** Asked for nine times in ten; a process keeps some hundred answers, so the others are mostly read from the store. */
const HOT = 20;

/**
 * `npm run bench fleet`: one api process beside three behind HAProxy, and one behind HAProxy, for lookups of which nine in
 * ten are cached. Needs Debian's `haproxy`.
 */
export async function benchFleet(): Promise<void> {
  await using database = await createTestDatabase();
  const paths = mixed(await fillCves(database.url));
  const subjects: Subject[] = [];
  for (let i = 0; i < PROCESSES; i += 1) {
    subjects.push(await start(new URL('cve-subject.ts', import.meta.url), 'small cache', [database.url]));
  }
  const [first] = subjects;
  if (first === undefined) return;
  await using proxyOfAll = await startProxy(subjects);
  await using proxyOfOne = await startProxy([first]);
  const setups = [
    { name: 'one process', url: first.url, of: [first], proxy: null },
    { name: 'one process behind HAProxy', url: proxyOfOne.url, of: [first], proxy: proxyOfOne },
    { name: `${PROCESSES} processes behind HAProxy`, url: proxyOfAll.url, of: subjects, proxy: proxyOfAll },
  ];
  const figures = new Map(setups.map(({ name }) => [name, [] as (Figure & { readonly proxyMicros: number })[]]));
  const before = loadavg();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const { name, url, of, proxy } of setups) {
      const [proxyBefore, began] = [await proxy?.cpuMicros(), performance.now()];
      const used = async () => (await Promise.all(of.map(({ process }) => cpu(process)))).reduce((a, b) => a + b, 0);
      const seconds = round === 0 ? WARM_UP_SECONDS : SECONDS;
      const figure = await measureAt({ url, cpuMicros: used, paths, seconds, manyCallers: true });
      const requests = (figure.rate * (performance.now() - began)) / 1_000;
      const proxyMicros = ((await proxy?.cpuMicros()) ?? 0) - (proxyBefore ?? 0);
      if (round > 0) figures.get(name)?.push({ ...figure, proxyMicros: proxyMicros / requests });
    }
  }
  console.table(
    Object.fromEntries(
      [...figures].map(([name, own]) => [
        name,
        {
          'req/s': Math.round(median(own.map(({ rate }) => rate))),
          'api CPU µs': Math.round(median(own.map(({ micros }) => micros))),
          'HAProxy CPU µs': Math.round(median(own.map(({ proxyMicros }) => proxyMicros))),
        },
      ]),
    ),
  );
  console.log(
    `load of the machine before and after: ${[...before, ...loadavg()].map((one) => one.toFixed(1)).join(' ')}`,
  );
  for (const { process } of subjects) process.disconnect();
}

function mixed(ids: readonly string[]): string[] {
  const [hot, others] = [ids.slice(0, HOT), ids.slice(HOT)];
  const turns = Array.from({ length: others.length * 10 }, (_, turn) => turn);
  return turns.map((turn) => (turn % 10 === 0 ? others[turn / 10] : hot[turn % HOT]) ?? '');
}

interface Proxy extends AsyncDisposable {
  readonly url: string;
  cpuMicros(): Promise<number>;
}

async function startProxy(subjects: readonly Subject[]): Promise<Proxy> {
  const port = await freePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-fleet-'));
  const file = path.join(folder, 'haproxy.cfg');
  const servers = subjects.map(({ url }, i) => `  server api${i} ${new URL(url).host}`);
  await writeFile(file, `${[...CONFIGURATION, `  bind 127.0.0.1:${port}`, ...servers].join('\n')}\n`);
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  await Promise.race([once(child, 'spawn'), once(child, 'error').then(([error]) => Promise.reject(error as Error))]);
  await sleep(500);
  return {
    url: `http://127.0.0.1:${port}${new URL(subjects[0]?.url ?? '').pathname}`,
    cpuMicros: () => processMicros(child.pid ?? 0),
    async [Symbol.asyncDispose]() {
      child.kill();
      await rm(folder, { recursive: true });
    },
  };
}

const CONFIGURATION = [
  'global',
  '  nbthread 1',
  'defaults',
  '  mode http',
  '  timeout connect 5s',
  '  timeout client 30s',
  '  timeout server 30s',
  'listen api',
  '  balance leastconn',
];

if (import.meta.main) await benchFleet();
