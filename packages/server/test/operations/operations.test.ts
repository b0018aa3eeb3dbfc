import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { openSnapshot } from '@almanac/core/snapshots';
import { cveList, KEV_FEED_PATH, kev, RAW_PATH, RELEASES_PATH, smallWorld, startTwin, type Twin } from '@almanac/twins';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { type Ended, run as runWith } from '../support/processes/command.ts';
import { folderReader } from '../support/snapshots/folder-reader.ts';
import { kevWorld } from '../support/worlds/kev-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const HOUR = 3_600_000;
const TABLES = PROJECTIONS.flatMap(({ tables }) => tables);

let database: TestDatabase;
let other: TestDatabase;
let owner: AlmanacDatabases;
let otherOwner: AlmanacDatabases;
let kevTwin: Twin;
let cveTwin: Twin;

beforeAll(async () => {
  [database, other] = [await createTestDatabase(), await createTestDatabase()];
  [owner, otherOwner] = [open(database), open(other)];
});
afterEach(async () => {
  await Promise.all([database.reset(), other.reset()]);
});
afterAll(async () => {
  await Promise.all([owner.close(), otherOwner.close()]);
  await Promise.all([database.close(), other.close()]);
});

function open({ url }: TestDatabase): AlmanacDatabases {
  return openTestDatabases(url, { max: 2 });
}

async function startUpstreams(): Promise<void> {
  kevTwin = await startTwin(kev(kevWorld));
  cveTwin = await startTwin(cveList(smallWorld));
  onTestFinished(() => kevTwin[Symbol.asyncDispose]());
  onTestFinished(() => cveTwin[Symbol.asyncDispose]());
}

const run = (args: readonly string[], url = database.url): Promise<Ended> => runWith(settings(url), args);

function settings(url: string): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: url,
    KEV_URL: kevTwin && kevTwin.url + KEV_FEED_PATH,
    CVE_LIST_RAW_URL: cveTwin && cveTwin.url + RAW_PATH,
    CVE_LIST_RELEASES_URL: cveTwin && cveTwin.url + RELEASES_PATH,
    CVE_LIST_ARCHIVE_URLS: cveTwin?.url,
  };
}

/** Of the lines that verify prints: the numbers and the root by source. */
function rootsOf({ out }: Ended): Record<string, string> {
  const lines = out.split('\n').map((line) => line.split(/ +/));
  return Object.fromEntries(
    lines.filter(({ length }) => length === 5).map(([source, ...rest]) => [source, rest.join(' ')]),
  );
}

async function contents(): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const table of TABLES) {
    const { rows } = await sql`select row_to_json(t)::text as row from ${sql.table(table)} as t order by 1`.execute(
      owner.primary,
    );
    tables[table] = rows;
  }
  return tables;
}

