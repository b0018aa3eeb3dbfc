import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openPace, TurnTooLate } from '../../src/ingest/upstream-pace.ts';
import { openHttpClient } from '../../src/platform/http-client.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { takeTurn, toBucket } from '../../src/store/upstreams.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let first: AlmanacDatabases;
let second: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  first = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  second = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
});
afterEach(() => database.reset());
afterAll(async () => {
  await Promise.all([first.close(), second.close()]);
  await database.close();
});

const ORIGIN = 'http://upstream.test';
const signal = AbortSignal.timeout(30_000);

async function tokensOf(origin: string): Promise<number> {
  const row = await first.primary
    .selectFrom('upstream')
    .select('tokens')
    .where('origin', '=', origin)
    .executeTakeFirst();
  return row?.tokens ?? 0;
}

describe('the rate of an upstream', () => {
  it.each([
    [
      { requests: 5, seconds: 30 },
      { burst: 1, perSecond: 5 / 30 },
    ],
    [
      { requests: 50, seconds: 30 },
      { burst: 10, perSecond: 41 / 30 },
    ],
    [
      { requests: 1, seconds: 1 },
      { burst: 1, perSecond: 1 },
    ],
  ])('%j', (limit, bucket) => {
    expect(toBucket(limit)).toEqual(bucket);
  });

  it('holds for two workers together, in every span of time', async () => {
    // So slow that the time the test takes adds no token: what counts is which turns were given.
    const limit = { requests: 10, seconds: 10_000 };
    const turns: number[] = [0, 0]; // the two of the burst do not wait
    const pacing = { sleep: async (ms: number) => void turns.push(Math.round(ms / 1000)) };
    const paces = [first, second].map(({ primary: db }) => openPace({ db, ...pacing }, [{ url: ORIGIN, limit }]));

    await Promise.all(paces.flatMap((pace) => Array.from({ length: 12 }, async () => pace.before(ORIGIN, signal))));

    const spans = turns.map((from) => turns.filter((at) => at >= from && at < from + limit.seconds - 20).length);
    expect(turns).toHaveLength(24);
    expect(new Set(turns).size).toBe(23);
    expect(Math.max(...spans)).toBe(10);
  });

  it('gives each its turn at once, in the order in which they asked', async () => {
    const waits: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const turn = await takeTurn(first.primary, ORIGIN, { requests: 1, seconds: 60 });
      if ('waitMs' in turn) waits.push(Math.round(turn.waitMs / 60_000));
    }

    expect(waits).toEqual([0, 1, 2, 3]);
  });

  it('is not taken by whoever would have to wait for too long', async () => {
    const limit = { requests: 1, seconds: 60 };
    const turns = [];
    for (let i = 0; i < 120; i += 1) turns.push(await takeTurn(first.primary, ORIGIN, limit, 130_000));

    const next = await takeTurn(first.primary, ORIGIN, limit);

    expect(turns.filter((turn) => 'waitMs' in turn)).toHaveLength(3);
    expect(turns.filter((turn) => 'tooLate' in turn)).toHaveLength(117);
    expect(next).toMatchObject({ waitMs: expect.closeTo(180_000, -4) });
  });

  it('is given back by whoever gives up waiting', async () => {
    const limit = { requests: 60, seconds: 3_600 };
    const given = new AbortController();
    const pace = openPace({ db: first.primary }, [{ url: ORIGIN, limit }]);
    for (let i = 0; i < toBucket(limit).burst; i += 1) await pace.before(ORIGIN, signal);

    const asked = Promise.allSettled(Array.from({ length: 108 }, async () => pace.before(ORIGIN, given.signal)));
    await vi.waitFor(async () => expect(await tokensOf(ORIGIN)).toBeLessThan(-107), { timeout: 10_000 });
    given.abort();
    await asked;

    expect(await tokensOf(ORIGIN)).toBeGreaterThan(-1);
  });

  it('leaves half of it to the timetable, whatever somebody waits for', async () => {
    const limit = { requests: 100, seconds: 1_000_000 };
    const upstreams = [{ url: ORIGIN, limit }];
    const pace = openPace({ db: first.primary, sleep: async () => {} }, upstreams, upstreams);
    const hurry = { until: performance.now() + 10_000, carried: false };

    const live = await Promise.allSettled(Array.from({ length: 40 }, async () => pace.before(ORIGIN, signal, hurry)));
    const [, run] = await Promise.all([1, 2].map(async () => takeTurn(first.primary, ORIGIN, limit)));

    // A fifth of the limit may come at once: 20, half of it live.
    expect(live.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect(live.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []))).toSatisfy(
      (reasons: unknown[]) => reasons.every((reason) => reason instanceof TurnTooLate),
    );
    expect(run).toMatchObject({ waitMs: 0 });
  });

  it('grants nothing for a clock that was set back', async () => {
    await takeTurn(first.primary, ORIGIN, { requests: 1, seconds: 60 });
    await sql`update upstream set refilled_at = now() + interval '1 hour'`.execute(first.primary);

    const turn = await takeTurn(first.primary, ORIGIN, { requests: 1, seconds: 60 });

    expect(turn).toMatchObject({ waitMs: 60_000 });
  });
});

