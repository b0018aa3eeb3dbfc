import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { changesFrom } from '../support/following.ts';
import { startWorkerProcess } from '../support/processes/worker-process.ts';
import type { Arrived, Behaviour } from '../support/receiver.ts';
import { openWebhookWorld } from '../support/webhooks.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const ROUNDS = 40;
const A_ROUND = 20;

/** How the hundred behave, by their number and how often each was delivered to before: no run has worse luck than another. */
function behaviourOf({ path }: Arrived, before: number, isAway: boolean): Behaviour {
  const number = Number(path.slice(2));
  // Once or twice, then it takes one: the pauses before a delivery succeeds come to 18 s at most.
  const fails = before % (2 + (number % 2)) !== 1;
  if (number < 60) return {};
  if (number < 70) return fails ? { status: 503 } : {};
  if (number < 80) return { afterMs: 1_500 };
  // They take what comes and say otherwise, or say so and break off, or never come to an end.
  if (number < 85) return fails ? { raw: (response) => response.destroy() } : {};
  if (number < 90) return { raw: (response) => void response.writeHead(200, { 'content-length': '9' }).write('x') };
  if (number < 95) return fails ? { status: 302, headers: { location: 'http://169.254.169.254/' } } : {};
  return isAway ? { status: 500 } : {};
}

it('a hundred subscribers, steady, failing, slow, lying and away, are each told of every change in order, whichever workers are killed', async () => {
  await using world = await openWebhookWorld();
  const paths = Array.from({ length: 100 }, (_, i) => `/s${i}`);
  let begin = '';
  for (const path of paths) ({ cursor: begin } = await world.register(path));
  let isAway = true;
  const deliveredTo = new Map<string, number>();
  world.receiver.behave = (arrived) => {
    const before = deliveredTo.get(arrived.path) ?? 0;
    deliveredTo.set(arrived.path, before + 1);
    return behaviourOf(arrived, before, isAway);
  };
  const environment = {
    DATABASE_URL: world.database.url,
    SOURCES: 'kev',
    KEV_URL: 'http://127.0.0.1:1/none',
    WEBHOOK_HOSTS: '127.0.0.1',
    WEBHOOK_TIMEOUT_MS: '5000',
    LOG_LEVEL: 'info',
  };
  const began = performance.now();
  const workers = await Promise.all([startWorkerProcess(environment), startWorkerProcess(environment)]);
  let kills = 0;
  let over = false;
  const killing = (async () => {
    while (!over) {
      await sleep(7_000);
      // By SIGKILL, in the middle of whatever it does.
      await workers.shift()?.[Symbol.asyncDispose]();
      kills += 1;
      workers.push(await startWorkerProcess(environment));
    }
  })();
  await using _ended = {
    async [Symbol.asyncDispose]() {
      over = true;
      await killing;
      await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
    },
  };
  const store = projectionStore(world.worker.primary);
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = Array.from({ length: A_ROUND }, (_, i) => `PYSEC-2026-${1_000 + round * A_ROUND + i}`);
    const records = ids.map((id) => [id, { id, modified: '2026-03-01T00:00:00Z', details: 'x'.repeat(1_000) }]);
    await store.put('osv', Object.fromEntries(records) as Record<string, unknown>, new Date());
    await sleep(500);
  }
  const log = (await changesFrom(world.app, ROUNDS * A_ROUND, begin, '&limit=500')).map(({ cursor }) => cursor);
  over = true;
  await killing;
  isAway = false;

  await vi.waitFor(
    () => {
      const behind = paths.filter((path) => world.cursorsAt(path).length < log.length);
      expect(behind).toEqual([]);
    },
    { timeout: 400_000, interval: 1_000 },
  );
  const seconds = Math.round((performance.now() - began) / 1_000);
  await Promise.all(workers.map((worker) => worker[Symbol.asyncDispose]()));
  for (const path of paths) expect([path, world.cursorsAt(path)]).toEqual([path, log]);
  const told = world.receiver.arrived.reduce((sum, { delivery }) => sum + delivery.data.changes.length, 0);
  const repeated = told - paths.length * log.length;
  console.log(
    `100 subscribers were told of ${log.length} changes each within ${seconds} s, by ${world.receiver.arrived.length} requests with ${told} changes, ${repeated} of them repetitions; ${kills} workers were killed`,
  );
}, 900_000);

it.each([
  [1, 100],
  [100, 2_000],
])(
  'says how many deliveries of %i changes one worker makes a second to a hundred subscribers',
  async (batch, count) => {
    await using world = await openWebhookWorld();
    const paths = Array.from({ length: 100 }, (_, i) => `/s${i}`);
    for (const path of paths) await world.register(path);
    const ids = Array.from({ length: count }, (_, i) => `PYSEC-2026-${1_000 + i}`);
    const records = ids.map((id) => [id, { id, modified: '2026-03-01T00:00:00Z', details: 'x'.repeat(1_000) }]);
    await projectionStore(world.worker.primary).put(
      'osv',
      Object.fromEntries(records) as Record<string, unknown>,
      new Date(),
    );
    await changesFrom(world.app, count, 'start', '&limit=500');
    const began = performance.now();

    const deliveries = world.deliver({ batch, concurrency: 32, pollMs: 1_000, timeoutMs: 10_000 });
    const expected = (paths.length * count) / batch;
    await vi.waitFor(() => expect(world.receiver.arrived).toHaveLength(expected), { timeout: 280_000, interval: 50 });
    const seconds = (performance.now() - began) / 1_000;
    await deliveries.stop();

    const [rate, changes] = [expected / seconds, (paths.length * count) / seconds].map(Math.round);
    console.log(`${rate} deliveries of ${batch}, ${changes} changes a second, in ${seconds.toFixed(1)} s`);
  },
  300_000,
);
