import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { openSender } from '../support/hostile/attack.ts';
import { giantAttacks } from '../support/hostile/giants.ts';
import { fillGiant } from '../support/worlds/giant-package.ts';
import { openPackageApp, type PackageApp, wasRead } from '../support/worlds/package-world.ts';

/** Goals, in milliseconds that the thread of the event loop computes: others on the machine play no part in it. */
const LONGEST_TURN = 50;
const AFTER_REFUSAL = 50;
const ENTRIES = 20_000;

const ATTACKS = Object.entries(giantAttacks('giant'));

describe.each([
  ['with time enough', 120_000],
  ['on a deadline', 1_000],
])(`a package of ${ENTRIES} entries, cold, %s`, (_, deadlineMs) => {
  let given: PackageApp;
  beforeAll(async () => {
    given = await openPackageApp(
      ROUTES,
      async (_store, db) => {
        await fillGiant(db, 'giant', ENTRIES, 1);
        await wasRead(db, 'osv');
      },
      {
        pages: PAGES,
        largeThread: true,
        settings: { deadlineMs, timeouts: { headersMs: 10_000, requestMs: 200_000, connectionMs: 200_000 } },
      },
    );
  }, 240_000);
  afterAll(() => given[Symbol.asyncDispose]());

  it.each(ATTACKS)(
    '%s',
    async (name, attack) => {
      const computed = () => {
        const { user, system } = process.threadCpuUsage();
        return (user + system) / 1_000;
      };
      let [longest, last, on] = [0, computed(), true];
      const tick = () => {
        const now = computed();
        longest = Math.max(longest, now - last);
        last = now;
        if (on) setImmediate(tick);
      };
      setImmediate(tick);
      let [status, began] = [0, performance.now()];

      await using sender = openSender({ signalOf: () => AbortSignal.timeout(200_000) });
      await attack(given.app.url, { send: async (...sent) => (status = await sender.send(...sent)) });
      const took = performance.now() - began;
      on = false;
      const atAnswer = computed();
      const gauge = given.app.registry.getSingleMetric('almanac_http_computing');
      await vi.waitFor(async () => expect((await gauge?.get())?.values[0]?.value).toBe(0), { timeout: 30_000 });
      await sleep(500);
      const after = computed() - atAnswer;

      console.log(
        `${name}: ${status} after ${Math.round(took)} ms, longest turn ${Math.round(longest)} ms of computing (goal ${LONGEST_TURN}), ` +
          `${Math.round(after)} ms of computing after the answer (goal ${AFTER_REFUSAL})`,
      );
      expect([200, 503]).toContain(status);
    },
    240_000,
  );
});
