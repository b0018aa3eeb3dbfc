import { type ChildProcess, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Coverage, CoveringTest, MutantOrder, Outcome } from './mutation/worker.ts';

/**
 * `npm run mutation -- <folder>…` changes the expressions of a folder of core, one at a time, and writes to `packages/core/mutation`
 * which changes no test notices. Files are skipped whose code and covering tests are as in the last report; `--all` skips none.
 */
const FOLDERS = ['versions', 'ranges', 'matching', 'advice'];
const MIN_SCORE = 85;
const WORKERS = 2;
/** Slower tests would run for each mutant that the others don't notice. */
const MAX_TEST_MS = 500;
/** The time for the tests of one mutant after importing its module again. */
const MAX_RELOADED_MS = 2_000;
/** Tests that take long, compare times, or need files from elsewhere. */
const LEFT_OUT = /soak|growth|browser|redos|corpus|judged/;

const root = path.resolve(import.meta.dirname, '..');
const core = path.join(root, 'packages/core');
const cache = path.join(root, '.cache/mutation');
const read = (url: string) => readFileSync(fileURLToPath(url), 'utf8');
const shorten = (url: string) => path.relative(core, fileURLToPath(url));

type Reply = Coverage | Outcome;
type Mutant = Awaited<ReturnType<Instrumenter['instrument']>>['mutants'][number];
type Status = Exclude<Outcome, 'polluted'> | 'noCoverage' | 'excluded';
type Counts = Partial<Record<Status, number>>;

interface FileReport {
  /** The code, the tests that cover it, and the programs here. */
  readonly hash: string;
  readonly counts: Counts;
  readonly survivors: readonly string[];
}

/** A process that runs one order at a time, and is replaced when an order takes too long. */
class Runner {
  #child: ChildProcess | null = null;
  readonly #args: readonly string[];

  constructor(args: readonly string[]) {
    this.#args = args;
  }

  run(order: MutantOrder | string, timeoutMs: number): Promise<Reply> {
    const child = (this.#child ??= fork(path.join(root, 'scripts/mutation/worker.ts'), this.#args, {
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=2000'],
      env: { ...process.env, TZ: 'America/New_York', ALMANAC_CORPUS: path.join(cache, 'no-corpus') },
    }));
    return new Promise((resolve) => {
      const end = (reply: Reply, isOver: boolean) => {
        clearInterval(watch);
        child.removeAllListeners();
        if (isOver) this.stop();
        resolve(reply);
      };
      const start = measureTime(child);
      const watch = setInterval(() => {
        if (measureTime(child) - start > timeoutMs) end('timeout', true);
      }, 250);
      child.once('exit', () => end('timeout', true));
      child.once('message', ({ reply, isFull }: { reply: Reply; isFull: boolean }) => {
        end(reply, isFull || reply === 'polluted');
      });
      child.send(order);
    });
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

/** Returns the processor time of a process in milliseconds, since a busy machine makes no mutant worse; the clock's where Linux isn't. */
function measureTime({ pid }: ChildProcess): number {
  try {
    const [user = 0, system = 0] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13).map(Number);
    return (user + system) * 10;
  } catch {
    return performance.now();
  }
}

async function runAll<O extends MutantOrder | string>(
  args: readonly string[],
  orders: readonly O[],
  getTimeout: (order: O) => number,
  take: (reply: Reply, order: O) => void,
): Promise<void> {
  const queue = orders.values();
  const runInTurn = async () => {
    const runner = new Runner(args);
    for (const order of queue) {
      const reply = await runner.run(order, getTimeout(order));
      take(reply === 'polluted' ? await runner.run(order, getTimeout(order)) : reply, order);
    }
    runner.stop();
  };
  await Promise.all(Array.from({ length: WORKERS }, runInTurn));
}

async function instrument(folder: string): Promise<{ codeFile: string; mutants: readonly Mutant[] }> {
  const names = globSync(`src/${folder}/**/*.ts`, { cwd: core, exclude: ['**/*.test.ts'] });
  const urls = names.toSorted().map((name) => pathToFileURL(path.join(core, name)).href);
  const sources = urls.map((url) => ({ name: url, mutate: true, content: read(url) }));
  const logger = new Proxy({}, { get: () => () => false }) as never;
  const options = { plugins: null, ignorers: [], excludedMutations: [] };
  const { files, mutants } = await new Instrumenter(logger).instrument(sources, options);
  const codeFile = path.join(cache, `${folder}.json`);
  mkdirSync(cache, { recursive: true });
  writeFileSync(codeFile, JSON.stringify(Object.fromEntries(files.map(({ name, content }) => [name, content]))));
  return { codeFile, mutants };
}

