import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runSource } from '../../src/ingest/run-source.ts';
import type { ChannelName, SourceRecord } from '../../src/sources/source.ts';
import { readCheckpoint } from '../../src/store/checkpoints.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { loadDictionaries } from '../../src/store/dictionaries.ts';
import { sha256, unpack } from '../../src/store/packing.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { sourceDeps } from '../support/source-deps.ts';
import { items, type MadeFeed, type MadeItem, made, madeFeed } from '../support/worlds/made-source.ts';

const SOURCE = 12;

let database: TestDatabase;
let databases: AlmanacDatabases;
let time = Date.parse('2026-11-15T00:00:00Z');

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 6 });
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

function run(feed: MadeFeed, channel: ChannelName = 'bulk', acceptRemovals = false) {
  const { primary: db, pool } = databases;
  const deps = { db, pool, http: sourceDeps({}).http, log: silentLog, now: () => new Date((time += 1)) };
  return runSource(deps, feed, AbortSignal.timeout(20_000), { channel, acceptRemovals });
}

const position = (channel: ChannelName) => readCheckpoint(databases.primary, SOURCE, channel);

async function current(): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select record.key || case when content_sha256 is null then ' gone' when withdrawn then ' withdrawn' else '' end as text
    from record join current_version on current_version.record_id = record.id order by record.key`.execute(
    databases.primary,
  );
  return rows.map(({ text }) => text);
}

async function quarantined(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from quarantine order by key`.execute(databases.primary);
  return rows.map(({ key }) => key);
}

describe('what was set aside', () => {
  const bad = (key: string): MadeItem => ({ unreadable: 'bad', raw: Buffer.from(`bad ${key}`), key });

  it('leaves the quarantine when its record can be read again, also where that is the one we have', async () => {
    let given: readonly MadeItem[] = [made('a', '1'), made('b', '1'), made('c', '1')];
    const feed = madeFeed({ bulk: () => items(...given) });
    await run(feed);
    given = [bad('a'), bad('b'), bad('c')];
    await run(feed);
    const before = await quarantined();

    given = [made('a', '1'), made('b', '2'), bad('c')];
    await run(feed);

    expect(before).toEqual(['a', 'b', 'c']);
    expect(await quarantined()).toEqual(['c']);
  });

  it('stays for a state that is older than the one that could not be read', async () => {
    const [old, recent] = [new Date('2026-11-01'), new Date('2026-11-10')];
    let given: readonly MadeItem[] = [made('a', '1', { modified: old })];
    const feed = madeFeed({ bulk: () => items(...given), delta: () => items(bad('a')) }, { lagging: true });
    await run(feed);
    await run(feed, 'delta');
    await run(feed);
    const stillThere = await quarantined();

    given = [made('a', '2', { modified: recent })];
    await run(feed);

    expect(stillThere).toEqual(['a']);
    expect(await quarantined()).toEqual([]);
  });

  it('without a known key is not removed by a person who releases what is missing', async () => {
    const keys = Array.from({ length: 40 }, (_, i) => `k${i}`);
    let given: readonly MadeItem[] = [...keys.map((key) => made(key, '1')), { complete: true }];
    const feed = madeFeed({ bulk: () => items(...given) });
    await run(feed);
    given = [
      ...keys.slice(20).map((key) => made(key, '1')),
      { unreadable: 'bad', raw: Buffer.from('{') },
      { complete: true },
    ];

    const released = await run(feed, 'bulk', true);

    expect(released).toEqual({
      state: 'held',
      reason: '20 records are missing, and 1 entries cannot be read that may be among them',
    });
    expect((await current()).filter((line) => line.endsWith('gone'))).toEqual([]);
  });
});

