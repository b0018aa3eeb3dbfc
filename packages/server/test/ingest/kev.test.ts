import { type Fault, KEV_FEED_PATH, KEV_MIRROR_PATH, kev, startTwin, type Twin } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sourceStatus } from '../../src/app/sources/source-status.ts';
import { openFeeds } from '../../src/ingest/feeds.ts';
import { type RunOutcome, runSource } from '../../src/ingest/run-source.ts';
import { type HttpClient, openHttpClient } from '../../src/platform/http-client.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { loadDictionaries } from '../../src/store/dictionaries.ts';
import { unpack } from '../../src/store/packing.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { CHANGING, kevWorld, RETRACTED, SPACED } from '../support/worlds/kev-world.ts';

const HOUR = 3_600_000;

let database: TestDatabase;
let databases: AlmanacDatabases;
let owner: AlmanacDatabases;
let twin: Twin;
let http: HttpClient;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
  owner = openTestDatabases(database.url, { max: 1 });
});
beforeEach(async () => {
  skewMs = 0;
  twin = await startTwin(kev(kevWorld));
  http = openHttpClient({ allow: [twin.url], userAgent: 'Almanac/test', attemptTimeoutMs: 500, sleep: async () => {} });
});
afterEach(async () => {
  await Promise.all([twin[Symbol.asyncDispose](), http.close()]);
  await database.reset();
});
afterAll(async () => {
  await Promise.all([databases.close(), owner.close()]);
  await database.close();
});

/** How far our own clock is off. */
let skewMs = 0;
const now = () => new Date(twin.clock.now() + skewMs);

async function ingest({ mirror = false, acceptRemovals = false } = {}): Promise<RunOutcome> {
  const addresses = { url: twin.url + KEV_FEED_PATH, mirrorUrl: mirror ? twin.url + KEV_MIRROR_PATH : undefined };
  const feed = openFeeds({ kev: addresses }).get('kev');
  if (feed === undefined) throw new Error('kev is not enabled');
  // Each look at the clock is a little later than the last, as in life.
  twin.clock.advance(1);
  const deps = { db: databases.primary, pool: databases.pool, http, now, log: silentLog };
  return runSource(deps, feed, AbortSignal.timeout(20_000), {
    acceptRemovals,
  });
}

async function status() {
  const { state, records, lastError, lastCheckedAt, lastChangedAt } =
    (await sourceStatus(databases.primary, now())).find(({ id }) => id === 'kev') ?? {};
  return { state, records, lastError, lastCheckedAt, lastChangedAt };
}

async function warnings() {
  const kev = (await sourceStatus(databases.primary, now())).find(({ id }) => id === 'kev');
  return kev?.warnings.filter(({ code }) => code === 'READ_FROM_MIRROR');
}

async function counts() {
  const { rows } = await sql`
    select (select count(*) from record) as records, (select count(*) from version) as versions,
           (select count(*) from blob) as blobs, (select count(*) from kev) as "kevRows",
           (select count(*) from quarantine) as quarantined`.execute(databases.primary);
  return rows[0];
}

const all150 = { records: 150, versions: 150, blobs: 150, kevRows: 150, quarantined: 0 };

const kevRows = (id: string) =>
  databases.primary.selectFrom('kev').selectAll().where('cve_id', '=', id).orderBy('known_from').execute();