describe('how the command is called', () => {
  it.each([
    [[], 'A command is missing'],
    [['reign'], "There is no command 'reign'"],
    [['verify', '--fast'], "Unknown option '--fast'"],
    [['ingest'], 'Name one source: cve_list_v5'],
    [['ingest', 'cve_services'], "'cve_services' is no source that can be read as a whole"],
    [['ingest', 'kev', '--channel', 'delta'], "kev has no channel 'delta', only bulk"],
    [['ingest', 'kev', 'osv'], 'Name one source at a time'],
    [['ingest', 'nvd', '--full', '--since', '2026-01-01'], 'Give --full or --since, not both'],
    [['ingest', 'nvd', '--since', 'yesterday'], "'yesterday' is no instant such as 2026-01-31"],
    [['ingest', 'nvd', '--since', '2199-01-01'], '2199-01-01 has not come yet'],
    [['ingest', 'nvd', '--channel', 'bulk', '--since', '2026-01-01'], '--since belongs to the channel delta'],
    [['ingest', 'kev', '--since', '2026-01-01'], 'kev does not say what has changed since a moment: use --full'],
    [['release'], 'Name one source: cve_list_v5'],
    [['refresh', 'kev', 'CVE-2025-10000'], "'kev' is no source that answers for single records"],
    [['refresh', 'osv'], 'Name one record by its key'],
    [['quarantine', 'moon'], "'moon' is no source that is read"],
    [['quarantine', 'show', 'abc'], 'Give the SHA-256 that the list shows'],
    [['export'], 'Name one folder'],
    [['restore', 'one', 'two'], 'Name one folder'],
    [['rebuild', 'pyramids'], "'pyramids' is none of affected"],
    [['rebuild', 'kev', '--all'], 'Give names or --all, not both'],
    [['snapshot'], 'Say publish, collection, rotate-key, oci and a folder, or key and the name of the log'],
    [['snapshot', 'collection'], 'Set SNAPSHOT_URL, BASE_URL, and what snapshots need'],
    [['snapshot', 'key', 'a b'], 'The name of a log has neither a space nor a plus sign'],
    [['snapshot', 'publish'], 'Set SNAPSHOT_KEY, and SNAPSHOT_FOLDER or SNAPSHOT_BUCKET'],
  ])('%j is refused with the usage', async (args, complaint) => {
    const ended = await run(args);

    expect(ended).toMatchObject({ code: 2, out: '' });
    expect(ended.complaint).toContain(complaint);
    expect(ended.complaint).toContain('Usage: almanac-server <command>');
  });

  it.each([
    ['', /^\d+\.\d+\.\d+\S*\n$/],
    ['1a2b3c4', /^\d+\.\d+\.\d+\S* \(1a2b3c4\)\n$/],
  ])('prints its version, with the commit %j where there is one', async (COMMIT, printed) => {
    const { code, out } = await runWith({ COMMIT }, ['--version']);

    expect([code, out]).toEqual([0, expect.stringMatching(printed)]);
  });

  it('makes a key for snapshots, and publishes one with it that readers can verify', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'almanac-snapshot-'));
    const made = await run(['snapshot', 'key', 'almanac.example/log']);
    const [, secret = '', key = ''] = /^SNAPSHOT_KEY=(\S+)\nreaders: (\S+)\n$/.exec(made.out) ?? [];

    const ended = await runWith({ ...settings(database.url), SNAPSHOT_FOLDER: folder, SNAPSHOT_KEY: secret }, [
      'snapshot',
      'publish',
    ]);

    expect(ended).toMatchObject({ code: 0, out: expect.stringMatching(/^snapshot 1: \d+ new objects/) });
    const { checkpoint } = await openSnapshot(folderReader(folder), { key, verified: null }, new Date());
    expect(checkpoint.size).toBe(1);
    const addresses = { SNAPSHOT_URL: 'https://files.example', BASE_URL: 'https://almanac.example/api/v1' };
    const both = { ...settings(database.url), ...addresses, SNAPSHOT_FOLDER: folder, SNAPSHOT_KEY: secret };
    expect(await runWith(both, ['snapshot', 'collection'])).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('Nothing is published before nixpkgs and packages were read'),
    });
    await rm(folder, { recursive: true });
  });

  it('is a program that ends with the exit code', async () => {
    const file = path.resolve(import.meta.dirname, '../../src/bin/almanac-server.ts');
    const program = ['--conditions=@almanac/source', file];
    const env = {
      ...settings(database.url),
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    };

    const [verified, refused] = await Promise.allSettled(
      ['verify', 'reign'].map((name) => promisify(execFile)(process.execPath, [...program, name], { env })),
    );

    expect(verified).toMatchObject({ status: 'fulfilled', value: { stdout: expect.stringContaining('0 documents') } });
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 2, stdout: '' } });
  });
});

describe('ingest', () => {
  it('fills an empty store, then reads what has changed', async () => {
    await startUpstreams();

    const ended = [await run(['ingest', 'cve_list_v5']), await run(['ingest', 'cve_list_v5'])];

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended[0]?.out).toMatch(/^cve_list_v5 bulk: ok; \d+ seen, \d+ changed, 0 removed, \d+ unreadable\n$/);
    expect(ended[1]?.out).toMatch(/^cve_list_v5 delta: ok; /);
  });

  it('says that a run is held, and removes once a person has looked', async () => {
    await startUpstreams();
    await run(['ingest', 'kev']);
    kevTwin.faults.set({ kind: 'mass_withdrawal', share: 0.1 });

    const held = await run(['ingest', 'kev']);
    const accepted = await run(['ingest', 'kev', '--accept-removals']);

    expect(held.code).toBe(3);
    expect(held.out).toContain('15 of 150 records are missing');
    expect(accepted).toMatchObject({ code: 0, out: 'kev bulk: ok; 135 seen, 0 changed, 15 removed, 0 unreadable\n' });
  });

  it('says why it failed', async () => {
    await startUpstreams();
    kevTwin.faults.set({ kind: 'status', status: 403 });

    const { code, complaint } = await run(['ingest', 'kev']);

    expect(code).toBe(1);
    expect(complaint).toMatch(/^ingest failed: .*403/m);
  });

  it('does not read a channel before the one that fills the store', async () => {
    await startUpstreams();

    const { code, out } = await run(['ingest', 'cve_list_v5', '--channel', 'delta']);

    expect({ code, out }).toEqual({ code: 1, out: 'cve_list_v5 delta: not read, bulk has to be read first\n' });
  });
});

