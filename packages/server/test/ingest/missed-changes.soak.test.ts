import { expect, it } from 'vitest';
import { openFaultStore } from '../support/faults/store.ts';
import { simulateMissedChanges } from '../support/missed-changes.ts';

it.each([0.01, 0.1, 0.5])('a year of NVD whose API never lists a share of its changes: %d', async (missedShare) => {
  await using store = await openFaultStore();
  const began = performance.now();

  const report = await simulateMissedChanges(store, {
    weeks: 52,
    records: 400,
    changesPerDay: 60,
    hoursBetweenDeltas: 6,
    missedShare,
    emptyShare: 0.1,
    refusedShare: 0.1,
    failedSweepShare: 0.2,
  });

  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(JSON.stringify({ missedShare, ...report, different: report.different.length, seconds }));
  expect(report.failedSweeps).toBeGreaterThan(0);
  expect(report.different).toEqual([]);
  expect(report.missed).toBeGreaterThan(missedShare * 15_000);
  expect(report.longestUnseenHours).toBeLessThanOrEqual(8 * 24);
});
