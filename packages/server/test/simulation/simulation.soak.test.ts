import { afterAll, beforeAll, expect, it } from 'vitest';
import { clusterUnavailable, type PostgresServer, startPostgres } from '../support/processes/postgres-cluster.ts';
import { simulate } from '../support/simulation/run.ts';

/** A seed that failed can be tried again: `SIMULATION_SEED=… SIMULATION_SEEDS=1`. */
const SEED = Number(process.env['SIMULATION_SEED'] ?? Date.now() % 1_000_000);
const SEEDS = Number(process.env['SIMULATION_SEEDS'] ?? 1);
const DAYS = Number(process.env['SIMULATION_DAYS'] ?? 1_000);

/** Nothing has to outlast it, and nobody else is on it. */
const QUICK = ['full_page_writes=off', 'synchronous_commit=off', 'shared_buffers=128MB', 'max_wal_size=2GB'];

let server: (PostgresServer & AsyncDisposable) | undefined;
beforeAll(async () => {
  if (clusterUnavailable === null) server = await startPostgres(QUICK);
});
afterAll(() => server?.[Symbol.asyncDispose]());

const seeds = Array.from({ length: SEEDS }, (_, index) => SEED + index);

it.each(seeds)(
  `${DAYS} days with faults, restarts and wrong clocks break no invariant, seed %i`,
  { timeout: 300_000 + DAYS * 10_000 },
  async (seed) => {
    const began = performance.now();

    const report = await simulate(seed, DAYS, server?.socketUrl);

    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(JSON.stringify({ ...report, broken: report.broken.length, seconds }));
    expect({ seed, broken: report.broken }).toEqual({ seed, broken: [] });
  },
);
