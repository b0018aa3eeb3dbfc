import { expect, it } from 'vitest';
import { openFaultStore } from '../support/faults/store.ts';
import { simulateMissedChanges } from '../support/missed-changes.ts';

it('four weeks of NVD, with one change in ten that its API never lists and one delta in ten that it refuses at first', async () => {
  await using store = await openFaultStore();

  const report = await simulateMissedChanges(store, {
    weeks: 4,
    records: 200,
    changesPerDay: 20,
    hoursBetweenDeltas: 12,
    missedShare: 0.1,
    emptyShare: 0.1,
    refusedShare: 0.1,
    failedSweepShare: 0.2,
  });

  console.log(JSON.stringify(report));
  expect(report.failedSweeps).toBeGreaterThan(0);
  expect(report.different).toEqual([]);
  expect(report.missed).toBeGreaterThan(20);
  // A feed may be a day older than the weekly sweep that reads it.
  expect(report.longestUnseenHours).toBeLessThanOrEqual(8 * 24);
});
