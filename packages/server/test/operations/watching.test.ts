import { SOURCE_IDS } from '@almanac/contract';
import {
  ADVISORIES_PATH,
  advisory,
  EPSS_API_PATH,
  epss,
  famousWorld,
  fromRecords,
  KEV_FEED_PATH,
  kev,
  NVD_FEEDS_PATH,
  NVD_PATH,
  nvd,
  OSV_BUCKET_PATH,
  osv,
  smallWorld,
  TWINS,
} from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_CANARIES } from '../../../../scripts/demo/canaries.ts';
import { addressAt } from '../../../../scripts/demo/twin-addresses.ts';
import { Environment } from '../../src/bin/environment.ts';
import { SOURCES } from '../../src/sources/catalogue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type Watched, watch } from '../support/processes/watched.ts';
import { CHANGING, kevWorld, RETRACTED } from '../support/worlds/kev-world.ts';
import { items, made, madeFeed } from '../support/worlds/made-source.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.reset());
afterAll(() => database.close());

const watchKev = () => watch(database, kev(kevWorld), 'kev', (url) => ({ url: url + KEV_FEED_PATH }));
const watchOsv = (records: Parameters<typeof fromRecords>[0]) =>
  watch(database, osv(fromRecords(records)), 'osv', (url) => ({ bucketUrl: url + OSV_BUCKET_PATH, apiUrl: url }));

/** An OSV record that changes on each of these days. */
function* record(id: string, ecosystem: string, ...days: readonly string[]) {
  for (const day of days) {
    const modified = `${day}T08:00:00Z`;
    const affected = [{ package: { ecosystem, name: 'tidepool' } }];
    yield { id, at: modified, record: { schema_version: '1.9.0', id, modified, affected } };
  }
}

const watchNvd = () =>
  watch(database, nvd(smallWorld), 'nvd', (url) => ({
    url: url + NVD_PATH,
    feedsUrl: url + NVD_FEEDS_PATH,
    apiKey: 'k',
  }));

const codesOf = async (watched: Watched) => (await watched.look()).warnings.map(({ code }) => code);

describe('an upstream that stands still', () => {
  it('is noticed although every check goes well, and forgotten when it moves', async () => {
    await using watched = await watchKev();
    await watched.run();
    watched.clock.advance(3 * DAY);
    await watched.run();
    const moved = await watched.look();
    watched.clock.advance(15 * DAY);

    await watched.run();
    const still = await watched.look();
    const { body: health } = await watched.get('/api/v1/health');
    watched.twin.faults.set({ kind: 'schema_addition' });
    await watched.run();

    expect(moved).toMatchObject({ state: 'ok', warnings: [], expectedChangeSeconds: 14 * 86_400 });
    expect(still).toMatchObject({
      state: 'ok',
      warnings: [{ code: 'NOT_CHANGED_AS_EXPECTED', since: moved.lastChangedAt }],
    });
    expect(health['data'].checks.sources).toMatchObject({ warned: ['kev'] });
    expect(health['data'].checks.sources.stale).not.toContain('kev');
    expect(await codesOf(watched)).toEqual([]);
  });

  it('is noticed although its API answers, with lists of changes that are empty', async () => {
    await using watched = await watchNvd();
    await watched.run('bulk');
    watched.twin.faults.set({ kind: 'empty_window' });

    watched.clock.advance(DAY / 2);
    await watched.run('delta');
    const soon = await codesOf(watched);
    watched.clock.advance(DAY);
    await watched.run('delta');

    expect([soon, await codesOf(watched)]).toEqual([[], ['NOT_CHANGED_AS_EXPECTED']]);
  });

  it('is not told by a single record that someone asked for', async () => {
    await using watched = await watchKev();
    await watched.run();
    watched.clock.advance(3 * DAY);
    await watched.run();
    watched.clock.advance(15 * DAY);
    await watched.db
      .insertInto('run')
      .values({
        source: 7,
        channel: 'record',
        state: 'ok',
        started_at: at(watched),
        finished_at: at(watched),
        changed: 1,
      })
      .execute();

    await watched.run();

    expect(await codesOf(watched)).toEqual(['NOT_CHANGED_AS_EXPECTED']);
  });

  it('is noticed in one ecosystem while the others move', async () => {
    const before = ['2026-09-12', '2026-09-13', '2026-09-14'] as const;
    await using watched = await watchOsv([
      ...before.flatMap((day, i) => Array.from(record(`NP-${i}`, 'npm', day))),
      ...before.flatMap((day, i) => Array.from(record(`HX-${i}`, 'Hex', day))),
      ...record('NP-9', 'npm', '2026-09-20', '2026-09-24', '2026-09-28'),
      ...record('HX-9', 'Hex', '2026-09-27'),
    ]);
    await watched.run('bulk');
    await watched.run('sweep');
    const first = await watched.look();
    watched.clock.advance(10 * DAY);

    await watched.run('sweep');
    const still = await watched.look();
    watched.clock.advance(4 * DAY);
    await watched.run('sweep');

    expect(first).toMatchObject({ warnings: [], parts: { count: 2, frozen: [] } });
    expect(still.parts).toEqual({
      count: 2,
      frozen: [{ part: 'Hex', changedAt: '2026-09-14T08:00:00.000Z', expectedChangeSeconds: 7 * 86_400 }],
    });
    expect(still.warnings).toMatchObject([{ code: 'NOT_CHANGED_AS_EXPECTED', detail: expect.stringContaining('Hex') }]);
    expect(await watched.look()).toMatchObject({ warnings: [], parts: { count: 2, frozen: [] } });
  });
});

