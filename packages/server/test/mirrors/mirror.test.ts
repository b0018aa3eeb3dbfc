import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SourceId } from '@almanac/contract';
import { objectPath } from '@almanac/core/snapshots';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PAGES, ROUTES } from '../../src/http/routes/index.ts';
import { type EvidenceIndex, SEGMENT } from '../../src/ingest/mirrors/format.ts';
import { readEvidenceIndex } from '../../src/ingest/mirrors/publish-evidence.ts';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { type Published, publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { sourceNumber } from '../../src/projections/version.ts';
import type { Db } from '../../src/store/database.ts';
import { testApp } from '../support/app.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { run } from '../support/processes/command.ts';
import { type FileServer, serveFolder } from '../support/snapshots/file-server.ts';
import { cve, fillEvidence } from '../support/worlds/filled-store.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';
import { checkedAt } from '../support/worlds/tracker-rows.ts';

const PASSED_ON: readonly SourceId[] = [
  'advisory',
  'channels',
  'cve_list_v5',
  'dependencies',
  'epss',
  'kev',
  'metasploit',
  'nvd',
  'osv',
  'packages',
];
const SERVER = path.resolve(import.meta.dirname, '../../src/bin/almanac-server.ts');

let first: TestDatabase;
let second: TestDatabase;
let db: Db;
let other: Db;
let close: () => Promise<unknown>;
let folder: string;
let server: FileServer;
let signer: SnapshotSigner;

beforeAll(async () => {
  [first, second] = [await createTestDatabase(), await createTestDatabase()];
  const stores = [first, second].map(({ url }) => openTestDatabases(url, { max: 2 }));
  [db, other] = stores.map(({ primary }) => primary) as [Db, Db];
  close = () => Promise.all(stores.map((store) => store.close()));
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-mirror-'));
  signer = openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner;
  server = await serveFolder(folder);
  await fillEvidence(db);
  await checkedAt(db, [...PASSED_ON, 'nixpkgs'], new Date('2026-01-07T00:00:00Z'));
  await publish();
}, 60_000);
afterEach(async () => {
  server.asked.length = 0;
  server.replaced.clear();
  server.before = () => {};
  await second.reset();
});
afterAll(async () => {
  await close();
  await server[Symbol.asyncDispose]();
  await Promise.all([first.close(), second.close(), rm(folder, { recursive: true })]);
});

/** Evidence is always due. */
const publish = (): Promise<Published> =>
  publishSnapshot(
    { db, target: openFolderTarget(folder), signer, now: () => new Date(), hours: 48, evidenceHours: 1e-9 },
    AbortSignal.timeout(60_000),
  );
const indexOf = async ({ manifest }: Published): Promise<EvidenceIndex> => {
  if (manifest.evidence === null) throw new Error('no evidence is published');
  return readEvidenceIndex(openFolderTarget(folder), manifest.evidence);
};
const settings = () => ({ DATABASE_URL: second.url, MIRROR_OF: server.url, MIRROR_KEY: signer.verifierKey });
const mirror = (...args: string[]) => run(settings(), ['mirror', ...args]);
const rootsOf = async (url: string) => {
  const { out } = await run({ DATABASE_URL: url }, ['verify']);
  return new Map([...out.matchAll(/^(\w+) .* ([0-9a-f]{64})$/gm)].map(([, source, root]) => [source, root]));
};
const put = (key: string) =>
  projectionStore(db).put('metasploit', { [key]: { name: key, references: [cve(1)] } }, new Date());
const segmentPaths = ({ sources }: EvidenceIndex, source?: SourceId) =>
  sources
    .filter((one) => source === undefined || one.source === source)
    .flatMap(({ segments }) => segments.map(([sha256]) => objectPath({ sha256 })));

/** How the sources are that count as read. */
async function filled(of: Db): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name from run join source on source.id = run.source
    where state = 'ok' and channel in ('bulk', 'delta', 'sweep') order by name`.execute(of);
  return rows.map(({ name }) => name);
}

/** What is left of an attempt that was refused before it began. */
async function loaded(of: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from version`.execute(of);
  return rows[0]?.count ?? -1;
}

