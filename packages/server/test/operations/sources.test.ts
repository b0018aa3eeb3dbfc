import { KEV_FEED_PATH, kev, OSV_BUCKET_PATH, osv, smallWorld, startTwin, type Twin } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { pack, sha256 } from '../../src/store/packing.ts';
import { quarantine } from '../../src/store/quarantine.ts';
import { recordRun } from '../../src/store/runs.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type Ended, run as runWith } from '../support/processes/command.ts';
import { CHANGING, kevWorld } from '../support/worlds/kev-world.ts';

let database: TestDatabase;
let databases: AlmanacDatabases;
let db: Db;
let kevTwin: Twin;
let osvTwin: Twin;

beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { max: 2 });
  db = databases.primary;
});
beforeEach(async () => {
  kevTwin = await startTwin(kev(kevWorld));
  osvTwin = await startTwin(osv(smallWorld));
});
afterEach(async () => {
  await Promise.all([kevTwin[Symbol.asyncDispose](), osvTwin[Symbol.asyncDispose](), database.reset()]);
});
afterAll(async () => {
  await databases.close();
  await database.close();
});

function run(...args: string[]): Promise<Ended> {
  const osvUrls = { OSV_BUCKET_URL: osvTwin.url + OSV_BUCKET_PATH, OSV_API_URL: osvTwin.url };
  return runWith({ DATABASE_URL: database.url, KEV_URL: kevTwin.url + KEV_FEED_PATH, ...osvUrls }, args);
}

const seenIn = ({ out }: Ended) => Number(/(\d+) seen/.exec(out)?.[1]);

describe('ingest --full', () => {
  it('reads what was read before, and changes nothing by that', async () => {
    const filled = await run('ingest', 'osv');

    const [usual, full] = [await run('ingest', 'osv', '--channel', 'bulk'), await run('ingest', 'osv', '--full')];

    expect(seenIn(filled)).toBeGreaterThan(0);
    expect(usual.out).toMatch(/^osv bulk: ok; 0 seen, /);
    expect(full).toMatchObject({ code: 0, out: expect.stringMatching(/^osv bulk: ok; \d+ seen, 0 changed, /) });
    expect(seenIn(full)).toBe(seenIn(filled));
  });
});

describe('ingest --since', () => {
  it('looks once more at what has changed since, where the position is beyond it', async () => {
    await run('ingest', 'osv');
    await run('ingest', 'osv');
    // As if a change of long ago had been missed.
    await sql`update current_version set upstream_modified = '2000-01-01' where record_id = (
      select record_id from current_version order by upstream_modified limit 1)`.execute(db);

    const [usual, since] = [await run('ingest', 'osv'), await run('ingest', 'osv', '--since', '2001-01-01')];

    expect(usual.out).toMatch(/^osv delta: ok; 0 seen, /);
    expect(since).toMatchObject({ code: 0, out: expect.stringMatching(/^osv delta: ok; 1 seen, /) });
  });

  it('does not read changes into an empty store', async () => {
    const { code, out } = await run('ingest', 'osv', '--since', '2026-01-01');

    expect({ code, out }).toEqual({ code: 1, out: 'osv delta: not read, bulk has to be read first\n' });
  });
});

describe('release', () => {
  it('says that nothing is held', async () => {
    await run('ingest', 'kev');

    expect(await run('release', 'kev', '--yes')).toMatchObject({ code: 0, out: 'Nothing of kev is held.\n' });
  });

  it('shows what is held and why, and lets it through when it is told to', async () => {
    await run('ingest', 'kev');
    kevTwin.faults.set({ kind: 'mass_withdrawal', share: 0.1 });
    const held = await run('ingest', 'kev');

    const looked = await run('release', 'kev');
    const stillThere = await run('release', 'kev');
    const released = await run('release', 'kev', '--yes');

    expect(held.out).toContain('If that is right: release kev --yes.');
    expect(looked.code).toBe(0);
    expect(looked.out).toMatch(
      /^kev bulk: held since \S+Z; 135 seen, 0 changed\n {2}why: 15 of 150 records are missing/,
    );
    expect(looked.out).toMatch(/^ {2}such as: CVE-2025-\d+/m);
    expect(stillThere.out).toBe(looked.out);
    expect(released).toMatchObject({
      code: 0,
      out: expect.stringContaining('kev bulk: ok; 135 seen, 0 changed, 15 removed'),
    });
    expect((await run('release', 'kev')).out).toBe('Nothing of kev is held.\n');
  });
});