describe('a canary', () => {
  const ransomware = (is: string) => ({ key: CHANGING, says: [{ path: 'knownRansomwareCampaignUse', is }] });

  it('warns while it is missing or says something else, and no longer', async () => {
    await using watched = await watchKev();
    const feed = { ...watched.feed, canaries: [{ key: RETRACTED, says: [] }, ransomware('Known')] };
    await watched.run('bulk', feed);
    const first = await watched.look();
    watched.clock.advance(49 * HOUR);

    await watched.run('bulk', feed);
    const second = await watched.look();
    await watched.run('bulk', { ...feed, canaries: [] });

    const [since] = first.warnings.map((warning) => warning.since);
    const detail = `${CHANGING}: knownRansomwareCampaignUse is "Unknown", not "Known"`;
    expect(first.warnings).toEqual([{ code: 'CANARY_CHANGED', since, detail }]);
    expect(second.warnings).toMatchObject([{ code: 'CANARY_MISSING', detail: `${RETRACTED} is missing` }]);
    expect(await codesOf(watched)).toEqual([]);
  });

  it('keeps the date since when it warns, and stops no run', async () => {
    await using watched = await watchKev();
    const feed = { ...watched.feed, canaries: [{ key: 'CVE-1999-0001', says: [] }] };
    await watched.run('bulk', feed);
    const first = await watched.look();
    watched.clock.advance(HOUR);

    const outcome = await watched.run('bulk', feed);

    expect(outcome).toEqual({ state: 'ok' });
    expect(first.warnings).toMatchObject([{ code: 'CANARY_MISSING' }]);
    expect((await watched.look()).warnings).toEqual(first.warnings);
  });

  it('is looked for among the scores of the newest day', async () => {
    await using watched = await watch(database, epss(smallWorld), 'epss', (url) => ({
      url,
      apiUrl: url + EPSS_API_PATH,
    }));
    await watched.run('bulk');
    const { cve_id: known } = await watched.db
      .selectFrom('epss_current')
      .select('cve_id')
      .orderBy('percentile', 'desc')
      .executeTakeFirstOrThrow();
    const says = [{ path: 'percentile', atLeast: 0.5 }];

    await watched.run('delta', {
      ...watched.feed,
      canaries: [
        { key: known, says },
        { key: 'CVE-1999-0001', says },
      ],
    });

    expect((await watched.look()).warnings).toMatchObject([
      { code: 'CANARY_MISSING', detail: 'CVE-1999-0001 is missing' },
    ]);
  });
});