describe('a record that comes under another date alone', () => {
  const dated = (text: string, date: string) =>
    made('a', text, {
      modified: new Date(date),
      raw: Buffer.from(JSON.stringify({ key: 'a', text, seen: date })),
      value: { key: 'a', text, seen: date },
    });
  async function shown() {
    const { rows } = await sql<{ versions: number; date: string }>`
      select (select count(*)::int from version where version.record_id = record.id) as versions,
             to_char(upstream_modified at time zone 'utc', 'YYYY-MM-DD') as date
      from record join current_version on current_version.record_id = record.id`.execute(databases.primary);
    return rows[0];
  }

  it('makes no version, and the date is noted; by a channel that lags only if it is the later one', async () => {
    let given: MadeItem = dated('1', '2026-11-01');
    const feed = madeFeed({ bulk: () => items(given), delta: () => items(given) }, { lagging: true });
    await run(feed);

    const after: unknown[] = [];
    for (const [channel, date] of [
      ['delta', '2026-11-05'],
      ['bulk', '2026-11-03'],
      ['bulk', '2026-11-07'],
      ['delta', '2026-11-06'],
    ] as const) {
      given = dated('1', date);
      await run(feed, channel);
      after.push(await shown());
    }

    expect(after).toEqual(
      ['2026-11-05', '2026-11-05', '2026-11-07', '2026-11-06'].map((date) => ({ versions: 1, date })),
    );
    expect(feed.shown).toEqual(['a=1']);
    given = dated('2', '2026-11-08');
    await run(feed, 'delta');
    expect(await shown()).toEqual({ versions: 2, date: '2026-11-08' });
  });
});

describe('a first fill that takes longer than one run may', () => {
  /** Its time is over after so many batches; never more than one is read ahead. */
  async function runOutOfTime(batches: number) {
    const limit = new AbortController();
    const feed = madeFeed({
      async *bulk() {
        for (let i = 0; i < batches; i += 1) yield* [made(`k${i}`, `${batches}`), { checkpoint: `${i}` }];
        limit.abort(new DOMException('too long', 'TimeoutError'));
        yield* [made('late', '1'), { checkpoint: 'late' }];
      },
    });
    const { primary: db, pool } = databases;
    const deps = { db, pool, http: sourceDeps({}).http, log: silentLog, now: () => new Date((time += 1)) };
    await expect(runSource(deps, feed, limit.signal, { channel: 'bulk' })).rejects.toThrow('too long');
    const { rows } = await sql<{ state: string }>`select state from run order by id desc limit 1`.execute(db);
    return rows[0]?.state;
  }

  it('is no fault of the source as long as it comes nearer to its end', async () => {
    expect(await runOutOfTime(4)).toBe('abandoned');
    expect(await position('bulk')).not.toBeNull();
  });

  it('is one where it brings nothing, or where the store was filled before', async () => {
    expect(await runOutOfTime(0)).toBe('failed');
    await run(madeFeed({ bulk: () => items(made('a', '1')) }));

    expect(await runOutOfTime(5)).toBe('failed');
  });
});

