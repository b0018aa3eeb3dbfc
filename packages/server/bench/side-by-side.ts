import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import autocannon from 'autocannon';

/** Two servers that do the same work: one bare, one ours. */
export interface Pair {
  readonly name: string;
  readonly bare: string;
  readonly ours: string;
}

export interface SideBySide {
  readonly pairs: readonly Pair[];
  /** A file that is run as `node <file> <mode> <...args>` and answers with its address, then with its CPU time. */
  readonly subject: URL;
  readonly args: readonly string[];
  /** Asked for in turn, after the address of the subject; the address alone where there are none. */
  readonly paths?: readonly string[];
}

const ROUNDS = 5;
const SECONDS = 2;
/** The compiler goes on for some ten thousand requests: of a slow server they take longer than of a fast one. */
const WARM_UP_REQUESTS = 20_000;
const LONGEST_WARM_UP_SECONDS = 20;
const CONNECTIONS = 32;
/** Of one connection: each is written before the first is sent, and a client that writes for seconds finds itself too late. */
const MOST_PREPARED = 1_000;
const LONGEST_ANSWER_SECONDS = 30;

/**
 * CPU microseconds per request of two servers, in one run. Rounds of the two are interleaved, so that a noisy machine is
 * noisy for both.
 */
export async function sideBySide({ pairs, subject, args, paths = [''] }: SideBySide): Promise<void> {
  const rows = [];
  const before = loadavg();
  for (const { name, bare, ours } of pairs) {
    const subjects = [await start(subject, bare, args), await start(subject, ours, args)] as const;
    const figures: [Figure[], Figure[]] = [[], []];
    for (const one of subjects) await warmUp(one, paths);
    for (let round = 0; round < ROUNDS; round += 1) {
      figures[0].push(await measure(subjects[0], paths, SECONDS));
      figures[1].push(await measure(subjects[1], paths, SECONDS));
    }
    for (const { process } of subjects) process.disconnect();
    const [bareMicros, ourMicros] = figures.map((list) => median(list.map(({ micros }) => micros))) as [number, number];
    rows.push({
      what: name,
      'bare µs': Number(bareMicros.toFixed(1)),
      'ours µs': Number(ourMicros.toFixed(1)),
      'ratio (bare / ours)': Number((bareMicros / ourMicros).toFixed(2)),
      'bare req/s': Math.round(median(figures[0].map(({ rate }) => rate))),
      'ours req/s': Math.round(median(figures[1].map(({ rate }) => rate))),
    });
  }
  console.table(rows);
  console.log(
    `load of the machine before and after: ${[...before, ...loadavg()].map((one) => one.toFixed(1)).join(' ')}`,
  );
}

async function warmUp(subject: Subject, paths: readonly string[]): Promise<void> {
  let requests = 0;
  for (let seconds = 0; seconds < LONGEST_WARM_UP_SECONDS && requests < WARM_UP_REQUESTS; seconds += SECONDS) {
    requests += (await measure(subject, paths, SECONDS)).rate * SECONDS;
  }
}

export interface Subject {
  readonly process: ChildProcess;
  readonly url: string;
}

export interface Figure {
  readonly micros: number;
  readonly rate: number;
}

export async function start(file: URL, mode: string, args: readonly string[]): Promise<Subject> {
  const child = fork(file, [mode, ...args], {
    execArgv: ['--conditions=@almanac/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ address: string }];
  return { process: child, url: message.address };
}

async function measure({ process, url }: Subject, paths: readonly string[], seconds: number): Promise<Figure> {
  return measureAt({ url, cpuMicros: () => cpu(process), paths, seconds });
}

export interface Measurement {
  readonly url: string;
  /** What the servers behind the address have used so far. */
  readonly cpuMicros: () => Promise<number>;
  readonly paths: readonly string[];
  readonly seconds: number;
  /** Each connection is another caller's. */
  readonly manyCallers?: boolean;
}

export async function measureAt({ url, cpuMicros, paths, seconds, manyCallers = false }: Measurement): Promise<Figure> {
  const { pathname } = new URL(url);
  let clients = 0;
  const before = await cpuMicros();
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: seconds,
    timeout: LONGEST_ANSWER_SECONDS,
    requests: paths.slice(0, 1).map((path) => ({ path: pathname + path })),
    // Each begins somewhere else: those who ask for the same at once would share one answer.
    setupClient(client) {
      const from = Math.floor((clients / CONNECTIONS) * paths.length);
      clients += 1;
      const headers = {
        'accept-encoding': 'identity',
        ...(manyCallers ? { 'x-forwarded-for': `192.0.2.${clients}` } : {}),
      };
      const own = [...paths.slice(from), ...paths.slice(0, from)].slice(0, MOST_PREPARED);
      client.setRequests(own.map((path) => ({ path: pathname + path, headers })));
    },
  });
  const after = await cpuMicros();
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.errors} errors, answers by status ${JSON.stringify(result.statusCodeStats)}`);
  return { micros: (after - before) / result.requests.total, rate: result.requests.total / result.duration };
}

export async function cpu(process: ChildProcess): Promise<number> {
  process.send('cpu');
  const [{ cpu: usage }] = (await once(process, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return usage.user + usage.system;
}

/** User and system time of a process that is not ours; the kernel counts in hundredths of a second. */
export async function processMicros(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
