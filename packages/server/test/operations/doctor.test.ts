import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { SOURCE_IDS } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFolderTarget } from '../../src/ingest/snapshots/folder-target.ts';
import { publishSnapshot } from '../../src/ingest/snapshots/publish.ts';
import { newSignerKey, openSigner, type SnapshotSigner } from '../../src/ingest/snapshots/signer.ts';
import { beat } from '../../src/store/worker-heartbeats.ts';
import { createEmptyDatabase, createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { run } from '../support/processes/command.ts';
import { checkedAt } from '../support/worlds/tracker-rows.ts';

const KEY = newSignerKey('almanac.example/log');

let database: TestDatabase;
let stores: ReturnType<typeof openTestDatabases>;
let folder: string;
let upstream: Server;
let upstreamDate: Date | null = null;
const settings = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  REDIS_URL: process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379',
  BASE_URL: 'https://almanac.example/api/v1',
  SOURCES: 'kev',
  KEV_URL: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/kev.json`,
  ...more,
});

interface Found {
  readonly check: string;
  readonly outcome: string;
  readonly sentence: string;
  readonly remedy?: string;
}
async function examine(more: Record<string, string> = {}) {
  const { code, out } = await run(settings(more), ['doctor', '--json']);
  const findings = JSON.parse(out) as Found[];
  const of = (check: string) => findings.filter((one) => one.check === check);
  return { code, findings, of };
}

beforeAll(async () => {
  database = await createTestDatabase();
  stores = openTestDatabases(database.url);
  folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-doctor-'));
  upstream = createServer((_request, response) => {
    if (upstreamDate !== null) response.setHeader('date', upstreamDate.toUTCString());
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  await checkedAt(stores.primary, SOURCE_IDS, new Date());
  await beat(stores.primary, 'a-worker');
});
afterAll(async () => {
  upstream.close();
  await stores.close();
  await database.close();
  await rm(folder, { recursive: true });
});

describe('almanac-server doctor', () => {
  it('finds nothing where everything works, and says so in words', async () => {
    const { code, findings } = await examine();
    const { out } = await run(settings(), ['doctor']);

    expect(findings.filter(({ outcome }) => outcome === 'bad')).toEqual([]);
    expect(code).toBe(0);
    expect(out).toMatch(/^ok {6} database {3}It answers, with the schema \d{4}_\w+\.$/m);
    for (const check of ['settings', 'database', 'redis', 'disk', 'clock', 'worker', 'sources', 'snapshots']) {
      expect(findings.map((one) => one.check)).toContain(check);
    }
  });

  it('says what to do about each thing that is away, within seconds, and ends with 1', async () => {
    const silent = createTcpServer(() => {});
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const { code, of } = await examine({
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
      REDIS_URL: 'redis://127.0.0.1:1',
      SNAPSHOT_FOLDER: path.join(folder, 'absent'),
      SNAPSHOT_KEY: KEY,
    });
    silent.close();

    expect(code).toBe(1);
    expect(of('database')).toMatchObject([{ outcome: 'bad', remedy: expect.stringContaining('DATABASE_URL') }]);
    expect(of('redis')).toMatchObject([{ outcome: 'poor', remedy: expect.stringContaining('REDIS_URL') }]);
    expect(of('disk')).toMatchObject([{ outcome: expect.anything() }, { outcome: 'bad' }]);
    expect(of('snapshots')).toMatchObject([{ outcome: 'poor', sentence: 'None has been published yet.' }]);
  });

  it('knows a database without our tables, and one that lacks a migration', async () => {
    await using empty = await createEmptyDatabase();
    await using old = await createTestDatabase();
    const store = openTestDatabases(old.url);
    await sql`delete from schema_migration where name = (select max(name) from schema_migration)`.execute(
      store.primary,
    );
    await store.close();

    const results = [await examine({ DATABASE_URL: empty.url }), await examine({ DATABASE_URL: old.url })];

    for (const { code, of } of results) {
      expect(code).toBe(1);
      expect(of('database')).toMatchObject([{ outcome: 'bad', remedy: expect.stringContaining('npm run migrate') }]);
    }
  });

  it('compares the clock with that of an upstream', async () => {
    upstreamDate = new Date(Date.now() + 2 * 24 * 3_600_000);
    const { code, of } = await examine();
    upstreamDate = null;

    expect(code).toBe(1);
    expect(of('clock')).toMatchObject([
      { outcome: 'ok' },
      { outcome: 'bad', sentence: expect.stringMatching(/^It is 172[78]\d\d s behind that of http:/) },
    ]);
  });

  it('tells of silent workers, and of sources that are not ok', async () => {
    await using own = await createTestDatabase();
    const store = openTestDatabases(own.url);
    await checkedAt(store.primary, ['kev'], new Date('2026-01-01T00:00:00Z'));
    await store.close();

    const { code, of } = await examine({ DATABASE_URL: own.url });

    expect(code).toBe(1);
    expect(of('worker')).toMatchObject([{ outcome: 'bad', sentence: 'No worker runs.' }]);
    expect(of('sources').map(({ sentence }) => sentence)).toContain('kev is stale: last read 2026-01-01T00:00:00.000Z');
  });

  it('tells how old the newest snapshot is', async () => {
    const publish = (now: Date) =>
      publishSnapshot(
        {
          db: stores.primary,
          target: openFolderTarget(folder),
          signer: openSigner(KEY) as SnapshotSigner,
          now: () => now,
          hours: 48,
        },
        AbortSignal.timeout(60_000),
      );
    const published = { SNAPSHOT_FOLDER: folder, SNAPSHOT_KEY: KEY };
    await publish(new Date(Date.now() - 3 * 3_600_000));
    const late = await examine(published);
    await publish(new Date());
    const current = await examine(published);

    expect(late.code).toBe(1);
    expect(late.of('snapshots')).toMatchObject([{ outcome: 'bad', sentence: 'The newest is 180 minutes old.' }]);
    expect(current.of('snapshots')).toMatchObject([{ outcome: 'ok', sentence: 'The newest is 0 minutes old.' }]);
  });
});