describe('the channels of a source', () => {
  it('wait until the first has filled the store, and begin where it says', async () => {
    const seen: (string | null)[] = [];
    const feed = madeFeed({
      bulk: () => items(made('a', '1'), { checkpoint: 'noon', channel: 'delta' }, { checkpoint: 'etag' }),
      delta: (since) => {
        seen.push(since);
        return items(made('a', '2'), { checkpoint: 'evening' });
      },
    });

    const early = await run(feed, 'delta');
    const outcomes = [await run(feed, 'bulk'), await run(feed, 'delta'), await run(feed, 'delta')];

    expect(early).toEqual({ state: 'unfilled', first: 'bulk' });
    expect(outcomes).toEqual([{ state: 'ok' }, { state: 'ok' }, { state: 'ok' }]);
    expect(seen).toEqual(['noon', 'evening']);
    expect([await position('bulk'), await position('delta')]).toEqual(['etag', 'evening']);
    expect(feed.shown).toEqual(['a=1', 'a=2']);
  });

  it('may run at the same time, even over the same records', async () => {
    const keys = Array.from({ length: 250 }, (_, i) => `k${String(i).padStart(3, '0')}`);
    const one = keys.map((key) => made(key, 'one'));
    const two = keys.toReversed().map((key) => made(key, 'two'));
    const feed = madeFeed({ bulk: () => items(...one), delta: () => items(...two), sweep: () => items(...one) });
    await run(feed);

    const outcomes = await Promise.all([run(feed, 'delta'), run(feed, 'sweep'), run(feed, 'bulk')]);

    expect(outcomes).toEqual([{ state: 'ok' }, { state: 'ok' }, { state: 'ok' }]);
    const { rows } = await sql`
      select count(*) as gaps from current_version
      where seq <> (select count(*) from version where version.record_id = current_version.record_id)`.execute(
      databases.primary,
    );
    expect(rows).toEqual([{ gaps: 0 }]);
  });

  it('do not bring back what an archive still has of yesterday', async () => {
    const [yesterday, today] = [new Date('2026-11-14T00:00:00Z'), new Date('2026-11-15T00:00:00Z')];
    let archived: SourceRecord<string> = made('a', 'first', { modified: yesterday });
    const feed = madeFeed(
      { bulk: () => items(archived), delta: () => items(made('a', 'newer', { modified: today })) },
      { lagging: true },
    );
    await run(feed);
    await run(feed, 'delta');

    archived = made('a', 'old', { modified: yesterday });
    await run(feed);

    expect(feed.shown).toEqual(['a=first', 'a=newer']);
  });

  it('do not take for removed what its source dates after the listing, though our clock was behind', async () => {
    const many = Array.from({ length: 100 }, (_, i) => `k${i}`);
    let listing: MadeItem[] = many.map((key) => made(key, '1'));
    const listedAt = new Date(time + 3_600_000);
    const later = new Date(listedAt.getTime() + 60_000);
    const feed = madeFeed({
      bulk: () => items(...listing, { complete: true, asOf: listedAt }),
      delta: () => items(made('young', '1', { modified: later })),
    });
    await run(feed);
    await run(feed, 'delta');
    time += 7_200_000;

    listing = many.map((key) => ({ present: key }));
    await run(feed);

    expect((await current()).filter((key) => !key.startsWith('k'))).toEqual(['young']);
  });

  it('do not take for removed what another has brought since the listing was made', async () => {
    const [old, many] = ['old', Array.from({ length: 100 }, (_, i) => `k${i}`)] as const;
    let listing: MadeItem[] = [...many, old].map((key) => made(key, '1'));
    const feed = madeFeed({
      bulk: () => items(...listing, { complete: true, asOf: new Date(listedAt) }),
      delta: () => items(made('young', '1')),
    });
    let listedAt = time + 100_000;
    await run(feed);
    listedAt = time;
    await run(feed, 'delta');

    listing = many.map((key) => ({ present: key }));
    const outcome = await run(feed);

    expect(outcome).toEqual({ state: 'ok' });
    expect((await current()).filter((key) => !key.startsWith('k'))).toEqual(['old gone', 'young']);
  });

  it('tell a source what we have of it', async () => {
    const modified = new Date('2026-11-14T00:00:00Z');
    const feed = madeFeed({ bulk: () => items(made('a', '1', { modified }), made('b', '1')) });
    await run(feed);
    let held: unknown;
    const { read } = feed.source.channels.bulk ?? {};
    if (read === undefined) throw new Error('no channel');
    const asking: MadeFeed = {
      ...feed,
      source: {
        ...feed.source,
        channels: {
          bulk: {
            read: async function* (deps) {
              held = await deps.held(['a', 'b', 'c']);
              yield* items();
            },
          },
        },
      },
    };

    await run(asking);

    expect(held).toEqual(
      new Map([
        ['a', { modified }],
        ['b', { modified: null }],
      ]),
    );
  });
});

describe('records that a source takes back', () => {
  const all = Array.from({ length: 200 }, (_, i) => `k${i}`);
  const taken = (count: number) => all.slice(0, count).map((key) => made(key, 'withdrawn', { withdrawn: true }));

  async function filled(count: number): Promise<MadeFeed> {
    const feed = madeFeed({
      bulk: () => items(...all.map((key) => made(key, '1'))),
      delta: () => items(made('new', '1'), ...taken(count), made('newer', '1'), { checkpoint: 'later' }),
    });
    await run(feed);
    return feed;
  }

  it('are stored when they are few', async () => {
    const feed = await filled(20);

    const outcome = await run(feed, 'delta');

    expect(outcome).toEqual({ state: 'ok' });
    expect((await current()).filter((key) => key.endsWith('withdrawn'))).toHaveLength(20);
    expect(await position('delta')).toBe('later');
  });

  it('are held when they are many, again and again, while all else goes on', async () => {
    const feed = await filled(21);

    const outcomes = [await run(feed, 'delta'), await run(feed, 'delta')];

    const reason = '21 of 202 records were taken back in one run, which is more than 20';
    expect(outcomes).toEqual([
      { state: 'held', reason },
      { state: 'held', reason },
    ]);
    expect(await current()).not.toContain('k0 withdrawn');
    expect(await current()).toEqual(expect.arrayContaining(['new', 'newer']));
    expect(await position('delta')).toBeNull();
  });

  it('are stored once a person has looked', async () => {
    const feed = await filled(50);
    await run(feed, 'delta');

    const outcome = await run(feed, 'delta', true);

    expect(outcome).toEqual({ state: 'ok' });
    expect((await current()).filter((key) => key.endsWith('withdrawn'))).toHaveLength(50);
    expect(await position('delta')).toBe('later');
  });
});