async function measureCoverage(codeFile: string): Promise<readonly Coverage[]> {
  const names = globSync('{src,test}/**/*.test.ts', { cwd: core }).filter((name) => !LEFT_OUT.test(name));
  const urls = names.toSorted().map((name) => pathToFileURL(path.join(core, name)).href);
  const coverage: Coverage[] = [];
  await runAll(
    [codeFile, 'cover'],
    urls,
    () => 600_000,
    (reply, url) => {
      if (typeof reply === 'string') throw new Error(`${shorten(url)} cannot be imported or does not end`);
      const tests = reply.tests.filter(({ ms }) => ms <= MAX_TEST_MS).toSorted((a, b) => a.ms - b.ms);
      coverage.push({ ...reply, tests });
    },
  );
  return coverage.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

function getCode({ fileName, location: { start, end } }: Mutant): string {
  const lines = read(fileName)
    .split('\n')
    .slice(start.line, end.line + 1);
  const last = lines.pop() ?? '';
  return [...lines, last.slice(0, end.column)].join('\n').slice(start.column);
}

/** Reports whether a mutant only changes the words of a sentence for people, which no test should compare for their own sake. */
function isSentence(mutant: Mutant): boolean {
  return mutant.mutatorName === 'StringLiteral' && /^['"`](?:[A-Z]|\$\{).* .*[.?!]['"`]$/s.test(getCode(mutant));
}

function planOrder({ id, fileName }: Mutant, coverage: readonly Coverage[]): MutantOrder {
  const covering = coverage.flatMap(({ tests }) => tests.filter(({ hits }) => id in hits));
  const isLoaded = coverage.some(({ loading }) => id in loading);
  const importing = coverage.filter(({ imports }) => isLoaded && imports.includes(fileName));
  const nearness = ({ file }: Coverage) =>
    Number(path.dirname(file) === path.dirname(fileName)) + Number(file === fileName.replace(/\.ts$/, '.test.ts'));
  let ms = 0;
  const reloaded = importing
    .toSorted((a, b) => nearness(b) - nearness(a))
    .flatMap(({ tests }) => tests)
    .filter((test) => (ms += test.ms) <= MAX_RELOADED_MS);
  const withoutHits = ({ file, index, ms }: CoveringTest): CoveringTest => ({ file, index, ms });
  return {
    id,
    tests: covering.toSorted((a, b) => a.ms - b.ms).map(withoutHits),
    hitLimit: 1_000 + 100 * covering.reduce((sum, { hits }) => sum + (hits[id] ?? 0), 0),
    module: fileName,
    reloadedTests: reloaded.map(withoutHits),
  };
}

function getTimeout({ tests, reloadedTests }: MutantOrder): number {
  return 5_000 + 10 * [...tests, ...reloadedTests].reduce((sum, { ms }) => sum + ms, 0);
}

function hashFile(url: string, mutants: readonly Mutant[], coverage: readonly Coverage[]): string {
  const tests = coverage.filter((each) => each.tests.some(({ hits }) => mutants.some(({ id }) => id in hits)));
  const programs = globSync('scripts/{mutation,mutation/*}.ts', { cwd: root }).toSorted();
  const files = [
    ...programs.map((name) => pathToFileURL(path.join(root, name)).href),
    url,
    ...tests.map(({ file }) => file),
  ];
  return createHash('sha256').update(files.map(read).join('\0')).digest('hex').slice(0, 16);
}

function describeMutant(mutant: Mutant): string {
  const { start } = mutant.location;
  const [code, replacement] = [getCode(mutant), mutant.replacement].map((text) =>
    text.replace(/\s+/g, ' ').slice(0, 40),
  );
  return `${start.line + 1}:${start.column + 1} ${mutant.mutatorName}: ${code} → ${replacement}`;
}

const sumCounts = (counts: readonly Counts[]) => {
  const sum: Counts = {};
  for (const each of counts) {
    for (const [status, count] of Object.entries(each) as [Status, number][]) sum[status] = (sum[status] ?? 0) + count;
  }
  return sum;
};

async function mutate(folder: string, isWhole: boolean): Promise<number> {
  const start = performance.now();
  const reportFile = path.join(core, `mutation/${folder}.json`);
  const last: Record<string, FileReport> =
    isWhole || !existsSync(reportFile) ? {} : JSON.parse(readFileSync(reportFile, 'utf8')).files;
  const { codeFile, mutants } = await instrument(folder);
  const coverage = await measureCoverage(codeFile);
  const byFile = [...Map.groupBy(mutants, ({ fileName }) => fileName)];
  const hashes = new Map(byFile.map(([url, inFile]) => [url, hashFile(url, inFile, coverage)]));
  const stale = mutants.filter(({ fileName }) => last[shorten(fileName)]?.hash !== hashes.get(fileName));
  const statuses = new Map<string, Status>(stale.filter(isSentence).map(({ id }) => [id, 'excluded']));
  const orders = stale.filter(({ id }) => !statuses.has(id)).map((mutant) => planOrder(mutant, coverage));
  await runAll([codeFile], orders, getTimeout, (reply, { id, tests, reloadedTests }) => {
    const isCovered = tests.length + reloadedTests.length > 0;
    const outcome = reply === 'killed' || reply === 'timeout' ? reply : 'survived';
    statuses.set(id, isCovered ? outcome : 'noCoverage');
  });
  const files: Record<string, FileReport> = {};
  for (const [url, inFile] of byFile) {
    const surviving = inFile.filter(({ id }) => ['survived', 'noCoverage'].includes(statuses.get(id) ?? ''));
    const counts = sumCounts(inFile.map(({ id }) => ({ [statuses.get(id) ?? 'survived']: 1 })));
    const fresh = { hash: hashes.get(url) ?? '', counts, survivors: surviving.map(describeMutant) };
    const kept = last[shorten(url)];
    files[shorten(url)] = kept?.hash === fresh.hash ? kept : fresh;
  }
  const counts = sumCounts(Object.values(files).map((file) => file.counts));
  const { killed = 0, timeout = 0, survived = 0, noCoverage = 0 } = counts;
  const score = Math.round((10_000 * (killed + timeout)) / (killed + timeout + survived + noCoverage)) / 100;
  mkdirSync(path.dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, `${JSON.stringify({ score, counts, files }, null, 1)}\n`);
  const seconds = Math.round((performance.now() - start) / 1_000);
  console.log(`${folder}: ${score} %`, counts, `${orders.length} mutants run in ${seconds} s`);
  return score;
}

const folders = process.argv.slice(2).filter((argument) => argument !== '--all');
for (const folder of folders.length === 0 ? FOLDERS : folders) {
  if ((await mutate(folder, process.argv.includes('--all'))) < MIN_SCORE) process.exitCode = 1;
}
