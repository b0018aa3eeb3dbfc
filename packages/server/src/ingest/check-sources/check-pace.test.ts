import { describe, expect, it } from 'vitest';
import { MAX_REQUESTS, openCheckPace } from './check-pace.ts';

const signal = new AbortController().signal;
const NVD = 'https://nvd.test';

/** The waits before so many requests to each origin, in seconds. */
async function waitsOf(origins: readonly string[], limit?: { requests: number; seconds: number }): Promise<number[]> {
  const waits: number[] = [];
  const sleep = async (ms: number) => void waits.push(Math.round(ms / 100) / 10);
  const pace = openCheckPace([{ url: `${NVD}/cves`, ...(limit && { limit }) }], { sleep, signal });
  for (const origin of origins) await pace.before(origin, signal);
  return waits;
}

describe('the pace of a check', () => {
  it.each([
    ['a second, where none is stated', undefined, [1, 2]],
    ['the limit of the upstream', { requests: 1, seconds: 2 }, [2, 4]],
    ['a second, where more is allowed', { requests: 300, seconds: 1 }, [1, 2]],
    ['six seconds at most', { requests: 60, seconds: 3600 }, [6, 12]],
  ])('leaves %s', async (_, limit, waits) => {
    expect(await waitsOf([NVD, NVD, NVD], limit)).toEqual(waits);
  });

  it('lets nobody wait for another origin', async () => {
    expect(await waitsOf([NVD, 'https://osv.test', 'https://kev.test'])).toEqual([]);
  });

  it('refuses what is too much for one run', async () => {
    const pace = openCheckPace([], { sleep: async () => {}, signal });
    for (let sent = 0; sent < MAX_REQUESTS; sent += 1) await pace.before(NVD, signal);

    await expect(pace.before(NVD, signal)).rejects.toThrow('the 40 requests of a run have been sent');

    expect(pace.count()).toBe(40);
  });
});
