import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { changesFrom } from '../support/following.ts';
import type { Behaviour } from '../support/receiver.ts';
import { openWebhookWorld, type WebhookWorld } from '../support/webhooks.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

let world: WebhookWorld;
let stored = 0;
let paths = 0;

beforeAll(async () => {
  world = await openWebhookWorld();
});
afterAll(() => world[Symbol.asyncDispose]());
afterEach(() => world.quiet());

async function put(count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => {
    stored += 1;
    return `PYSEC-2026-${stored}`;
  });
  const records = ids.map((id) => [id, { id, modified: '2026-03-01T00:00:00Z' }]);
  await projectionStore(world.worker.primary).put(
    'osv',
    Object.fromEntries(records) as Record<string, unknown>,
    new Date(),
  );
}

const untilTold = (path: string, cursors: readonly string[]) =>
  vi.waitFor(() => expect([path, world.cursorsAt(path)]).toEqual([path, cursors]), { timeout: 30_000, interval: 10 });

it('that are slow, or never answer, keep no other waiting', async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const held = ['/held-1', '/held-2', '/held-3'];
  const others = ['/quick-1', '/quick-2'];
  const { cursor } = await world.register(others[0] ?? '');
  for (const path of [...held, ...others.slice(1)]) await world.register(path);
  world.receiver.behave = ({ path }) =>
    held.includes(path) ? { raw: (response) => void promise.then(() => response.writeHead(200).end()) } : {};

  world.deliver({ concurrency: 4, batch: 1, timeoutMs: 30_000 });
  await put(3);
  const all = (await changesFrom(world.app, 3, cursor)).map((change) => change.cursor);
  for (const path of others) await untilTold(path, all);
  const waiting = held.map((path) => world.cursorsAt(path).length);
  answer();
  for (const path of held) await untilTold(path, all);

  expect(waiting).toEqual([1, 1, 1]);
});

const behaviour: fc.Arbitrary<Behaviour> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Behaviour>({ status: 500 }, { status: 404 }, { status: 302 }, { status: 429 }),
  },
  { weight: 1, arbitrary: fc.record({ afterMs: fc.nat({ max: 15 }) }) },
  // It took it, and says nothing, or says so and breaks off.
  {
    weight: 1,
    arbitrary: fc.constantFrom<Behaviour>(
      { raw: (response) => response.destroy() },
      {
        raw: (response) =>
          void response.writeHead(200, { 'content-length': '10' }).write('x', () => response.destroy()),
      },
    ),
  },
);

it('are each told of every change at least once, in the order of the log, by two workers of which one is always replaced', async () => {
  const round = fc.record({
    writes: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 3 }),
    behaviours: fc.array(behaviour, { minLength: 1, maxLength: 12 }),
    subscribers: fc.integer({ min: 1, max: 4 }),
    batch: fc.integer({ min: 1, max: 5 }),
  });

  await fc.assert(
    fc.asyncProperty(round, async ({ writes, behaviours, subscribers, batch }) => {
      const own = Array.from({ length: subscribers }, () => {
        paths += 1;
        return `/s${paths}`;
      });
      const [first] = await Promise.all(own.map((path) => world.register(path)));
      const left = new Map(own.map((path, i) => [path, behaviours.slice(i)]));
      world.receiver.behave = ({ path }) => left.get(path)?.shift() ?? {};
      const stays = world.deliver({ batch, pollMs: 5, delayMs: 2, mostDelayMs: 10 });
      let replaced = world.deliver({ batch, pollMs: 5, delayMs: 2, mostDelayMs: 10 });
      for (const count of writes) {
        await put(count);
        await replaced.stop();
        replaced = world.deliver({ batch, pollMs: 5, delayMs: 2, mostDelayMs: 10 });
      }
      const total = writes.reduce((sum, count) => sum + count, 0);
      const log = (await changesFrom(world.app, total, first?.cursor)).map(({ cursor }) => cursor);

      for (const path of own) await untilTold(path, log);
      await Promise.all([stays.stop(), replaced.stop()]);
      for (const path of own) expect([path, world.receiver.atOnce.get(path)]).toEqual([path, 1]);
    }),
    { numRuns: 2 },
  );
});
