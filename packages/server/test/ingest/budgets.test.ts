import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { BudgetUsedUp, openPace } from '../../src/ingest/upstream-pace.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

const ORIGIN = 'https://upstream.test';
const signal = AbortSignal.timeout(60_000);

let database: TestDatabase;
let databases: AlmanacDatabases;
beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 8 });
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

/** So slow that the time the test takes adds nothing. */
const budget = { requests: 1_000, seconds: 1e9 };
const opened = (sleep: (ms: number) => Promise<void> = async () => {}) =>
  openPace({ db: databases.primary, sleep }, [{ url: ORIGIN, limit: { requests: 1, seconds: 1 }, budget }]);

describe('the budget of a longer span', () => {
  it('is shared by all workers, and whoever comes when it is used up is refused at once', async () => {
    const paces = [opened(), opened()];

    const asked = await Promise.allSettled(
      paces.flatMap((pace) => Array.from({ length: 120 }, async () => pace.before(ORIGIN, signal))),
    );

    const refused = asked.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(asked.length - refused.length).toBe(200); // a fifth may come at once
    expect(refused.every((reason) => reason instanceof BudgetUsedUp)).toBe(true);
  });

  it('gains what time brings, and never owes', async () => {
    const pace = opened();
    await pace.before(ORIGIN, signal);
    await sql`update upstream set tokens = 0 where origin = ${`${ORIGIN}#budget`}`.execute(databases.primary);
    for (let i = 0; i < 5; i += 1) await expect(pace.before(ORIGIN, signal)).rejects.toThrow(BudgetUsedUp);

    await sql`update upstream set refilled_at = refilled_at - make_interval(secs => 2e6)`.execute(databases.primary);

    await expect(pace.before(ORIGIN, signal)).resolves.toBeUndefined();
    await expect(pace.before(ORIGIN, signal)).rejects.toThrow(BudgetUsedUp);
  });

  it('keeps half of what may come at once for names that the collection carries', async () => {
    const pace = opened();
    const asked = async (carried: boolean, count: number) => {
      const hurry = { until: performance.now() + 60_000_000, carried };
      const all = await Promise.allSettled(
        Array.from({ length: count }, async () => pace.before(ORIGIN, signal, hurry)),
      );
      return all.filter(({ status }) => status === 'fulfilled').length;
    };

    const others = await asked(false, 230);
    const carried = await asked(true, 60);

    expect([others, carried]).toEqual([100, 60]);
  });

  it('is not spent by who gave up waiting for a turn', async () => {
    const pace = opened(async () => {
      throw new Error('gave up');
    });
    await pace.before(ORIGIN, signal);

    await expect(pace.before(ORIGIN, signal)).rejects.toThrow('gave up');

    const { tokens } = await databases.primary
      .selectFrom('upstream')
      .select('tokens')
      .where('origin', '=', `${ORIGIN}#budget`)
      .executeTakeFirstOrThrow();
    expect(Math.round(tokens)).toBe(199);
  });
});