describe('a mirror', () => {
  it('has the roots, the history and the answers of the other, is filled once, and leaves to its upstream what may not be passed on', async () => {
    const done = await mirror();

    expect(done).toMatchObject({ code: 0, complaint: '' });
    expect(done.out).toMatch(/^left to their upstreams: .*nixpkgs/m);
    const [here, there] = [await rootsOf(first.url), await rootsOf(second.url)];
    expect([...there.keys()].filter((name) => name !== 'all')).toEqual(PASSED_ON);
    for (const source of PASSED_ON) expect(there.get(source), source).toBe(here.get(source));
    expect(here.has('nixpkgs')).toBe(true);
    expect(await filled(other)).toEqual(PASSED_ON);
    const positions = await other.selectFrom('checkpoint').select(['source', 'channel', 'value']).execute();
    expect(positions).toEqual([{ source: sourceNumber('osv'), channel: 'delta', value: '{"watermark":"2026"}' }]);
    const again = await mirror();
    expect(again).toMatchObject({ code: 0, complaint: '' });
    expect(again.out).toContain(`filled already, the worker reads on at their upstreams: `);
    await expectSameAnswers([`/api/v1/cve/${cve(1)}`, `/api/v1/cve/${cve(2)}`, `/api/v1/cve/${cve(3)}`]);
  });

  it('goes on after kill -9, also where the other has published more since, and downloads no segment twice', async () => {
    await put('exploit/b');
    await publish();
    await put('exploit/c');
    const all = segmentPaths(await indexOf(await publish()), 'metasploit');
    expect(all.length).toBeGreaterThanOrEqual(3);

    // One is downloaded ahead: when the third is asked for, the first is loaded.
    await killedBefore(all[2] ?? '', 'metasploit');
    const halfway = await filled(other);
    await put('exploit/d');
    const after = await indexOf(await publish());
    const state = after.sources.find(({ source }) => source === 'metasploit')?.state[0] ?? '';
    await killedBefore(objectPath({ sha256: state }), 'metasploit');
    const unfinished = await filled(other);
    const done = await mirror('metasploit');

    expect([halfway, unfinished]).toEqual([[], []]);
    expect(done).toMatchObject({ code: 0, complaint: '' });
    expect((await rootsOf(second.url)).get('metasploit')).toBe((await rootsOf(first.url)).get('metasploit'));
    const asked = segmentPaths(after, 'metasploit').map((name) => server.asked.filter((one) => one === name).length);
    expect(asked[0]).toBe(1);
    // The one that was asked for when the first process ended is asked for again.
    expect(asked.slice(1).every((times) => times <= 2)).toBe(true);
  });
});

describe('a publisher', () => {
  it('adds new segments behind the old ones, and begins again where its numbers are of another server', async () => {
    const before = await indexOf(await publish());
    await put('exploit/e');
    const after = await indexOf(await publish());
    await sql`update version set tx = '3' where tx = (select max(tx::text::bigint)::text::xid8 from version)`.execute(
      db,
    );
    await put('exploit/f');
    await sql`update version set tx = '4' where tx = (select max(tx::text::bigint)::text::xid8 from version)`.execute(
      db,
    );
    const restored = await indexOf(await publish());

    expect(segmentPaths(after, 'kev')).toEqual(segmentPaths(before, 'kev'));
    expect(segmentPaths(after, 'metasploit').slice(0, -1)).toEqual(segmentPaths(before, 'metasploit'));
    expect(segmentPaths(restored, 'metasploit')).toHaveLength(1);
    expect(segmentPaths(restored, 'kev')).toEqual(segmentPaths(before, 'kev'));
  });
});

describe('a source with more versions than a segment may have', () => {
  it('is divided, and loaded whole', async () => {
    await sql`
      with made as (insert into run (source, channel, state, started_at, finished_at) select ${sourceNumber('nuclei')}, 'bulk', 'ok', now(), now() returning id),
           kept as (insert into record (source, key) select ${sourceNumber('nuclei')}, n::text from generate_series(1, ${SEGMENT.versions + 1}) n returning id),
           seen as (insert into version (record_id, seq, observed_at, basis, run_id) select kept.id, 1, now(), 0, made.id from kept, made returning record_id, observed_at)
      insert into current_version (record_id, seq, observed_at) select record_id, 1, observed_at from seen`.execute(db);
    const index = await indexOf(await publish());

    const done = await mirror('nuclei');

    expect(segmentPaths(index, 'nuclei')).toHaveLength(2);
    expect(done.out).toMatch(/^nuclei: 5001 records, 5001 versions, 2 of 2 segments loaded/m);
  });
});

