import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

/**
 * `npm run bench http`: CPU microseconds per request of our server beside bare Fastify doing the same work, in one run.
 * Rounds of the two are interleaved, so that a noisy machine is noisy for both.
 */
const PAIRS = [
  { name: '(a) cached answer, limiter aside', bare: 'bare fastify', ours: 'cached answer' },
  { name: '(b) cached answer, shared limit', bare: 'bare fastify, one INCR', ours: 'cached answer, shared limit' },
  { name: '(c) shared-cache answer', bare: 'bare fastify, one GET', ours: 'shared-cache answer' },
] as const;
const ROUNDS = 5;
const SECONDS = 2;

export async function benchHttp(redisUrl: string): Promise<void> {
  const rows = [];
  for (const { name, bare, ours } of PAIRS) {
    const subjects = [await start(bare, redisUrl), await start(ours, redisUrl)] as const;
    const figures: [Figure[], Figure[]] = [[], []];
    for (const subject of subjects) await measure(subject, 1); // warm-up
    for (let round = 0; round < ROUNDS; round += 1) {
      figures[0].push(await measure(subjects[0], SECONDS));
      figures[1].push(await measure(subjects[1], SECONDS));
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
}

interface Subject {
  readonly process: ChildProcess;
  readonly url: string;
}

interface Figure {
  readonly micros: number;
  readonly rate: number;
}

async function start(mode: string, redisUrl: string): Promise<Subject> {
  const child = fork(new URL('http-subject.ts', import.meta.url), [mode, redisUrl], {
    execArgv: ['--conditions=@almanac/source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ address: string }];
  return { process: child, url: message.address };
}

async function measure({ process, url }: Subject, seconds: number): Promise<Figure> {
  const before = await cpu(process);
  const result = await autocannon({
    url,
    connections: 32,
    duration: seconds,
    headers: { 'accept-encoding': 'identity' },
  });
  const after = await cpu(process);
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refusals, ${result.errors} errors`);
  return { micros: (after - before) / result.requests.total, rate: result.requests.total / result.duration };
}

async function cpu(process: ChildProcess): Promise<number> {
  process.send('cpu');
  const [{ cpu: usage }] = (await once(process, 'message')) as [{ cpu: NodeJS.CpuUsage }];
  return usage.user + usage.system;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