describe('the canaries of the demo', () => {
  it.each(SOURCE_IDS.filter((id) => SOURCES[id].canaries.length > 0))(
    '%s has them all, as a deployment would set them',
    async (id) => {
      const { CANARIES } = Environment.parse({ CANARIES: JSON.stringify(DEMO_CANARIES) });
      await using watched = await watch(database, TWINS[id].define(famousWorld), id, (url) => addressAt(id, url));

      await watched.run('bulk', { ...watched.feed, canaries: CANARIES[id] ?? [] });

      const { rows } = await sql`select outcome from canary`.execute(watched.db);
      const hint = `the famous world lacks the canary of ${id}: name another in scripts/demo/canaries.ts`;
      expect(rows, hint).toEqual([{ outcome: 'ok' }]);
    },
  );
});

describe('the records a source lists', () => {
  it('that are listed and cannot be had are missing, until they can', async () => {
    await using watched = await watchOsv([
      ...record('NP-1', 'npm', '2026-09-12'),
      ...record('NP-2', 'npm', '2026-09-16'),
      ...record('NP-3', 'npm', '2026-09-17'),
    ]);
    await watched.run('bulk');
    watched.clock.advance(2 * DAY);
    watched.twin.faults.set({ kind: 'status', status: 404, path: '*NP-2.json' });

    await watched.run('sweep');
    const lacking = await watched.look();
    watched.twin.faults.clear();
    await watched.run('sweep');

    expect(lacking).toMatchObject({ records: 2, missing: 1, extra: 0, reconciledAt: expect.any(String) });
    expect(lacking.warnings).toMatchObject([{ code: 'IDS_DIFFER', detail: expect.stringContaining('such as NP-2') }]);
    expect(await watched.look()).toMatchObject({ records: 3, missing: 0, extra: 0, warnings: [] });
  });

  it('that cannot be read are counted, and no reason for a warning of their own', async () => {
    await using watched = await watchOsv([
      ...record('NP-1', 'npm', '2026-09-12'),
      ...record('NP-2', 'npm', '2026-09-13'),
    ]);
    watched.twin.faults.set({ kind: 'malformed_record', way: 'syntax', record: 'NP-2' });
    await watched.run('bulk');

    await watched.run('sweep');

    expect(await watched.look()).toMatchObject({ records: 1, quarantined: 1, missing: 1, warnings: [] });
  });

  it('and that lack many of ours are held, and ours are the extra ones', async () => {
    await using watched = await watchKev();
    await watched.run();
    watched.twin.faults.set({ kind: 'mass_withdrawal', share: 0.1 });
    const outcome = await watched.run();
    const held = await watched.look();
    watched.twin.faults.clear();

    await watched.run();

    expect(outcome.state).toBe('held');
    expect(held).toMatchObject({ state: 'held', missing: 0, extra: 15, warnings: [{ code: 'IDS_DIFFER' }] });
    expect(await watched.look()).toMatchObject({ state: 'ok', missing: 0, extra: 0, warnings: [] });
  });

  it('are compared by their number where there is no list', async () => {
    await using watched = await watchNvd();
    await watched.run('bulk');
    const lost = await watched.db.deleteFrom('current_version').where('record_id', '=', 1).returningAll().execute();
    await watched.run('delta');
    const once = await watched.look();

    await watched.run('delta');
    const twice = await watched.look();
    await watched.db.insertInto('current_version').values(lost).execute();
    await watched.run('delta');

    expect(once).toMatchObject({ missing: 1, warnings: [] });
    expect(twice).toMatchObject({ missing: 1, warnings: [{ code: 'IDS_DIFFER' }] });
    expect(await watched.look()).toMatchObject({ missing: 0, extra: 0, warnings: [] });
  });
});

