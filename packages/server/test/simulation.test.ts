import { expect, it } from 'vitest';
import { sources } from '../src/sources/index.ts';
import { simulate } from './support/simulation.ts';
import { SIMULATED } from './support/simulation-plan.ts';
import { SINGLE_SOURCES } from './support/single-cells.ts';
import { WORLD_SOURCES } from './support/world-cells.ts';

it('has every source but those whose twins have a world of their own, or single records alone', () => {
  const elsewhere: readonly string[] = [...WORLD_SOURCES, ...SINGLE_SOURCES];

  expect([...SIMULATED].sort()).toEqual(
    Object.keys(sources)
      .filter((id) => !elsewhere.includes(id))
      .sort(),
  );
});

/** A seed that failed in a longer simulation can be tried here: `SIMULATION_SEED=… SIMULATION_DAYS=…`. */
it('thirty days with faults, restarts and wrong clocks break no invariant', { timeout: 600_000 }, async () => {
  const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_115);
  const days = Number(process.env['SIMULATION_DAYS'] ?? 30);

  const report = await simulate(seed, days);

  console.log(JSON.stringify({ ...report, broken: report.broken.length }));
  expect(report.strictChecks).toBeGreaterThan(days);
  expect({ seed, broken: report.broken }).toEqual({ seed, broken: [] });
});
