import { expect, it } from 'vitest';
import { openFaultStore } from '../support/faults/store.ts';
import { countDayRequests, readDocumentedDays } from '../support/request-days.ts';

it.each(readDocumentedDays().filter(({ normal }) => normal !== null))(
  'docs/operations.md has the requests that $id sends in a day',
  async ({ id, normal, refused }) => {
    await using store = await openFaultStore();

    const counted = await countDayRequests(store, id, { refused: false });
    await store.reset();
    const countedRefused = await countDayRequests(store, id, { refused: true });

    console.log(JSON.stringify({ id, counted, countedRefused }));
    expect(counted).toBe(normal);
    expect(Math.abs(countedRefused - (refused ?? 0))).toBeLessThanOrEqual(3);
  },
);