describe('verify', () => {
  it('comes to the same roots in two stores that were filled in another order', async () => {
    await startUpstreams();
    for (const source of ['kev', 'cve_list_v5']) await run(['ingest', source]);
    for (const source of ['cve_list_v5', 'kev']) await run(['ingest', source], other.url);

    const ended = [await run(['verify']), await run(['verify'], other.url)] as const;

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(Object.keys(rootsOf(ended[0]))).toEqual(['source', 'cve_list_v5', 'kev', 'all']);
    expect(rootsOf(ended[0])['kev']).toMatch(/^150 150 150 [0-9a-f]{64}$/);
    expect(rootsOf(ended[1])).toEqual(rootsOf(ended[0]));
  });

  it('comes to the same root whichever record came first, and however often it changed', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    const [one, two] = [projectionStore(owner.primary), projectionStore(otherOwner.primary)];
    await one.put('nvd', { a: { n: 0 }, b: { n: 2 } }, at(1));
    await one.put('nvd', { a: { n: 1 } }, at(2));
    await two.put('nvd', { b: { n: 2 } }, at(1));
    await two.put('nvd', { a: { n: 1 } }, at(2));

    const [first, second] = [rootsOf(await run(['verify'])), rootsOf(await run(['verify'], other.url))];

    expect(first['nvd']).toMatch(/^2 2 3 /);
    expect(second['nvd']).toMatch(/^2 2 2 /);
    expect(first['nvd']?.slice(6)).toBe(second['nvd']?.slice(6));
  });

  it('tells a record that is gone from one that never was, and an edit', async () => {
    await startUpstreams();
    const roots: (string | undefined)[] = [];
    for (const hours of [0, 25, 24]) {
      kevTwin.clock.advance(hours * HOUR);
      await run(['ingest', 'kev']);
      roots.push(rootsOf(await run(['verify']))['kev']);
    }

    expect(roots.map((text) => text?.slice(0, 11))).toEqual(['150 150 150', '150 150 151', '150 149 152']);
    expect(new Set(roots.map((text) => text?.slice(12))).size).toBe(3);
  });

  it('is content with an empty store', async () => {
    const ended = await run(['verify']);

    expect(ended.code).toBe(0);
    expect(rootsOf(ended)).toHaveProperty('all', expect.stringMatching(/^0 0 0 e3b0c442/));
  });

  it.each([
    ['other bytes', `packed = 'x', codec = 0, dictionary = null`, 'its bytes do not have its hash'],
    ['bytes that do not unpack', `packed = '\\x0607', codec = 1, dictionary = null`, 'cannot be unpacked: '],
    ['another length', `raw_size = raw_size + 1`, /has \d+ bytes in place of \d+/],
  ])('finds a document that was tampered with: %s', async (_how, change, reason) => {
    await startUpstreams();
    await run(['ingest', 'kev']);
    const { rows } = await owner.pool.query<{ key: string; blob_id: number }>(
      `select key, blob_id from record join version on record_id = record.id order by key offset 70 limit 1`,
    );
    await owner.pool.query(`update blob set ${change} where id = $1`, [rows[0]?.blob_id]);

    const { code, out } = await run(['verify']);

    expect(code).toBe(1);
    expect(out).toContain('Mismatches: 1\n');
    expect(out).toContain(`document ${rows[0]?.blob_id} (kev ${rows[0]?.key}, version 1) `);
    expect(out).toMatch(reason);
  });

  it('finds records with a current version that is not the newest, and lists the first twenty', async () => {
    await startUpstreams();
    await run(['ingest', 'kev']);
    await owner.pool.query(
      `insert into version (record_id, seq, observed_at, basis, run_id)
       select record_id, 2, observed_at + interval '1 second', 0, run_id from version order by record_id limit 30`,
    );

    const { code, out } = await run(['verify']);

    expect(code).toBe(1);
    expect(out).toContain('Mismatches: 30, of which the first 20\n');
    expect(out.match(/^ {2}record kev CVE-\S+: version 1 counts as current, the newest is 2$/gm)).toHaveLength(20);
  });
});

describe('rebuild', () => {
  it('fills truncated projections with equal rows, and afterwards finds none outdated', async () => {
    await startUpstreams();
    for (const source of ['kev', 'cve_list_v5']) await run(['ingest', source]);
    const before = await contents();
    await owner.pool.query(`truncate ${TABLES.join(', ')}`);

    const ended = [await run(['rebuild']), await run(['rebuild'])];

    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended[0]?.out).toMatch(/^kev +150 rows +\d+\.\d s$/m);
    expect(ended[0]?.out.trim().split('\n')).toHaveLength(PROJECTIONS.length);
    expect(ended[1]?.out).toBe('No projection is outdated.\n');
    expect(await contents()).toEqual(before);
    for (const table of ['kev', 'cve', 'search_document', 'affected']) expect(before[table], table).not.toEqual([]);
  });

  it('rebuilds those that are named, in the order of writing', async () => {
    await startUpstreams();
    await run(['ingest', 'kev']);

    const { code, out } = await run(['rebuild', 'search', 'kev']);

    expect(code).toBe(0);
    expect(out).toMatch(/^kev +150 rows .*\nsearch .*\n$/);
  });

  it('does not begin while another is under way', async () => {
    const client = await owner.pool.connect();
    await client.query(`select pg_advisory_lock(x'70726f6a'::integer, 0)`);

    const ended = await run(['rebuild', '--all']);

    expect(ended).toMatchObject({ code: 1, out: 'Another rebuild is under way.\n' });
    client.release(true);
  });
});