describe('refresh', () => {
  it('fetches one record, and says whether it is new', async () => {
    await run('ingest', 'osv');
    const { key } = await sql<{ key: string }>`select key from record order by key limit 1`
      .execute(db)
      .then(({ rows }) => rows[0] as { key: string });

    const same = await run('refresh', 'osv', key);
    await sql`update current_version set content_sha256 = ${sha256('other')}, raw_sha256 = null`.execute(db);
    const changed = await run('refresh', 'osv', key);
    const unknown = await run('refresh', 'osv', 'GO-1999-1');

    expect(same).toMatchObject({ code: 0, out: expect.stringMatching(/: version 1 of \S+Z has not changed\n$/) });
    expect(changed).toMatchObject({ code: 0, out: expect.stringMatching(/: version 2 of \S+Z is new\n$/) });
    expect(unknown).toMatchObject({ code: 0, out: 'osv GO-1999-1: the source has no such record\n' });
  });

  it('says why a record could not be read', async () => {
    osvTwin.faults.set({ kind: 'status', status: 403 });

    const { code, out } = await run('refresh', 'osv', 'GO-2026-1');

    expect(code).toBe(1);
    expect(out).toMatch(/^osv GO-2026-1: could not be read: .*403/);
  });
});

describe('quarantine', () => {
  const entry = (key: string, more: object = {}) => ({
    cveID: key,
    vendorProject: 'A',
    product: 'B',
    vulnerabilityName: 'C',
    dateAdded: '2026-01-02',
    dueDate: '2026-01-03',
    requiredAction: 'Update',
    ...more,
  });

  /** As an earlier release would have left it, which could not read what this one can. */
  async function setAside(raw: Buffer, key: string | null, at: Date, reason = 'too new'): Promise<string> {
    await db.transaction().execute(async (trx) => {
      const run = await recordRun(trx, 7, at, { seen: 0, changed: 0, removed: 0, unreadable: 1 });
      await quarantine(trx, run, [{ key, reason, rawSha256: sha256(raw), ...pack(raw) }], at);
    });
    return sha256(raw).toString('hex');
  }

  const json = (value: unknown) => Buffer.from(JSON.stringify(value));
  const soon = () => new Date(Date.now() + 60_000);

  it('lists what could not be read, and prints its bytes', async () => {
    const hash = await setAside(
      Buffer.from('{"odd\u001b[2J": 1'),
      'CVE-2025-1',
      new Date('2026-01-01'),
      'bad\u001b[31m\n mark',
    );

    const [all, kevOnly, osvOnly, bytes, none] = [
      await run('quarantine'),
      await run('quarantine', 'kev'),
      await run('quarantine', 'osv'),
      await run('quarantine', 'show', hash),
      await run('quarantine', 'show', '0'.repeat(64)),
    ];

    expect(all.out).toBe(
      `kev CVE-2025-1: bad\u{fffd}[31m mark\n  ${hash}, 13 bytes, ` +
        'seen once, from 2026-01-01T00:00:00.000Z to 2026-01-01T00:00:00.000Z\n1 in quarantine.\n',
    );
    expect(kevOnly.out).toBe(all.out);
    expect(osvOnly.out).toBe('The quarantine is empty.\n');
    expect(bytes.out).toBe('{"odd\u001b[2J": 1');
    expect(none).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('nothing in quarantine has the hash 000'),
    });
  });

  it.each<[string, () => Promise<string>, { stored?: true; stays?: true }]>([
    ['a record that we do not have', () => setAside(json(entry('CVE-2026-7777')), null, soon()), { stored: true }],
    [
      'a newer state of one that we have',
      () => setAside(json(entry(CHANGING, { product: 'new' })), CHANGING, soon()),
      { stored: true },
    ],
    [
      'an older state of one that we have',
      () => setAside(json(entry(CHANGING, { product: 'old' })), CHANGING, new Date('2026-01-01')),
      { stays: true },
    ],
    ['what still cannot be read', () => setAside(Buffer.from('{"cveID"'), null, soon()), { stays: true }],
    [
      'what calls itself otherwise than it was asked by',
      () => setAside(json(entry('CVE-2026-7777')), 'CVE-2026-7778', soon()),
      { stays: true },
    ],
    [
      'the second record of a key',
      () => setAside(json(entry(CHANGING, { product: 'b' })), CHANGING, soon(), 'second record of this key in one run'),
      { stays: true },
    ],
  ])('reads once more, with the right end: %s', async (_what, given, { stored = false, stays = false }) => {
    await run('ingest', 'kev');
    const hash = await given();

    const { code, out } = await run('quarantine', 'replay', 'kev');

    expect(code).toBe(0);
    expect(out).toContain(`${stored ? 1 : 0} stored, 0 known already`);
    expect((await run('quarantine')).out.includes(hash)).toBe(stays);
    const { rows } = await sql<{ shown: number }>`
      select count(*) as shown from version join blob on blob.id = blob_id
      where encode(raw_sha256, 'hex') = ${hash}`.execute(db);
    expect(rows).toEqual([{ shown: stored ? 1 : 0 }]);
    expect((await run('verify')).code).toBe(0);
  });

  it('lets go of what is there already in another wrapping', async () => {
    const value = entry('CVE-2026-7777');
    await setAside(json(value), null, soon());
    await run('quarantine', 'replay');
    await setAside(Buffer.from(JSON.stringify(value, null, 2)), null, new Date('2026-01-01'));

    const { out } = await run('quarantine', 'replay');

    expect(out).toContain('0 stored, 1 known already; these left the quarantine.');
    expect((await run('quarantine')).out).toBe('The quarantine is empty.\n');
  });
});
