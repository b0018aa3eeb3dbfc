import { RATES } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CveApp, openCveApp } from '../support/cve-app.ts';

/** Nothing has ever been read. */
const nothing = () => Promise.resolve();

let given: CveApp;
beforeAll(async () => {
  given = await openCveApp({ settings: { rates: RATES } }, nothing);
});
afterAll(() => given[Symbol.asyncDispose]());

describe('a tracker that was never read', () => {
  it.each(['/issues', '/stats', '/tracker/stats', '/tracker/cves', '/tracker/channels', '/exploitability'])(
    '%s has nothing, and coverage says why',
    async (path) => {
      const { status, body } = await given.app.get(`/api/v1${path}`);

      expect(status).toBe(200);
      expect(body['data'].total ?? body['data'].channels.length).toBe(0);
      const tracker = body['coverage'].find(({ source }: { source: string }) => source === 'nixpkgs');
      expect(tracker).toMatchObject({ checkedAt: null, changedAt: null });
      expect(tracker.state).not.toBe('ok');
      expect(body['asOf']).toBeNull();
    },
  );

  it('knows of no issue whether it is tracked', async () => {
    const { status, body, headers } = await given.app.get('/api/v1/issues/1');

    expect([status, body['code']]).toEqual([503, 'UPSTREAM_UNAVAILABLE']);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});

describe('from outside', () => {
  it.each(['/issues', '/stats', '/tracker/stats', '/tracker/cves', '/tracker/channels', '/exploitability'])(
    '%s is kept for five minutes',
    async (path) => {
      given.app.clock.now += 60_000;
      const address = `/api/v1${path}`;
      const answers = [await given.app.get(address), await given.app.get(address)];
      given.app.clock.now += 299_000;
      answers.push(await given.app.get(address));
      given.app.clock.now += 2_000;
      answers.push(await given.app.get(address));

      expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(
        answers.map(() => 'public, max-age=300, stale-while-revalidate=300'),
      );
      expect(answers[1]?.headers.get('x-cache')).toBe('HIT');
      expect(answers[3]?.body['timestamp']).not.toBe(answers[1]?.body['timestamp']);
    },
  );

  it('/issues has 60 requests a minute of its own, the others 30 together', async () => {
    given.app.clock.now += 120_000;
    const statuses = async (path: string, count: number) => {
      const seen = [];
      for (let i = 0; i < count; i += 1) seen.push((await given.app.get(`/api/v1${path}`)).status);
      return seen;
    };

    const general = await statuses('/stats', 31);
    const issues = await statuses('/issues', 61);

    expect(general).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expect(issues).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
    const { headers } = await given.app.get('/api/v1/issues');
    expect(headers.get('x-ratelimit-limit')).toBe('60');
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });
});
