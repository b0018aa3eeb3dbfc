import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { collectTests, type Test } from './vitest.ts';

/**
 * Runs tests against mutants, for `scripts/mutation.ts`. All mutants are in the code, and a global variable says which one is active.
 * Module-level code runs before a mutant can be chosen: for mutants in it, their modules are imported again.
 */
export interface CoveringTest {
  readonly file: string;
  readonly index: number;
  readonly ms: number;
}

export interface MutantOrder {
  readonly id: string;
  readonly tests: readonly CoveringTest[];
  readonly hitLimit: number;
  /** The module to import again with those that import it, and the tests to run then; none for mutants in functions alone. */
  readonly module: string;
  readonly reloadedTests: readonly CoveringTest[];
}

export type Outcome = 'killed' | 'survived' | 'timeout' | 'polluted';
type Hits = Readonly<Record<string, number>>;

export interface Coverage {
  readonly file: string;
  readonly tests: readonly (CoveringTest & { readonly hits: Hits })[];
  /** What ran while the file was imported. */
  readonly loading: Hits;
  /** Modules with mutants. */
  readonly imports: readonly string[];
}

interface MutantSwitch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number;
  hitLimit?: number;
  mutantCoverage?: { static: Hits; perTest: Record<string, Hits> };
}

/** Modules that were imported again are never freed. */
const MAX_MEMORY = 1_200_000_000;

const state = ((globalThis as { __stryker__?: MutantSwitch }).__stryker__ ??= {});
const [, , codeFile = '', mode] = process.argv;
const mutated = new Map(Object.entries(JSON.parse(readFileSync(codeFile, 'utf8')) as Record<string, string>));
const standIns = new Map(['vitest', 'fast-check'].map((name) => [name, new URL(`${name}.ts`, import.meta.url).href]));
const importers = new Map<string, Set<string>>();
const sources = new Map<string, string>();
let reloading: { readonly tag: string; readonly urls: ReadonlySet<string> } | null = null;

const withoutTag = (url: string) => url.replace(/\?.*/, '');

registerHooks({
  resolve(specifier, context, next) {
    const parent = withoutTag(context.parentURL ?? '');
    const standIn = standIns.get(specifier);
    if (standIn !== undefined && parent !== standIn) return { url: standIn, shortCircuit: true };
    const resolved = next(specifier, context);
    importers.set(resolved.url, (importers.get(resolved.url) ?? new Set()).add(parent));
    return reloading?.urls.has(resolved.url) === true ? { ...resolved, url: resolved.url + reloading.tag } : resolved;
  },
  load(url, context, next) {
    const file = withoutTag(url);
    if (!file.endsWith('.ts')) return next(url, context);
    const source = sources.get(file) ?? stripTypeScriptTypes(readSource(file));
    sources.set(file, source);
    return { format: 'module', source, shortCircuit: true };
  },
});

function readSource(url: string): string {
  const code = mutated.get(url) ?? readFileSync(fileURLToPath(url), 'utf8');
  // Counting what is covered takes longer than the code itself.
  return mode === 'cover' ? code : code.replace('function cover() {', 'function cover() { return;');
}

function findImporters(url: string, found = new Set<string>()): Set<string> {
  if (!found.has(url))
    for (const importer of importers.get(found.add(url) && url) ?? []) findImporters(importer, found);
  return found;
}

const collected = new Map<string, Promise<readonly Test[]>>();

function getTests(file: string): Promise<readonly Test[]> {
  const tests = collected.get(file) ?? collectTests(file);
  collected.set(file, tests);
  return tests;
}

async function fails(run: () => Promise<unknown>): Promise<boolean> {
  return run().then(
    () => false,
    () => true,
  );
}

async function measureCoverage(file: string): Promise<Coverage> {
  const coverage = (state.mutantCoverage ??= { static: {}, perTest: {} });
  Object.assign(coverage, { static: {}, perTest: {} });
  const tests: Coverage['tests'][number][] = [];
  const found = await getTests(file);
  const imports = [...mutated.keys()].filter((url) => findImporters(url).has(file));
  for (const [index, test] of (imports.length === 0 ? [] : found).entries()) {
    state.currentTestId = String(index);
    const start = process.cpuUsage();
    // Some tests count their samples, which are fewer here.
    const isUnfit = await fails(test);
    const { user, system } = process.cpuUsage(start);
    if (!isUnfit) tests.push({ file, index, ms: (user + system) / 1_000, hits: coverage.perTest[index] ?? {} });
    state.currentTestId = undefined;
  }
  return { file, tests, loading: coverage.static, imports };
}

async function runMutant({ id, tests, hitLimit, module, reloadedTests }: MutantOrder): Promise<Outcome> {
  const activate = (activeMutant?: string) => Object.assign(state, { activeMutant, hitCount: 0, hitLimit });
  for (const { file, index } of tests) {
    const test = (await getTests(file))[index] ?? (() => Promise.reject(new Error('No such test')));
    activate(id);
    const isKilled = await fails(test);
    const outcome = (state.hitCount ?? 0) > hitLimit ? 'timeout' : 'killed';
    activate();
    // A mutant that left something behind would kill those after it.
    if (isKilled) return (await fails(test)) ? 'polluted' : outcome;
  }
  const byFile = Map.groupBy(reloadedTests, ({ file }) => file);
  for (const file of byFile.keys()) await getTests(file);
  reloading = { tag: `?mutant=${id}`, urls: findImporters(module) };
  activate(id);
  const isKilled = await fails(async () => {
    for (const [file, wanted] of byFile) {
      const reloaded = await collectTests(`${file}?mutant=${id}`);
      for (const { index } of wanted) await reloaded[index]?.();
    }
  });
  activate();
  reloading = null;
  return isKilled ? 'killed' : 'survived';
}

for (const method of ['log', 'error', 'warn', 'info'] as const) console[method] = () => undefined;
async function follow(order: MutantOrder | string): Promise<void> {
  const reply = await (typeof order === 'string' ? measureCoverage(order) : runMutant(order));
  process.send?.({ reply, isFull: process.memoryUsage.rss() > MAX_MEMORY });
}

process.on('message', (order: MutantOrder | string) => void follow(order));
