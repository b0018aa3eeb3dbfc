import { expect, it } from 'vitest';
import { formatFigures } from '../support/fuzz/figures.ts';
import { fuzzInProcess } from '../support/fuzz/in-process.ts';
import { fuzzOverSockets } from '../support/fuzz/over-sockets.ts';

/** `FUZZ_REQUESTS` and `FUZZ_SEED` repeat an earlier run. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 1_000_000);
const SEED = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
/** Sockets, and attackers beside them, take several times as long. */
const OVER_SOCKETS = Math.min(REQUESTS, 10_000);

it(
  'answers every request as the contract says, and never computes long without a break',
  async () => {
    const figures = await fuzzInProcess({ requests: REQUESTS, seed: SEED });

    console.log(formatFigures(figures, SEED));
    expect(figures.faults).toEqual([]);
    expect(figures.fuzzed).toBeGreaterThanOrEqual(REQUESTS);
    expect(figures.busiestStall.computed).toBeLessThan(100);
    // What one request left behind would show after a million.
    expect(figures.leastHeapMb.at(-1)).toBeLessThan(2 * Math.max(...figures.leastHeapMb.slice(1, 4)));
  },
  REQUESTS * 10 + 300_000,
);

it(
  'does so over sockets with attackers beside it',
  async () => {
    const figures = await fuzzOverSockets({ requests: OVER_SOCKETS, seed: SEED });

    console.log(formatFigures(figures, SEED));
    expect(figures.faults).toEqual([]);
    expect(figures.fuzzed).toBeGreaterThanOrEqual(OVER_SOCKETS);
    expect(figures.attacked).toBeGreaterThan(0);
    expect(figures.busiestStall.computed).toBeLessThan(100);
  },
  OVER_SOCKETS * 100 + 300_000,
);
