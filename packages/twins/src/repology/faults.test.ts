import { describe, expect, it } from 'vitest';
import { showsTransportFaults } from '../../test/transport-faults.ts';
import { BREAKAGES, type Fault } from '../frame/fault.ts';
import { startTwin } from '../frame/start-twin.ts';
import { smallWorld } from '../world/small-world.ts';
import { REPOLOGY_PROJECT_PATH, repology } from './repology.ts';

const PYTHON = `${REPOLOGY_PROJECT_PATH}python`;
const start = () => startTwin(repology(smallWorld, { anyAgent: true }));

describe('the Repology twin shows', () => {
  showsTransportFaults(start, PYTHON);

  it.each<[Fault, number]>([
    [{ kind: 'empty_feed' }, 0],
    [{ kind: 'half_feed' }, 4],
  ])('%j', async (fault, rows) => {
    expect(JSON.parse(await answerWith(fault))).toHaveLength(rows);
  });

  it('new fields everywhere', async () => {
    const rows = JSON.parse(await answerWith({ kind: 'schema_addition' })) as object[];

    expect(rows.every((row) => 'novelField' in row)).toBe(true);
  });

  it.each(BREAKAGES)('a broken row: %s', async (way) => {
    expect(await answerWith({ kind: 'malformed_record', way })).not.toBe(await answerWith());
  });

  it('no fault that only records with dates can have', async () => {
    await using twin = await start();

    expect(() => twin.faults.set({ kind: 'future_dates', ms: 1 })).toThrow('This twin has no fault "future_dates"');
  });
});

async function answerWith(...faults: Fault[]): Promise<string> {
  await using twin = await start();
  twin.faults.set(faults);
  return (await fetch(twin.url + PYTHON)).text();
}
