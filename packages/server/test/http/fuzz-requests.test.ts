import { ENDPOINTS } from '@almanac/contract';
import { describe, expect, it } from 'vitest';
import { fuzzOverSockets } from '../support/fuzz/over-sockets.ts';
import { faultOf } from '../support/fuzz/tally.ts';
import { redisUnavailable } from '../support/processes/redis-server.ts';

const REQUESTS = 60;

/** A few seconds of `fuzz-requests.soak.test.ts`, which measures the stalls too. */
it.skipIf(redisUnavailable !== null)(
  'answers fuzzed and hostile requests as the contract says',
  async () => {
    const seed = Date.now() % 1_000_000;

    const { faults, fuzzed, byStatus } = await fuzzOverSockets({ requests: REQUESTS, seed });

    expect(faults, `seed ${seed}`).toEqual([]);
    expect(fuzzed).toBeGreaterThanOrEqual(REQUESTS);
    // The store is filled and the limits are out of the way, so that requests are really served.
    expect(byStatus['200']).toBeGreaterThan(REQUESTS / 5);
    expect(byStatus['400']).toBeGreaterThan(REQUESTS / 5);
    expect(byStatus['429']).toBeUndefined();
  },
  300_000,
);

describe('an answer is at fault', () => {
  const endpoint = ENDPOINTS.find(({ path }) => path === '/cve/:id');

  it.each([
    [200, null, 'success or its own error', null],
    [404, 'CVE_UNKNOWN', 'success or its own error', null],
    [503, 'OVERLOADED', 'success or its own error', null],
    [503, 'UPSTREAM_UNAVAILABLE', 'success or its own error', null],
    [503, 'NOT_COMPUTED_YET', 'success or its own error', '503 NOT_COMPUTED_YET, which is not documented'],
    [503, 'STORAGE_UNAVAILABLE', 'success or its own error', '503 STORAGE_UNAVAILABLE, which is not documented'],
    [500, 'INTERNAL', 'success or its own error', '500 INTERNAL, which is not documented'],
    [502, null, 'success or its own error', '502 without a code, which is not documented'],
    [0, null, 'success or its own error', 'no answer'],
    [400, 'INVALID_PARAMETER', 'refused', null],
    [503, 'OVERLOADED', 'refused', null],
    [200, null, 'refused', '200 for what is to be refused'],
  ] as const)('%i %s, expected %s: %s', (status, code, expected, fault) => {
    expect(faultOf({ endpoint, expected, status, code })).toBe(fault);
  });

  it('of a page by fewer codes', () => {
    const page = { endpoint: undefined, expected: 'success or its own error' } as const;

    expect(faultOf({ ...page, status: 503, code: 'NOT_COMPUTED_YET' })).toBeNull();
    expect(faultOf({ ...page, status: 500, code: 'INTERNAL' })).toBe('500 INTERNAL, which is not documented');
  });
});
