import { isDeepStrictEqual } from 'node:util';
import { AGGREGATES, type Aggregate } from '../app/aggregates/list.ts';
import { sourceCoverage } from '../app/sources/source-coverage.ts';
import { changeNumbers, changesPending } from '../queries/change-numbers.ts';
import { keptAggregate } from '../queries/kept-aggregate.ts';
import { withinTime } from '../queries/within-time.ts';
import { keepAggregate } from '../store/aggregates.ts';
import type { Db } from '../store/database.ts';
import { gradeCves } from './grade-cves.ts';
import { judgeHealth } from './judge-health.ts';

export interface ComputingDeps {
  readonly db: Db;
  readonly now: () => Date;
}

/** At world size the longest takes a minute or two: whatever takes so long is a plan gone wrong. */
const LONGEST_MS = 15 * 60_000;

export interface Computed {
  readonly name: string;
  readonly seconds: number;
  /** Something was stored that could not be counted yet: it is to be computed again soon. */
  readonly behind: boolean;
}

/** Computes what a change has made outdated, one after the other; resolves to what was. What fails leaves the value before. */
export async function computeAggregates({ db, now }: ComputingDeps, signal: AbortSignal): Promise<readonly Computed[]> {
  const computed: Computed[] = [];
  for (const aggregate of Object.values(AGGREGATES)) {
    signal.throwIfAborted();
    const startedAt = performance.now();
    const outcome = await computeOne(db, now, aggregate, signal);
    if (outcome === null) continue;
    computed.push({ name: aggregate.name, seconds: (performance.now() - startedAt) / 1000, ...outcome });
  }
  return computed;
}

/** Null where it is as it should be, or cannot be told yet. */
async function computeOne(
  db: Db,
  now: () => Date,
  { name, version, sources, needs = [], restMs = 0, compute }: Aggregate,
  signal: AbortSignal,
): Promise<Pick<Computed, 'behind'> | null> {
  // Read before what is counted: what comes in meanwhile makes it outdated again.
  const computedAt = now();
  const basis = await changeNumbers(db, sources);
  const coverage = await sourceCoverage(db, sources, computedAt);
  // A source never read completely cannot be counted, and no figures are better than zeros.
  const read = new Set(coverage.flatMap(({ source, checkedAt }) => (checkedAt === null ? [] : [source])));
  if (read.size === 0 || needs.some((source) => !read.has(source))) return null;
  const kept = await keptAggregate(db, name);
  if (kept?.version === version) {
    const age = computedAt.getTime() - kept.computedAt.getTime();
    if ((age >= 0 && age < restMs) || isDeepStrictEqual(kept.basis, basis)) return null;
  }
  const behind = name === 'data-quality' && (await judgeChanges(db, signal));
  if (name === 'package-health') await judgeHealth(db, computedAt, signal);
  const value = await withinTime(db, LONGEST_MS, (trx) => compute(trx, { signal, computedAt, coverage }));
  if (value === null) throw new Error(`${name} took longer than ${LONGEST_MS / 60_000} minutes`);
  await keepAggregate(db, { name, version, computedAt, basis: behind ? { ...basis, behind } : basis, coverage, value });
  return { behind };
}

/** Whether something is left that cannot be judged yet. */
async function judgeChanges(db: Db, signal: AbortSignal): Promise<boolean> {
  const pending = await changesPending(db);
  await gradeCves(db, signal);
  return pending;
}
