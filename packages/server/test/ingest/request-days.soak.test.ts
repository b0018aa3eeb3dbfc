import { expect, it } from 'vitest';
import { openFaultStore } from '../support/faults/store.ts';
import { countDayRequests, readDocumentedDays } from '../support/request-days.ts';

it.each(readDocumentedDays().filter(({ normal }) => normal !== null))(
  'docs/operations.md has the requests that $id sends in a day',
  async ({ id, normal, refused, tokenRefused }) => {
    await using store = await openFaultStore();

    const counted = await countDayRequests(store, id, 'normal');
    await store.reset();
    const countedRefused = await countDayRequests(store, id, 'refused');
    await store.reset();
    const countedTokenRefused = tokenRefused === null ? null : await countDayRequests(store, id, 'tokenRefused');

    console.log(JSON.stringify({ id, counted, countedRefused, countedTokenRefused }));
    expect(counted).toBe(normal);
    expect(Math.abs(countedRefused - (refused ?? 0))).toBeLessThanOrEqual(3);
    expect(Math.abs((countedTokenRefused ?? 0) - (tokenRefused ?? 0))).toBeLessThanOrEqual(3);
  },
);
