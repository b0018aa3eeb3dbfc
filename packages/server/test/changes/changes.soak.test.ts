import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RecordChange } from '@almanac/contract';
import { expect, it, vi } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases } from '../support/database.ts';
import { allChanges, changesFrom, changesOf, FOLLOW, following, readEvents } from '../support/following.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const ROUNDS = 40;
const A_ROUND = 20;

it('a hundred followers, steady, failing, slow and late, are each told of every change once and in order', async () => {
  await using database = await createTestDatabase();
  const worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  await using app = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: { ...FOLLOW, slow: 2_000 } });
  const { cursor: begin } = await changesOf(app, '');
  const url = `${app.url}/api/v1/changes/stream`;
  let over = false;
  const { promise: ended, resolve: end } = Promise.withResolvers<null>();
  const told = new Map<string, string[]>();
  const note = (name: string, cursors: readonly string[]) => {
    const own = told.get(name);
    if (own === undefined) told.set(name, [...cursors]);
    else own.push(...cursors);
  };

  /** Leaves after every `leaveAfter` events and comes back by what it saw last; pauses between events. */
  async function stream(name: string, leaveAfter: number, pauseMs: number): Promise<void> {
    let lastId = begin;
    while (!over) {
      // Refused where too much is computed at the moment: whoever follows comes back, as the answer says.
      const reader = await readEvents(url, { 'last-event-id': lastId }).catch(() => sleep(1_000, null));
      if (reader === null) continue;
      for (let seen = 0; seen < leaveAfter; seen += 1) {
        const sent = await Promise.race([reader.next().catch(() => null), ended]);
        if (sent?.event !== 'change' || sent.id === null) break;
        lastId = sent.id;
        note(name, [lastId]);
        if (pauseMs > 0) await sleep(pauseMs);
      }
      reader.leave();
    }
  }

  async function poll(name: string): Promise<void> {
    let cursor = begin;
    while (!over) {
      const { status, body } = await app.get(`/api/v1/changes?after=${cursor}&wait=5&limit=7`);
      if (status === 503) {
        await sleep(1_000);
        continue;
      }
      const changes = body['data'].changes as RecordChange[];
      note(
        name,
        changes.map((change) => change.cursor),
      );
      cursor = body['data'].cursor as string;
    }
  }

  /** Reads nothing at all, and comes back when it was let go. */
  async function deaf(): Promise<void> {
    const { hostname, port } = new URL(app.url);
    while (!over) {
      const socket = connect({ host: hostname, port: Number(port) }).on('error', () => {});
      socket.pause();
      socket.write(`GET /api/v1/changes/stream?after=start HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
      await Promise.race([ended, sleep(4_000)]);
      socket.destroy();
    }
  }

  const followers = Array.from({ length: 100 }, (_, i) => {
    if (i < 50) return stream(`steady ${i}`, Number.POSITIVE_INFINITY, 0);
    if (i < 65) return stream(`failing ${i}`, 25, 0);
    if (i < 75) return stream(`slow ${i}`, Number.POSITIVE_INFINITY, 4);
    if (i < 90) return poll(`polling ${i}`);
    return deaf();
  });
  const store = projectionStore(worker.primary);
  for (let round = 0; round < ROUNDS; round += 1) {
    const ids = Array.from({ length: A_ROUND }, (_, i) => `PYSEC-2026-${1_000 + round * A_ROUND + i}`);
    const records = ids.map((id) => [id, { id, modified: '2026-03-01T00:00:00Z', details: 'x'.repeat(1_000) }]);
    await store.put('osv', Object.fromEntries(records) as Record<string, unknown>, new Date());
    await sleep(100);
  }
  const all = (await changesFrom(app, ROUNDS * A_ROUND, begin, '&limit=500')).map(({ cursor }) => cursor);
  await vi.waitFor(
    () => {
      const behind = [...told.values()].filter(({ length }) => length < all.length).length;
      expect([told.size, behind]).toEqual([90, 0]);
    },
    { timeout: 300_000, interval: 500 },
  );
  const held = process.memoryUsage().rss;
  over = true;
  end(null);
  await Promise.all(followers);

  for (const [name, cursors] of told) expect([name, cursors]).toEqual([name, all]);
  // One that comes back a day later, by the place at which it had begun.
  expect((await allChanges(app, begin, '&limit=500')).map(({ cursor }) => cursor)).toEqual(all);
  await vi.waitFor(async () => expect(await following(app)).toBe(0), { timeout: 30_000 });
  console.log(`90 followers were told of ${all.length} changes each; ${Math.round(held / 2 ** 20)} MiB in the process`);
  await worker.close();
});
