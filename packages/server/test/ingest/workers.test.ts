import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Surroundings } from '../support/kills/kill-and-resume.ts';
import { IN_ORDER, readByFleet, SINGLES } from '../support/kills/mixed-ingest-fleet.ts';
import { openSurroundings } from '../support/kills/surroundings.ts';

let surroundings: Surroundings & AsyncDisposable;

beforeAll(async () => {
  surroundings = await openSurroundings(80, { names: ['fill', 'sweeps'], singles: SINGLES });
}, 120_000);
afterAll(() => surroundings[Symbol.asyncDispose]());

it.each(['sweeps'] as const)(
  'two workers, and a third in mid-run, do everything once and keep to the limits together: %s',
  { timeout: 180_000 },
  async (phase) => {
    const report = await readByFleet(surroundings, phase);

    expect(report).toEqual(IN_ORDER);
  },
);