describe('reading KEV', () => {
  it('stores every entry with the bytes that came, and shows it', async () => {
    const outcome = await ingest();

    expect(outcome).toEqual({ state: 'ok' });
    expect(await counts()).toEqual(all150);
    expect(await status()).toEqual({
      state: 'ok',
      records: 150,
      lastError: null,
      lastCheckedAt: now().toISOString(),
      lastChangedAt: now().toISOString(),
    });
    expect(await kevRows(SPACED)).toMatchObject([
      { vendor_project: 'Tidewater', date_added: '2025-11-22', due_date: '2025-12-13', cwes: [], known_to: null },
    ]);
    const blob = await databases.primary
      .selectFrom('record')
      .innerJoin('version', 'version.record_id', 'record.id')
      .innerJoin('blob', 'blob.id', 'version.blob_id')
      .selectAll('blob')
      .where('key', '=', SPACED)
      .executeTakeFirstOrThrow();
    const dictionaries = await loadDictionaries(databases.primary, [blob]);
    const raw = unpack({ ...blob, rawSize: blob.raw_size }, dictionaries.get(blob.dictionary)).toString();
    expect(raw).toContain('"vendorProject": " Tidewater "');
    expect(JSON.parse(raw)).toMatchObject({ cveID: SPACED });
  });

  it('asks only whether it has moved, and writes nothing when it has not', async () => {
    await ingest();
    const before = now().toISOString();
    twin.clock.advance(HOUR);

    await ingest();

    expect(twin.requests.map(({ status }) => status)).toEqual([200, 304]);
    expect(await counts()).toEqual(all150);
    expect(await status()).toMatchObject({ state: 'ok', lastCheckedAt: now().toISOString(), lastChangedAt: before });
  });

  it('writes nothing when the same entries come again in full', async () => {
    await ingest();
    await databases.primary.deleteFrom('checkpoint').execute();

    await ingest();

    expect(twin.requests.map(({ status }) => status)).toEqual([200, 200]);
    expect(await counts()).toEqual(all150);
  });

  it('makes one new version and one new row of an entry that changed', async () => {
    await ingest();
    twin.clock.advance(25 * HOUR);

    await ingest();

    expect(await counts()).toEqual({ records: 150, versions: 151, blobs: 151, kevRows: 151, quarantined: 0 });
    const [earlier, later] = await kevRows(CHANGING);
    expect(earlier).toMatchObject({ ransomware: 'unknown', known_to: later?.known_from });
    expect(later).toMatchObject({ ransomware: 'known', known_to: null, seq: 2 });
  });

  it('closes the row of an entry that was taken back, and keeps its history', async () => {
    await ingest();
    twin.clock.advance(49 * HOUR);

    const outcome = await ingest();

    expect(outcome).toEqual({ state: 'ok' });
    expect(await kevRows(RETRACTED)).toMatchObject([{ known_to: now() }]);
    const versions = await databases.primary
      .selectFrom('version')
      .innerJoin('record', 'record.id', 'version.record_id')
      .select(['seq', 'blob_id'])
      .where('key', '=', RETRACTED)
      .orderBy('seq')
      .execute();
    expect(versions).toMatchObject([
      { seq: 1, blob_id: expect.any(Number) },
      { seq: 2, blob_id: null },
    ]);
    expect(await status()).toMatchObject({ records: 149 });
  });

  it('takes a member that nobody knows as a new version that shows nothing new', async () => {
    await ingest();
    twin.faults.set({ kind: 'schema_addition' });

    await ingest();

    expect(await counts()).toMatchObject({ versions: 300, kevRows: 150, quarantined: 0 });
  });

  it('keeps its history in order when our clock is set back', async () => {
    await ingest();
    twin.clock.advance(25 * HOUR);
    skewMs = -72 * HOUR;

    const outcome = await ingest();

    expect(outcome).toEqual({ state: 'ok' });
    const [earlier, later] = await kevRows(CHANGING);
    expect(earlier?.known_to).toEqual(later?.known_from);
    expect(later?.known_from.getTime()).toBeGreaterThan(earlier?.known_from.getTime() ?? 0);
  });

  it('is not disturbed by a second reader of the same source', async () => {
    twin.faults.set({ kind: 'latency', ms: 200 });

    const outcomes = await Promise.all([ingest(), ingest()]);

    expect(outcomes).toContainEqual({ state: 'ok' });
    expect(outcomes).toContainEqual({ state: 'skipped' });
    expect(await counts()).toEqual(all150);
  });

  it('stops when it loses its lock, because another may have begun', async () => {
    twin.faults.set({ kind: 'latency', ms: 400 });
    const reading = ingest();
    const lost = expect(reading).rejects.toThrow('the lock was lost');
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`.execute(
        owner.primary,
      );
      expect(rows).toHaveLength(1);
    });

    await lost;

    expect(await counts()).toMatchObject({ records: 0 });
    expect(await databases.primary.selectFrom('run').select('state').execute()).toEqual([{ state: 'abandoned' }]);
  });
});

describe('one bad entry', () => {
  it.each(['wrong_type', 'missing_field', 'null_record', 'deep_nesting', 'invalid_utf8'] as const)(
    '(%s) is set aside; the others are read and its last good state stays',
    async (way) => {
      await ingest();
      twin.clock.advance(25 * HOUR);
      twin.faults.set({ kind: 'malformed_record', way, record: 'CVE-2025-10007' });

      await ingest();
      await ingest();

      expect(await status()).toMatchObject({ state: 'ok' });
      expect(await counts()).toMatchObject({ records: 150, versions: 151, kevRows: 151, quarantined: 1 });
      expect(await databases.primary.selectFrom('quarantine').select('count').execute()).toEqual([{ count: 2 }]);
      expect(await kevRows('CVE-2025-10007')).toMatchObject([{ known_to: null }]);
    },
  );

  it.each(['lone_surrogate', 'huge_number', 'duplicate_key'] as const)('(%s) that can be read is read', async (way) => {
    twin.faults.set({ kind: 'malformed_record', way, record: 'CVE-2025-10007' });

    await ingest();

    expect(await counts()).toEqual(all150);
  });
});

describe('when the upstream fails', () => {
  const gone: [string, Fault, RegExp][] = [
    ['status 403', { kind: 'status', status: 403 }, /answers 403/],
    ['status 429', { kind: 'status', status: 429 }, /answers 429/],
    ['status 500', { kind: 'status', status: 500 }, /answers 500/],
    ['a reset connection', { kind: 'reset' }, /ECONNRESET|other side closed/],
    ['silence', { kind: 'stall' }, /timeout/],
    ['half of the bytes', { kind: 'truncation' }, /terminated|closed|aborted/],
    ['half of the bytes, as if whole', { kind: 'truncation', announce: 'half' }, /malformed JSON|unexpected end/],
    ['a page with status 200', { kind: 'html' }, /expected an object, found "<!doctype/],
    ['garbage', { kind: 'garbage' }, /malformed JSON/],
    ['a redirect to elsewhere', { kind: 'redirect', to: 'http://169.254.169.254/latest' }, /redirects to http:\/\/169/],
    ['an entry without its end', { kind: 'malformed_record', way: 'syntax' }, /malformed JSON/],
  ];

  it.each(gone)(
    'with %s, the last good data stays, the state says so, and the end of the fault is noticed',
    async (_name, fault, message) => {
      await ingest();
      const checked = now().toISOString();
      twin.clock.advance(25 * HOUR);
      twin.faults.set(fault);

      await expect(ingest()).rejects.toThrow();

      expect(await counts()).toEqual(all150);
      expect(await status()).toMatchObject({ state: 'unreachable', records: 150, lastCheckedAt: checked });
      expect((await status()).lastError).toMatch(message);
      twin.faults.clear();
      await ingest();
      expect(await status()).toMatchObject({ state: 'ok', lastError: null });
      expect(await counts()).toMatchObject({ versions: 151 });
    },
  );

  it.each<[string, Fault, string]>([
    ['an empty feed', { kind: 'empty_feed' }, 'the listing is empty'],
    ['half a feed', { kind: 'half_feed' }, '75 of 150 records are missing, which is more than 2 %'],
    [
      'a mass withdrawal',
      { kind: 'mass_withdrawal', share: 0.1 },
      '15 of 150 records are missing, which is more than 2 %',
    ],
  ])('%s removes nothing and is held until it is over', async (_name, fault, reason) => {
    await ingest();
    twin.clock.advance(25 * HOUR);
    twin.faults.set(fault);

    const outcome = await ingest();

    expect(outcome).toEqual({ state: 'held', reason });
    expect(await status()).toMatchObject({ state: 'held', records: 150, lastError: reason });
    expect(
      await databases.primary.selectFrom('kev').selectAll().where('known_to', 'is not', null).execute(),
    ).toHaveLength((await kevRows(CHANGING)).length - 1);
    twin.faults.clear();
    await ingest();
    expect(await status()).toMatchObject({ state: 'ok' });
    expect(await counts()).toMatchObject({ versions: 151 });
  });

  it('what was held is removed once a person has looked', async () => {
    await ingest();
    twin.faults.set({ kind: 'mass_withdrawal', share: 0.1 });
    await ingest();

    const outcome = await ingest({ acceptRemovals: true });

    expect(outcome).toEqual({ state: 'ok' });
    expect(await status()).toMatchObject({ state: 'ok', records: 135 });
  });

  it('dates that lie ahead do not make the true ones look old', async () => {
    await ingest();
    twin.faults.set({ kind: 'future_dates', ms: 30 * 24 * HOUR });
    await ingest();
    twin.faults.clear();
    twin.clock.advance(25 * HOUR);

    await ingest();

    expect(await status()).toMatchObject({ state: 'ok', lastError: null });
    expect((await kevRows(SPACED)).at(-1)).toMatchObject({ date_added: '2025-11-22', known_to: null });
  });

  it('is read from the mirror, which runs behind and removes nothing', async () => {
    await ingest();
    twin.clock.advance(49 * HOUR);
    twin.faults.set({ kind: 'status', status: 403, path: KEV_FEED_PATH });

    const outcome = await ingest({ mirror: true });

    expect(outcome).toEqual({ state: 'ok' });
    expect(await kevRows(CHANGING)).toHaveLength(2);
    expect(await kevRows(RETRACTED)).toMatchObject([{ known_to: null }]);
  });

  it('learns of retractions from the mirror after a day without the original, and warns until it is back', async () => {
    await ingest();
    twin.clock.advance(49 * HOUR);
    twin.faults.set({ kind: 'status', status: 403, path: KEV_FEED_PATH });
    await ingest({ mirror: true });
    expect(await warnings()).toEqual([]);
    twin.clock.advance(25 * HOUR);

    const outcome = await ingest({ mirror: true });
    const warned = await warnings();
    twin.faults.clear();
    await ingest({ mirror: true });

    expect(outcome).toEqual({ state: 'ok' });
    expect((await kevRows(RETRACTED)).at(-1)?.['known_to']).not.toBeNull();
    expect(warned).toMatchObject([
      { code: 'READ_FROM_MIRROR', detail: expect.stringMatching(/answers 403: read from the mirror since 20/) },
    ]);
    expect(await warnings()).toEqual([]);
  });
});
