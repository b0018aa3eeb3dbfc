import { SOURCE_IDS } from '@almanac/contract';
import { expect, it } from 'vitest';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { USUAL_LIMIT } from '../../src/ingest/upstream-pace.ts';
import { openFaultStore } from '../support/faults/store.ts';
import { countDayRequests, readDocumentedDays } from '../support/request-days.ts';

it('docs/operations.md has the requests of every source, with the limits that we keep to', () => {
  const expected = SOURCE_IDS.map((id) => {
    const source = openFeeds({ [id]: addressAt(id, 'http://127.0.0.1:9') }).get(id)?.source;
    const limits = source?.upstreams.flatMap(({ limit = USUAL_LIMIT, budget }) => [limit, ...(budget ? [budget] : [])]);
    const texts = limits?.map(({ requests, seconds }) => `${format(requests)} in ${format(seconds)} s`);
    const hasToken = source?.upstreams.some(({ token }) => token !== undefined);
    return { id, isOnDemand: source?.first === null, hasToken, limits: [...new Set(texts)].toSorted() };
  });

  const documented = readDocumentedDays().map(({ id, normal, tokenRefused, limits }) => ({
    id,
    isOnDemand: normal === null,
    hasToken: tokenRefused !== null,
    limits: limits.toSorted(),
  }));
  expect(documented).toEqual(expected);
});

// The others: request-days.soak.test.ts.
it.each(readDocumentedDays().filter(({ id }) => ['nvd', 'kev', 'exploitdb'].includes(id)))(
  'docs/operations.md has the requests that $id sends in a day',
  { timeout: 120_000 },
  async ({ id, normal, refused, tokenRefused }) => {
    await using store = await openFaultStore();

    const counted = await countDayRequests(store, id, 'normal');
    await store.reset();
    const countedRefused = await countDayRequests(store, id, 'refused');
    await store.reset();
    const countedTokenRefused = tokenRefused === null ? null : await countDayRequests(store, id, 'tokenRefused');

    expect(counted).toBe(normal);
    // The breaker runs by the database's clock, which goes on while we count.
    expect(Math.abs(countedRefused - (refused ?? 0))).toBeLessThanOrEqual(3);
    expect(Math.abs((countedTokenRefused ?? 0) - (tokenRefused ?? 0))).toBeLessThanOrEqual(3);
  },
);

function format(count: number): string {
  return count.toLocaleString('en');
}
