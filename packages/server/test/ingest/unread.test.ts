import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runSource } from '../../src/ingest/run-source.ts';
import type { LazyRecord, SourceRecord, Unreadable } from '../../src/sources/source.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { sourceDeps } from '../support/source-deps.ts';
import { items, type MadeItem, made, madeFeed } from '../support/worlds/made-source.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let time = Date.parse('2026-11-15T00:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

/** One pass over these; returns how the run counted them, and what became of them. */
async function pass(...given: readonly MadeItem[]) {
  const { primary: db, pool } = databases;
  const feed = madeFeed({ bulk: () => items(...given) });
  const deps = { db, pool, http: sourceDeps({}).http, log: silentLog, now: () => new Date((time += 1)) };
  await runSource(deps, feed, AbortSignal.timeout(20_000));
  const columns = ['seen', 'changed', 'unreadable'] as const;
  const counts = await db.selectFrom('run').select(columns).orderBy('id', 'desc').executeTakeFirstOrThrow();
  return { counts, shown: feed.shown };
}

/** A record that notes when it is read. */
function unread(notes: string[], record: SourceRecord<string>, read: SourceRecord<string> | Unreadable = record) {
  const { key, raw } = record;
  const reading = () => {
    notes.push(key);
    return read;
  };
  return { key, raw, read: reading } satisfies LazyRecord<string>;
}

describe('a record that comes unread', () => {
  it('is read when it is new, and never again while its bytes stay the same', async () => {
    const notes: string[] = [];
    const both = () => [unread(notes, made('a', '1')), unread(notes, made('b', '2'))];

    const first = await pass(...both());
    const second = await pass(...both());
    const third = await pass(unread(notes, made('a', '3')), unread(notes, made('b', '2')));

    expect(first).toMatchObject({ counts: { seen: 2, changed: 2 }, shown: ['a=1', 'b=2'] });
    expect(second).toMatchObject({ counts: { seen: 2, changed: 0 }, shown: [] });
    expect(third).toMatchObject({ counts: { seen: 2, changed: 1 }, shown: ['a=3'] });
    expect(notes).toEqual(['a', 'b', 'a']);
  });

  it('is no new version in another wrapping', async () => {
    const notes: string[] = [];
    const record = made('a', '1');
    const raw = Buffer.from(JSON.stringify(record.value, null, 2));

    await pass(unread(notes, record));
    const wrapped = await pass(unread(notes, { ...record, raw }));

    expect(wrapped).toMatchObject({ counts: { seen: 1, changed: 0 }, shown: [] });
    expect(notes).toEqual(['a', 'a']);
  });

  it('is three versions when it changes and changes back', async () => {
    for (const text of ['1', '2', '1']) await pass(unread([], made('a', text)));

    const versions = await databases.primary.selectFrom('version').select(['seq', 'blob_id']).orderBy('seq').execute();
    expect(versions.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(versions[2]?.blob_id).toBe(versions[0]?.blob_id);
  });

  it('comes back with the same bytes after it was removed', async () => {
    const notes: string[] = [];
    const others = Array.from({ length: 60 }, (_, index) => made(`z${index}`, 'stays'));

    await pass(unread(notes, made('a', '1')), ...others);
    await pass(...others, { complete: true });
    const back = await pass(unread(notes, made('a', '1')), ...others);

    expect(back).toMatchObject({ counts: { changed: 1 }, shown: ['a=1'] });
    expect(notes).toEqual(['a', 'a']);
  });

  it.each<[string, SourceRecord<string> | Unreadable]>([
    ['unavailable', { unreadable: 'no record', raw: made('a', '1').raw, key: 'a' }],
    ['is of another name', made('b', '1')],
  ])('is set aside when it %s', async (_what, read) => {
    const { counts, shown } = await pass(unread([], made('a', '1'), read), made('c', '3'));

    const kept = await databases.primary.selectFrom('quarantine').select('key').execute();
    expect({ counts, shown, kept }).toEqual({
      counts: { seen: 1, changed: 1, unreadable: 1 },
      shown: ['c=3'],
      kept: [{ key: 'a' }],
    });
  });
});