describe('what another source says that it must have', () => {
  const IDS = Array.from('23456789cfgh', (last) => `GHSA-2222-2222-222${last}`);
  const advisoryAt = (id: string, at: string) => {
    const dates = { published_at: at, updated_at: at, withdrawn_at: null };
    return { id, at, record: { ghsa_id: id, type: 'reviewed', summary: '', ...dates } };
  };

  it('is missed in the advisory database once OSV has had it for days', async () => {
    await using other = await watchOsv(IDS.flatMap((id) => [...record(id, 'npm', '2026-09-12')]));
    await other.run('bulk');
    const advisories = fromRecords(IDS.map((id, i) => advisoryAt(id, `2026-09-${i === 0 ? 12 : 20}T08:00:00Z`)));
    await using watched = await watch(database, advisory(advisories), 'advisory', (url) => ({
      url: url + ADVISORIES_PATH,
    }));
    const feed = { ...watched.feed, comparesSources: true };
    await watched.run('bulk', feed);
    const soon = await codesOf(watched);
    watched.clock.advance(4 * DAY);

    await watched.run('delta', feed);
    const later = await watched.look();
    watched.clock.advance(2 * DAY);
    await watched.run('delta', feed);

    const examples = IDS.toReversed().slice(0, 3).join(', ');
    const detail = `11 of 12 GHSA ids that OSV has had for over three days are not here, such as ${examples}`;
    expect(soon).toEqual([]);
    expect(later.warnings).toContainEqual({ code: 'RECORDS_LACKING', since: expect.any(String), detail });
    expect(await codesOf(watched)).not.toContain('RECORDS_LACKING');
  });

  it('is missed in NVD a week after the CVE list published it, but for what was rejected', async () => {
    await using watched = await watchNvd();
    await sql`
      insert into cve (cve_id, record_id, seq, state, published, replaced_by, disputed, tags, reference_count)
      select 'CVE-2025-' || 10000 + n, 1000000 + n, 1, case when n <= 11 then 'PUBLISHED' else 'REJECTED' end,
             timestamptz '2026-09-10', '{}', false, '{}', 0
      from generate_series(1, 30) n`.execute(watched.db);
    const feed = { ...watched.feed, comparesSources: true };
    await watched.run('bulk', feed);
    const soon = await codesOf(watched);
    watched.clock.advance(3 * DAY);

    await watched.run('delta');
    const unasked = await codesOf(watched);
    await watched.run('delta', feed);

    expect([...soon, ...unasked]).not.toContain('RECORDS_LACKING');
    expect((await watched.look()).warnings).toContainEqual(
      expect.objectContaining({ code: 'RECORDS_LACKING', detail: expect.stringContaining('11 of 11 CVEs') }),
    );
  });
});

describe('a run that is under way', () => {
  it('is shown with how far it has come', async () => {
    await using watched = await watchKev();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    async function* read() {
      yield* items({ expected: 10 }, made('a', '1'), made('b', '1'), { checkpoint: '2' });
      begin();
      await released;
    }
    const { source, projection } = madeFeed({ bulk: read });
    const running = watched.run('bulk', { projection, source: { ...source, id: 'kev' } });
    await begun;

    // What was read is stored a moment later.
    let during = await watched.look();
    while (during.running[0]?.seen === 0) during = await watched.look();
    release();
    await running;

    const counts = { expected: 10, seen: 2, changed: 2, removed: 0, unreadable: 0 };
    expect(during.running).toEqual([{ channel: 'bulk', startedAt: expect.any(String), ...counts }]);
    expect(await watched.look()).toMatchObject({ running: [], records: 2 });
  });
});

describe('an upstream that fails', () => {
  it('is told of where another way of reading it goes well', async () => {
    await using watched = await watchOsv([...record('NP-1', 'npm', '2026-09-12')]);
    await watched.run('bulk');
    watched.twin.faults.set({ kind: 'status', status: 404, path: '*ecosystems.txt' });
    await watched.run('sweep').catch(() => undefined);
    await watched.run('delta');
    const failing = await watched.look();
    watched.twin.faults.clear();

    await watched.run('sweep');

    expect(failing).toMatchObject({ state: 'ok', warnings: [{ code: 'CHANNEL_FAILING' }] });
    expect(await codesOf(watched)).toEqual([]);
  });

  it('is shown as failing, and as resting while it is not asked', async () => {
    await using watched = await watchKev();
    await watched.run();
    const well = await watched.look();
    watched.twin.faults.set({ kind: 'status', status: 500 });
    for (let i = 0; i < 5; i += 1) await watched.run().catch(() => undefined);

    const failing = await watched.look();

    const { origin } = new URL(watched.twin.url);
    expect(well.upstreams).toEqual([{ origin, state: 'ok', failures: 0 }]);
    expect(failing).toMatchObject({ state: 'unreachable', upstreams: [{ origin, state: 'resting' }] });
  });
});

function at(watched: Watched): Date {
  return new Date(watched.clock.now());
}
