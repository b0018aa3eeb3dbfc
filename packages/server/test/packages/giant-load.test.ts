import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { openSender } from '../support/hostile/attack.ts';
import { giantAttacks } from '../support/hostile/giants.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';
import { openPackageApp, type PackageApp, wasRead } from '../support/worlds/package-world.ts';

const ENTRIES = 5_000;
const ATTACKS = Object.entries(giantAttacks('giant'));
const DEADLINE_MS = 500;

let given: PackageApp;
beforeAll(async () => {
  given = await openPackageApp(
    ROUTES,
    async (_store, db) => {
      await fillGiant(db, 'giant', ENTRIES, 1);
      await wasRead(db, 'osv');
    },
    { pages: PAGES, largeThread: true, settings: { deadlineMs: DEADLINE_MS } },
  );
}, 120_000);
afterAll(() => given[Symbol.asyncDispose]());

/** Counts turns of the event loop. */
function watchTurns() {
  const seen = { turns: 0 };
  let on = true;
  const tick = () => {
    seen.turns += 1;
    if (on) setImmediate(tick);
  };
  setImmediate(tick);
  return { seen, stop: () => (on = false) };
}

const gauge = async (name: string) => (await given.app.registry.getSingleMetric(name)?.get())?.values[0]?.value;
const slots = async () => ({
  computing: await gauge('almanac_http_computing'),
  overdue: await gauge('almanac_http_overdue'),
});

/** Statements of the API that run. */
async function running(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'test' and state = 'active'`.execute(given.db);
  return rows[0]?.count ?? -1;
}

describe(`a package of ${ENTRIES} entries that no cache has, on a deadline too short for it`, () => {
  it.each(ATTACKS)(
    '%s: others have their turn, and the work ends with the deadline',
    async (_, attack) => {
      const { seen, stop } = watchTurns();
      await using sender = openSender({ signalOf: () => AbortSignal.timeout(60_000) });
      let status = 0;

      await attack(given.app.url, { send: async (...sent) => (status = await sender.send(...sent)) });

      stop();
      expect([200, 503]).toContain(status);
      expect(seen.turns).toBeGreaterThan(8);
      await vi.waitFor(async () => expect(await slots()).toEqual({ computing: 0, overdue: 0 }), { timeout: 10_000 });
      expect(await running()).toBe(0);
    },
    60_000,
  );
});
