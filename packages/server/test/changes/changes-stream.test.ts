import { connect } from 'node:net';
import type { RecordChange } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ROUTES } from '../../src/http/routes/index.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { allChanges, changesFrom, FOLLOW, following, readEvents, type SentEvent } from '../support/following.ts';
import { ROOMY } from '../support/roomy.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

let database: TestDatabase;
let worker: AlmanacDatabases;
let app: TestApp;

beforeAll(async () => {
  database = await createTestDatabase();
  worker = openTestDatabases(database.url, { role: 'almanac_worker' });
  app = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
  await store('PYSEC-2026-1', 'PYSEC-2026-2', 'PYSEC-2026-3');
  await changesFrom(app, 3);
});
afterAll(async () => {
  await app.close();
  await worker.close();
  await database.close();
});

async function store(...ids: readonly string[]): Promise<void> {
  const affected = [{ package: { ecosystem: 'PyPI', name: 'quay' }, versions: ['1.0'] }];
  const records = ids.map((id) => [id, { id, modified: '2026-03-01T00:00:00Z', affected }] as const);
  await projectionStore(worker.primary).put('osv', Object.fromEntries(records), new Date());
}

/** One record that names twenty packages at length, and changes so often: more than the buffers of two sockets hold. */
async function storeMuch(times: number): Promise<void> {
  const names = Array.from({ length: 20 }, (_, i) => `${'quay'.repeat(100)}${i}`);
  const affected = names.map((name) => ({ package: { ecosystem: 'PyPI', name }, versions: ['1.0'] }));
  const id = 'PYSEC-2026-99';
  await projectionStore(worker.primary).put('osv', { [id]: { id, affected } }, new Date());
  await sql`
    insert into version (record_id, seq, observed_at, basis, blob_id, run_id)
    select record_id, seq + n, observed_at + n * interval '1 millisecond', basis, blob_id, run_id
    from version join record on record.id = record_id, generate_series(1, ${times}) as n
    where key = ${id}`.execute(worker.primary);
}

const streamOf = (target: TestApp, query = '') => `${target.url}/api/v1/changes/stream${query}`;

function recordOf({ data }: SentEvent): string {
  return (JSON.parse(data ?? '{}') as RecordChange).record;
}

describe('a stream of changes', () => {
  it('has the events that the feed has, and goes on with what is stored', async () => {
    const reader = await readEvents(streamOf(app, '?after=start'));
    const first = [await reader.next(), await reader.next(), await reader.next()];
    await store('PYSEC-2026-4');

    const next = await reader.next();
    reader.leave();

    expect(first.map(({ data }) => JSON.parse(data ?? '') as unknown)).toEqual((await allChanges(app)).slice(0, 3));
    expect(first.map(({ id, event }) => [id === JSON.parse(first[0]?.data ?? '').cursor, event])[0]).toEqual([
      true,
      'change',
    ]);
    expect(recordOf(next)).toBe('PYSEC-2026-4');
    await vi.waitFor(async () => expect(await following(app)).toBe(0));
  }, 60_000);

  it('goes on behind what the reader saw last, whatever the address says', async () => {
    const [first] = await allChanges(app);

    const reader = await readEvents(streamOf(app, '?after=start'), { 'last-event-id': first?.cursor ?? '' });
    const next = await reader.next();
    reader.leave();

    expect(recordOf(next)).toBe('PYSEC-2026-2');
  });

  it('says from where to go on before the first event, and beats while there is none', async () => {
    const reader = await readEvents(streamOf(app, '?ecosystems=npm'));
    const pending = reader.next().catch(() => null);
    await vi.waitFor(() => expect(reader.quiet).toBeGreaterThanOrEqual(3));
    const { lastId } = reader;
    await store('PYSEC-2026-5');
    // What does not pass the filter moves the place all the same.
    await vi.waitFor(() => expect(reader.lastId).not.toBe(lastId), { timeout: 30_000 });
    reader.leave();
    await pending;

    expect((await changesFrom(app, 1, lastId ?? '')).map(({ record }) => record)).toEqual(['PYSEC-2026-5']);
  }, 60_000);

  it('ends after its time and when the process does, with a reason', async () => {
    const short = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: { ...FOLLOW, stream: 300 } });
    const long = await testApp({ routes: ROUTES, databaseUrl: database.url, follow: FOLLOW });
    const [timed, closed] = [await readEvents(streamOf(short)), await readEvents(streamOf(long))];
    const ends = [await timed.next()];
    const last = closed.next();

    await long.close();
    ends.push(await last);
    await short.close();

    expect(ends.map(({ event, data }) => [event, data])).toEqual([
      ['end', '{"reason":"lifetime"}'],
      ['end', '{"reason":"shutdown"}'],
    ]);
  });

  it('has a bound for each caller', async () => {
    await using bounded = await testApp({
      routes: ROUTES,
      databaseUrl: database.url,
      follow: FOLLOW,
      settings: { callerBudgets: { ...ROOMY, following: { withoutKey: 1, withKey: 1 } } },
    });
    const reader = await readEvents(streamOf(bounded));

    const second = await bounded.get('/api/v1/changes/stream');
    reader.leave();
    await vi.waitFor(async () => expect(await following(bounded)).toBe(0));
    const third = await readEvents(streamOf(bounded));
    third.leave();

    expect(second).toMatchObject({ status: 429, body: { code: 'BUDGET_EXCEEDED', details: { budget: 'following' } } });
  });

  it('lets a reader go that takes nothing, and the reader comes back by its cursor', async () => {
    await storeMuch(700);
    const all = await changesFrom(app, 700, 'start', '&limit=500');
    const { hostname, port } = new URL(app.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.pause();
    socket.write(`GET /api/v1/changes/stream?after=start HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    await vi.waitFor(async () => expect(await following(app)).toBe(1));
    const closed = new Promise((resolve) => socket.once('close', resolve));

    // Until the buffers of the sockets are full, then for as long as a slow reader may take.
    await vi.waitFor(async () => expect(await following(app)).toBe(0), { timeout: 30_000, interval: 100 });
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1'))).resume();
    await closed;
    const ids = [...text.matchAll(/^id: (\S+)\nevent: change\ndata: .*\n\n/gm)].map(([, id]) => id);

    expect(ids.length).toBeLessThan(all.length);
    expect(ids).toEqual(all.slice(0, ids.length).map(({ cursor }) => cursor));
    expect((await allChanges(app, ids.at(-1), '&limit=500')).map(({ cursor }) => cursor)).toEqual(
      all.slice(ids.length).map(({ cursor }) => cursor),
    );
  }, 90_000);
});