describe('the breaker of an upstream', () => {
  const opened = () => openPace({ db: first.primary }, [{ url: ORIGIN }]);
  const elsewhere = () => openPace({ db: second.primary }, [{ url: ORIGIN }]);
  const fail = async (times: number) => {
    const pace = opened();
    await pace.before(ORIGIN, signal);
    for (let i = 0; i < times; i += 1) await pace.after(ORIGIN, 'failed');
  };
  const letTimePass = () => sql`update upstream set open_until = now()`.execute(first.primary);

  it('opens for every worker after five failures in a row', async () => {
    await fail(4);
    await expect(elsewhere().before(ORIGIN, signal)).resolves.toBeUndefined();

    await fail(1);

    await expect(elsewhere().before(ORIGIN, signal)).rejects.toThrow('is not asked for another 30 s');
  });

  it('opens for as long as the upstream asks, after one failure', async () => {
    const pace = opened();
    await pace.before(ORIGIN, signal);
    await pace.after(ORIGIN, 'failed', 1_800_000);

    await expect(elsewhere().before(ORIGIN, signal)).rejects.toThrow(/is not asked for another 1[78]\d\d s/);
  });

  it.each(['answered', 'failed'] as const)('stays open when an earlier request %s meanwhile', async (outcome) => {
    const pace = opened();
    await pace.before(ORIGIN, signal);
    await pace.before(ORIGIN, signal);
    await pace.after(ORIGIN, 'failed', 86_400_000);

    await pace.after(ORIGIN, outcome);

    await expect(elsewhere().before(ORIGIN, signal)).rejects.toThrow(/is not asked for another 86[34]\d\d s/);
  });

  it('waits for as many failures as one document may have', async () => {
    const pace = openPace({ db: first.primary }, [{ url: ORIGIN, patience: { tries: 10 } }]);
    await pace.before(ORIGIN, signal);
    for (let i = 0; i < 9; i += 1) await pace.after(ORIGIN, 'failed');
    await expect(pace.before(ORIGIN, signal)).resolves.toBeUndefined();

    await pace.after(ORIGIN, 'failed');

    await expect(pace.before(ORIGIN, signal)).rejects.toThrow('is not asked for another 30 s');
  });

  it('does not open when an answer comes in between', async () => {
    await fail(4);
    const pace = elsewhere();
    await pace.before(ORIGIN, signal);
    await pace.after(ORIGIN, 'answered');

    await fail(4);

    await expect(opened().before(ORIGIN, signal)).resolves.toBeUndefined();
  });

  it('lets one request through after its time, and closes when that is answered', async () => {
    await fail(5);
    await letTimePass();
    const [probe, other] = [opened(), elsewhere()];

    await probe.before(ORIGIN, signal);
    await expect(other.before(ORIGIN, signal)).rejects.toThrow('is not asked');
    await probe.after(ORIGIN, 'answered');

    await expect(other.before(ORIGIN, signal)).resolves.toBeUndefined();
  });

  it('stays open longer each time', async () => {
    await fail(5);
    await letTimePass();
    await fail(1);

    await expect(elsewhere().before(ORIGIN, signal)).rejects.toThrow('another 60 s');
  });

  it('spares an upstream that is down', async () => {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.writeHead(500).end();
    }).listen(0, '127.0.0.1');
    await sleep(10);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const pace = openPace({ db: first.primary }, [{ url }]);
    const http = openHttpClient({ allow: [url], userAgent: 'Almanac/test', pace, sleep: async () => {} });

    for (let i = 0; i < 20; i += 1) await http.get(url, { signal }).catch(() => undefined);

    expect(asked).toBe(5);
    await http.close();
    server.close();
  });
});
