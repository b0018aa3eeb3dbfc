import { expect, it } from 'vitest';
import { SOURCE_READERS } from '../../src/sources/index.ts';
import { SIMULATED } from '../support/simulation/plan.ts';
import { simulate } from '../support/simulation/run.ts';

it('has every source', () => {
  const simulated: readonly string[] = SIMULATED;

  const missing = Object.keys(SOURCE_READERS).filter((id) => !simulated.includes(id));

  expect(missing, missing.map(whatToAdd).join('\n')).toEqual([]);
});

function whatToAdd(id: string): string {
  return `The simulation lacks ${id}: if it is one file, give its twin \`madeUp\` records in packages/twins/src/twins.ts. Otherwise name its channels in \
CHANNELS_AT and its faults in DOCUMENT_FAULTS_OF (support/simulation/plan.ts), and give it records that change by steps \
(support/faults/records.ts, or support/simulation/worlds.ts where its twin has a world of its own).`;
}

/** A seed that failed in a longer simulation can be tried here: `SIMULATION_SEED=… SIMULATION_DAYS=…`. */
it('two days with faults, restarts and wrong clocks break no invariant', { timeout: 600_000 }, async () => {
  const seed = Number(process.env['SIMULATION_SEED'] ?? 20_261_115);
  const days = Number(process.env['SIMULATION_DAYS'] ?? 2);

  const report = await simulate(seed, days);

  console.log(JSON.stringify({ ...report, broken: report.broken.length }));
  expect(report.strictChecks).toBeGreaterThan(days);
  expect({ seed, broken: report.broken }).toEqual({ seed, broken: [] });
});