describe('what is kept of a record', () => {
  it('is parsed only when it is new, and set aside when that fails', async () => {
    let parsedTimes = 0;
    const lazily = (key: string): SourceRecord<string> => ({
      ...made(key, 'x'),
      get parsed() {
        parsedTimes += 1;
        if (key === 'bad') throw new Error('no such thing');
        return key;
      },
    });
    const feed = madeFeed({ bulk: () => items(lazily('a'), lazily('bad')) });

    await run(feed);
    await run(feed);

    expect(parsedTimes).toBe(3); // a once, bad with every run
    expect(feed.shown).toEqual(['a=a']);
    expect(await databases.primary.selectFrom('quarantine').select(['key', 'reason', 'count']).execute()).toEqual([
      { key: 'bad', reason: 'no such thing', count: 2 },
    ]);
  });

  it('is not what spoils the rest: a record that cannot be stored is found and set aside', async () => {
    const many = Array.from({ length: 150 }, (_, i) => made(`k${i}`, i === 77 ? 'poison' : '1'));
    const feed = madeFeed({ bulk: () => items(...many, { checkpoint: 'end' }) });
    const { write } = feed.projection;
    const picky: MadeFeed = {
      ...feed,
      projection: {
        ...feed.projection,
        write: async (trx, changes) => {
          if (changes.some(({ parsed }) => parsed === 'poison')) await sql`select 1 / 0`.execute(trx);
          await write(trx, changes);
        },
      },
    };

    const outcome = await run(picky);

    expect(outcome).toEqual({ state: 'ok' });
    expect(await current()).toHaveLength(149);
    expect(await position('bulk')).toBe('end');
    expect(await databases.primary.selectFrom('quarantine').select(['key', 'reason']).execute()).toEqual([
      { key: 'k77', reason: 'cannot be stored: division by zero' },
    ]);
  });

  it('is not all set aside when the fault is our own', async () => {
    const feed = madeFeed({ bulk: () => items(...Array.from({ length: 60 }, (_, i) => made(`k${i}`, '1'))) });
    const broken: MadeFeed = {
      ...feed,
      projection: { ...feed.projection, write: () => Promise.reject(new TypeError('no such function')) },
    };

    await expect(run(broken)).rejects.toThrow('no such function');

    const [last] = await databases.primary.selectFrom('run').select('state').execute();
    expect(last).toEqual({ state: 'failed' });
  });

  it('is packed with a dictionary of its like and comes out as it went in', async () => {
    const text = 'A flaw was found in the way that the harbour handles anchors. '.repeat(5);
    const many = Array.from({ length: 300 }, (_, i) => made(`k${i}`, `${text}${i}`));
    await run(madeFeed({ bulk: () => items(...many) }));

    const blobs = await databases.primary.selectFrom('blob').selectAll().execute();

    const dictionaries = await loadDictionaries(databases.primary, blobs);
    const raws = blobs.map((blob) => unpack({ ...blob, rawSize: blob.raw_size }, dictionaries.get(blob.dictionary)));
    expect(dictionaries.size).toBe(1);
    expect(blobs.every((blob) => blob.codec === 2)).toBe(true);
    expect(raws.map((raw) => sha256(raw).toString('hex'))).toEqual(
      blobs.map((blob) => blob.raw_sha256.toString('hex')),
    );
    expect(blobs.reduce((sum, { packed }) => sum + packed.length, 0) / blobs.length).toBeLessThan(40);
  });
});