describe('nothing is loaded of a mirror', () => {
  it.each<[string, () => Promise<Record<string, string>>, string]>([
    [
      'that another key has signed',
      async () => ({ MIRROR_KEY: (openSigner(newSignerKey('almanac.example/log')) as SnapshotSigner).verifierKey }),
      'The trusted key did not sign the checkpoint.',
    ],
    ['of which the manifest was rolled back', rolledBack, 'The log is shorter than when it was last verified.'],
    [
      'that has no evidence',
      async () => {
        const target = openFolderTarget(folder);
        await publishSnapshot({ db, target, signer, now: () => new Date(), hours: 48 }, AbortSignal.timeout(60_000));
        return {};
      },
      'The snapshot has no evidence to fill a mirror from.',
    ],
    [
      'where the store has evidence of its own',
      async () => {
        await publish();
        await projectionStore(other).put('kev', { [cve(5)]: { cveID: cve(5) } }, new Date());
        return {};
      },
      'The store has evidence that is not in the mirror. (kev)',
    ],
  ])('%s', async (_what, prepare, complaint) => {
    const changed = await prepare();
    const before = await loaded(other);

    const refused = await run({ ...settings(), ...changed }, ['mirror']);

    expect(refused.code).toBe(1);
    expect(refused.complaint).toContain(complaint);
    expect(await loaded(other)).toBe(before);
    expect(await filled(other)).toEqual([]);
  });

  it.each<[string, (bytes: Buffer) => Buffer | null, string]>([
    ['flipped', (bytes) => flipped(bytes), 'An object does not match its hash.'],
    ['missing', () => null, 'An object is missing.'],
    ['cut', (bytes) => bytes.subarray(0, -1), 'An object has the wrong length.'],
  ])('as whole where a segment is %s', async (_how, damage, complaint) => {
    const index = await indexOf(await publish());
    const name = segmentPaths(index, 'osv')[0] ?? '';
    server.replaced.set(name, damage(await readFile(path.join(folder, name))));

    const refused = await mirror();

    expect(refused.code).toBe(1);
    expect(refused.complaint).toContain(complaint);
    expect(await filled(other)).toEqual([]);
    expect(await other.selectFrom('checkpoint').select('source').execute()).toEqual([]);
  });

  it('once its worker reads the source itself', async () => {
    await put('exploit/g');
    const [, next = ''] = segmentPaths(await indexOf(await publish()), 'metasploit');
    server.replaced.set(next, null);
    await mirror('metasploit');
    await sql`insert into run (source, channel, started_at) values (${sourceNumber('metasploit')}, 'bulk', now())`.execute(
      other,
    );

    const refused = await mirror();

    expect(refused.complaint).toContain('The store has evidence that is not in the mirror. (metasploit)');
  });
});

function flipped(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy[copy.length >> 1] = (copy[copy.length >> 1] ?? 0) ^ 1;
  return copy;
}

/** The checkpoint before the last one, after the last one was seen. */
async function rolledBack(): Promise<Record<string, string>> {
  await publish();
  const old = await readFile(path.join(folder, 'checkpoint'));
  await publish();
  await other
    .insertInto('mirror_log')
    .values(await head())
    .execute();
  server.replaced.set('checkpoint', old);
  return {};
}

async function head() {
  const { size, root } = signer.open(await readFile(path.join(folder, 'checkpoint')));
  return { key: signer.verifierKey, size, root: Buffer.from(root) };
}

/** A process that is killed as soon as it asks for a file. */
async function killedBefore(name: string, ...args: string[]): Promise<void> {
  const held = Promise.withResolvers<void>();
  const reached = new Promise<void>((resolve) => {
    server.before = (asked) => {
      if (asked !== name) return undefined;
      resolve();
      return held.promise;
    };
  });
  const child = spawn(process.execPath, ['--conditions=@almanac/source', SERVER, 'mirror', ...args], {
    env: { ...settings(), NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  await Promise.race([reached, ended]);
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  server.before = () => {};
  held.resolve();
}

/** Of now, and of every day on which something changed. */
async function expectSameAnswers(paths: readonly string[]): Promise<void> {
  const apps = await Promise.all(
    [first, second].map(({ url }) => testApp({ routes: ROUTES, pages: PAGES, databaseUrl: url })),
  );
  const instants = ['', ...[2, 3, 4, 5, 6].map((day) => `?at=2026-01-0${day}T12:00:00Z`)];
  let compared = 0;
  for (const name of paths) {
    for (const at of instants) {
      const [here, there] = await Promise.all(apps.map((app) => app.get(name + at)));
      expect(there?.status, name + at).toBe(here?.status);
      expect(known(there?.body), name + at).toEqual(known(here?.body));
      compared += here?.status === 200 ? 1 : 0;
    }
  }
  expect(compared).toBeGreaterThan(8);
  await Promise.all(apps.map((app) => app.close()));
}

/** Without what is of the request, or of the source that is read upstream. */
function known(body: unknown): unknown {
  const { data, error } = body as { data?: object; error?: object };
  return JSON.parse(JSON.stringify({ data, error }));
}
