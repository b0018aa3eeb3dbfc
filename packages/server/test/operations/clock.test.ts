import { SOURCE_IDS } from '@almanac/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment } from '../../src/bin/environment.ts';
import { startApi } from '../../src/bin/start-api.ts';
import { watchClock } from '../../src/platform/clock-watch.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { checkedAt } from '../support/worlds/tracker-rows.ts';

const DAY = 24 * 3_600_000;

describe('an api whose clock is wrong', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
    const stores = openTestDatabases(database.url);
    await checkedAt(stores.primary, SOURCE_IDS, new Date(Date.now() - 2 * DAY));
    await stores.close();
  });
  afterAll(() => database.close());

  it.each([
    ['two days behind', -2 * DAY],
    ['two days ahead', 2 * DAY],
    ['right', 0],
  ])('%s: does not call a source ok that nobody has looked at for two days', async (_how, difference) => {
    const environment = readEnvironment({
      DATABASE_URL: database.url,
      REDIS_URL: 'redis://127.0.0.1:1',
      PORT: '0',
      METRICS_PORT: '0',
      LOG_LEVEL: 'silent',
      SBOM_PROCESSES: '1',
    });
    const api = await startApi(environment, { now: () => Date.now() + difference });
    try {
      const answer = await fetch(`${api.url}/api/v1/sources`);
      const { data } = (await answer.json()) as { data: { sources: { id: string; state: string }[] } };
      const metrics = await (await fetch(api.metricsUrl ?? '')).text();

      const kev = data.sources.find(({ id }) => id === 'kev');
      expect(kev?.state).toBe('stale');
      const [, ahead] = /^almanac_clock_ahead_seconds\{of="database"\} (\S+)$/m.exec(metrics) ?? [];
      expect(Math.abs(Number(ahead) - difference / 1_000)).toBeLessThan(60);
    } finally {
      await api.close();
    }
  });
});

describe('our clock and those of upstreams', () => {
  const headers = (date: number, age?: number) =>
    new Map([['date', new Date(date).toUTCString()], ...(age === undefined ? [] : [['age', String(age)] as const])]);

  it('differ where most of them say so, and what a cache kept is not counted as old', async () => {
    const now = Date.parse('2026-11-15T12:00:00Z');
    const said: unknown[] = [];
    const clock = await watchClock({
      now: () => now,
      askDatabase: () => Promise.reject(new Error('away')),
      onDifference: (...difference) => said.push(difference),
    });

    clock.note('https://a.example', headers(now - DAY, DAY / 1_000));
    clock.note('https://b.example', new Map([['date', 'yesterday']]));
    expect(clock.ahead('upstreams')).toBe(0);
    clock.note('https://b.example', headers(now + 2 * DAY));
    clock.note('https://c.example', headers(now + 2 * DAY));
    clock.note('https://c.example', headers(now + 2 * DAY));
    await clock.stop();

    expect([clock.ahead('database'), clock.ahead('upstreams')]).toEqual([null, -2 * DAY]);
    expect(said).toEqual([['upstreams', (-2 * DAY) / 1_000]]);
    expect(clock.now()).toBe(now);
  });
});
