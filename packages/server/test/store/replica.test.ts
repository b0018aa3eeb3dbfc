import { mkdtempDisposable } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { fillPacks } from '../../src/ingest/fill-packs.ts';
import { startWorker } from '../../src/ingest/worker.ts';
import { migrate } from '../../src/platform/migrate.ts';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { migrationsDirectory, openTestDatabases } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { run } from '../support/processes/command.ts';
import { clusterUnavailable, type PostgresCluster, startCluster } from '../support/processes/postgres-cluster.ts';
import { fillEvidence } from '../support/worlds/filled-store.ts';
import { churnPacks } from '../support/worlds/pack-churn.ts';
import { byId, osvSays, SEEN } from '../support/worlds/package-world.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

describe.skipIf(clusterUnavailable !== null)('a primary and its replica', () => {
  let cluster: PostgresCluster;
  let owner: AlmanacDatabases;
  let replicaOwner: AlmanacDatabases;
  let databases: AlmanacDatabases;

  beforeAll(async () => {
    cluster = await startCluster();
    await migrate({ url: cluster.primary.url, directory: migrationsDirectory });
    owner = open(cluster.primary.url);
    replicaOwner = open(cluster.replica.url);
  });
  afterAll(async () => {
    await Promise.all([owner?.close(), replicaOwner?.close()]);
    await cluster?.[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    databases = openTestDatabases(cluster.primary.url, {
      role: 'almanac_api',
      replicaUrl: cluster.replica.url,
      replica: { intervalMs: 50, lagLimitMs: 400 },
      max: 2,
      connectTimeoutMs: 1_000,
    });
  });
  afterEach(() => databases.close());

  const reads = () => databases.readWithFallback(isReplica).then((replica) => (replica ? 'replica' : 'primary'));
  const write = () => sql`insert into record (source, key) values (7, gen_random_uuid())`.execute(owner.primary);
  const follow = async (address: string) => {
    await sql`alter system set primary_conninfo = ${sql.lit(address)}`.execute(replicaOwner.primary);
    await sql`select pg_reload_conf()`.execute(replicaOwner.primary);
  };
  const reason = (wanted: string) =>
    vi.waitFor(() => expect(databases.replicaState().reason).toBe(wanted), { timeout: 10_000, interval: 20 });

  it('sends reads to the replica and everything else to the primary', async () => {
    await reason('current');

    expect(await reads()).toBe('replica');
    expect(await isReplica(databases.read())).toBe(true);
    expect(await isReplica(databases.primary)).toBe(false);
  });

  it('leaves a replica alone that has stopped replaying, and returns to it', async () => {
    await reason('current');
    await sql`select pg_wal_replay_pause()`.execute(replicaOwner.primary);
    await write();

    await reason('lagging');
    expect(await reads()).toBe('primary');
    expect(databases.replicaState().lagMs).toBeGreaterThan(400);

    await sql`select pg_wal_replay_resume()`.execute(replicaOwner.primary);
    await reason('current');
    expect(await reads()).toBe('replica');
  });

  it('notices a replica that is cut off and has replayed all it received', async () => {
    await reason('current');
    const { rows } = await sql<{ address: string }>`select current_setting('primary_conninfo') as address`.execute(
      replicaOwner.primary,
    );
    await follow('');
    await vi.waitFor(async () => {
      const followers = await sql`select pid from pg_stat_replication`.execute(owner.primary);
      expect(followers.rows).toEqual([]);
    }, 5_000);
    await write();

    await reason('lagging');
    expect(await reads()).toBe('primary');

    await follow(rows[0]?.address ?? '');
    await reason('current');
  });

  it('does without a replica that is down, at once and later, and returns to it', async () => {
    await reason('current');
    await reads();
    await cluster.replica.stop();

    expect(await reads()).toBe('primary');
    await reason('unreachable');
    expect(await reads()).toBe('primary');

    await cluster.replica.start();
    await reason('current');
    expect(await reads()).toBe('replica');
  });

  it('has packs that come to what its rows of the same moment come to, while the primary writes', async () => {
    await reason('current');
    const worker = open(cluster.primary.url);
    await projectionStore(worker.primary).put('osv', byId(osvSays('GHSA-0', [])), SEEN);
    await fillPacks(worker.primary, AbortSignal.timeout(60_000));

    const compared = await churnPacks({
      url: cluster.primary.url,
      db: worker.primary,
      read: replicaOwner.primary,
      forMs: 4_000,
    });
    await worker.close();

    expect(compared.current).toBeGreaterThan(0);
    expect(compared.outdated).toBeGreaterThan(0);
  }, 60_000);

  it('lets the store be exported and verified on the replica', async () => {
    await fillEvidence(owner.primary);
    await reason('current');
    await using folder = await mkdtempDisposable(path.join(os.tmpdir(), 'almanac-exported-'));

    const exported = await run({ DATABASE_URL: cluster.replica.url }, ['export', folder.path]);
    const verified = await run({ DATABASE_URL: cluster.replica.url }, ['verify']);

    expect([exported.complaint, exported.code]).toEqual(['', 0]);
    expect([verified.complaint, verified.code]).toEqual(['', 0]);
  });

  it('reads on from the replica while the primary is down', async () => {
    await reason('current');
    await cluster.primary.kill();

    expect(await reads()).toBe('replica');
    await reason('primary_down');
    expect(await reads()).toBe('replica');
    await expect(isReplica(databases.primary)).rejects.toThrow();

    await cluster.primary.start();
    await reason('current');
    expect(await isReplica(databases.primary)).toBe(false);
  });

  it('lets a worker go on after a crash of the primary', async () => {
    const done: unknown[] = [];
    const { primary: db, pool } = owner;
    const tasks = { note: (payload: unknown) => void done.push(payload) };
    const intervals = { beatMs: 100, silenceMs: 1_000, checkMs: 200, pollMs: 100 };
    const worker = await startWorker(
      { db, pool, tasks, timetable: [], feeds: new Map(), log: silentLog },
      1,
      intervals,
    );
    const note = (text: string) =>
      sql`select graphile_worker.add_job('note', to_json(${text}::text))`.execute(owner.primary);
    await note('before');
    await vi.waitFor(() => expect(done).toEqual(['before']), 10_000);

    await cluster.primary.kill();
    await cluster.primary.start();

    await vi.waitFor(() => note('after'), 10_000);
    await vi.waitFor(() => expect(done).toContain('after'), 10_000);
    await worker.stop();
  });
});

function open(primaryUrl: string): AlmanacDatabases {
  return openTestDatabases(primaryUrl, { max: 2 });
}

async function isReplica(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db);
  return rows[0]?.replica;
}
