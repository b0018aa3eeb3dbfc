import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rescue } from '../../src/app/search/rescue.ts';
import { slipsOf } from '../../src/app/search/spelling.ts';
import { readWords } from '../../src/app/search/words.ts';
import { GATHER_NIGHTLY } from '../../src/ingest/tasks/gather-words.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import { knownWords } from '../../src/queries/search-known-words.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { gatherWords } from '../../src/store/search-words.ts';
import { openTestDatabases } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { sourceDeps } from '../support/source-deps.ts';
import { type FindingWorld, findingWorld, madeCve } from '../support/worlds/finding-world.ts';

const NOW = new Date('2026-01-01T00:00:00Z');
const now = () => NOW;
const signal = AbortSignal.timeout(60_000);
const NAMES = ['frobnicate', 'frobnicated', 'sprocket', 'sprockets', 'wrench', 'libwidget', 'widget2', 'arbitrary'];

let world: FindingWorld;
let reader: AlmanacDatabases;
beforeAll(async () => {
  world = await findingWorld();
  reader = openTestDatabases(world.database.url, { role: 'almanac_api', max: 1 });
  const records = NAMES.map((product, n) => {
    const id = `CVE-2026-${1000 + n}`;
    return [id, madeCve(id, { description: `Attackers read files of ${product}.`, vendor: 'Acme', product })] as const;
  });
  await world.store.put('cve_list_v5', Object.fromEntries(records), NOW);
});
afterAll(async () => {
  await reader.close();
  await world[Symbol.asyncDispose]();
});

const rescued = (query: string) => reader.primary.transaction().execute((trx) => rescue(trx, readWords(query)));
const forget = () => sql`delete from search_word_progress`.execute(world.databases.primary);

it('is corrected alike by the words that were read and by the index', async () => {
  const { primary: db } = world.databases;
  const queries = NAMES.flatMap((name) => slipsOf(name).filter((_, n) => n % 97 === 5)).concat(
    'attackres',
    'zzzzzqqqq',
  );
  await forget();
  const byIndex = [];
  for (const query of queries) byIndex.push(await rescued(query));

  const documents = await gatherWords({ db, now }, signal, 3);
  const byWords = [];
  for (const query of queries) byWords.push(await rescued(query));

  expect(documents).toBe(NAMES.length);
  expect(byWords).toEqual(byIndex);
  expect(byWords.filter(({ corrections }) => corrections.length > 0).length).toBeGreaterThan(NAMES.length);
});

it('leaves a word that occurs as it is, also one that was not read yet', async () => {
  const { primary: db } = world.databases;
  await gatherWords({ db, now }, signal);
  await world.store.put('cve_list_v5', { 'CVE-2026-2000': madeCve('CVE-2026-2000', { description: 'Wrenchy.' }) }, NOW);

  expect((await rescued('wrenchy sproket')).corrections).toEqual([{ from: 'sproket', to: 'sprocket' }]);
});

it('asks the index about every neighbour before the words are read, and when many documents have come since', async () => {
  const { primary: db } = world.databases;
  const slips = slipsOf('sproket');
  await forget();
  const before = await knownWords(db, slips);
  await gatherWords({ db, now }, signal);
  const after = await knownWords(db, slips);
  await sql`update search_word_progress set last_record = 0`.execute(db);
  const [fewNew, manyNew] = [await knownWords(db, slips, 100), await knownWords(db, slips, 3)];

  expect([before.length, after, fewNew, manyNew.length]).toEqual([
    slips.length,
    ['sprocket'],
    ['sprocket'],
    slips.length,
  ]);
});

it('ends reading where it is told to, and does not count as read then', async () => {
  const { primary: db } = world.databases;
  await forget();

  await expect(gatherWords({ db, now }, AbortSignal.abort(new Error('told to')))).rejects.toThrow('told to');
  expect((await sql`select from search_word_progress`.execute(db)).rows).toEqual([]);
});

it('reads the words every night', async () => {
  const { primary: db, pool } = world.databases;
  const tasks = taskList({
    db,
    pool,
    release: 'test',
    http: sourceDeps({}).http,
    feeds: new Map(),
    log: silentLog,
    now,
  });
  await forget();

  const job = { abortSignal: signal } as unknown as JobHelpers;
  await tasks[GATHER_NIGHTLY.task]?.({}, job);

  expect((await sql`select read_at from search_word_progress`.execute(db)).rows).toEqual([{ read_at: NOW }]);
});
