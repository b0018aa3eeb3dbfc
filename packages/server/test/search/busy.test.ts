import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searching } from '../../src/http/routes/pages/search.ts';
import { search } from '../../src/http/routes/search/search.ts';
import { type TestApp, testApp } from '../support/app.ts';
import { type FindingWorld, findingWorld, madeCve } from '../support/worlds/finding-world.ts';

const ID = 'CVE-2024-23897';

let world: FindingWorld;
let app: TestApp;
beforeAll(async () => {
  world = await findingWorld();
  const record = madeCve(ID, { description: 'Reads files.', severity: 'medium', published: '2024-01-24T17:52:22Z' });
  await world.store.put('cve_list_v5', { [ID]: record }, new Date('2026-01-01T00:00:00Z'));
  app = await testApp({ routes: [search], pages: [searching], databaseUrl: world.database.url });
});
afterAll(async () => {
  await app.close();
  await world[Symbol.asyncDispose]();
});

/** Nobody can read what is searched meanwhile: the steps of a search run out of time. */
async function whileBusy<T>(work: () => Promise<T>): Promise<T> {
  const owner = new pg.Client({ connectionString: world.database.url });
  await owner.connect();
  try {
    await owner.query('begin');
    await owner.query('lock table search_document, vulnerability in access exclusive mode');
    return await work();
  } finally {
    await owner.end();
  }
}

it('keeps no answer that was cut for time', async () => {
  const address = '/api/v1/search?severity=medium&limit=1';

  const busy = await whileBusy(() => app.get(address));
  const [calm, kept] = [await app.get(address), await app.get(address)];

  expect([busy.status, busy.body['data'].truncated, busy.headers.get('cache-control')]).toEqual([
    200,
    true,
    'no-store',
  ]);
  expect([calm.body['data'].total, calm.headers.get('x-cache')]).toEqual([1, 'MISS']);
  expect([kept.headers.get('x-cache'), kept.headers.get('cache-control')]).toEqual([
    'HIT',
    'public, max-age=900, stale-while-revalidate=900',
  ]);
});

it('keeps no page of it either', async () => {
  const busy = await whileBusy(() => app.get('/search?severity=medium'));
  const calm = await app.get('/search?severity=medium');

  expect([busy.status, busy.headers.get('cache-control'), busy.text.includes(ID)]).toEqual([200, 'no-store', false]);
  expect(calm.text).toContain(ID);
});
