import { readFileSync } from 'node:fs';
import { KEV_FEED_PATH, kev, smallWorld, startTwin } from '@almanac/twins';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/migrate.ts';
import { migrationsDirectory } from '../support/database.ts';
import { run } from '../support/processes/command.ts';
import { clusterUnavailable, startCluster, startReplica } from '../support/processes/postgres-cluster.ts';
import { startWatchedApi } from '../support/processes/watched-api.ts';
import { startWorkerProcess } from '../support/processes/worker-process.ts';

/** The guide that this test follows, step by step. */
const GUIDE = /^## Failover to a replica$(.*?)^## /ms.exec(
  readFileSync(new URL('../../../../docs/high-availability.md', import.meta.url), 'utf8'),
)?.[1];
const PROMOTE = 'select pg_promote()';
const REPLAYED = 'select pg_last_wal_receive_lsn() = pg_last_wal_replay_lsn()';

describe.skipIf(clusterUnavailable !== null)('a primary that is lost', { timeout: 180_000 }, () => {
  it('is replaced by its replica as docs/high-availability.md says, and comes back as a replica', async () => {
    await using cluster = await startCluster();
    const { primary, replica } = cluster;
    await migrate({ url: primary.url, directory: migrationsDirectory });
    await using twin = await startTwin(kev(smallWorld));
    const upstream = { SOURCES: 'kev', KEV_URL: twin.url + KEV_FEED_PATH, CANARIES: '{}' };
    await using worker = await startWorkerProcess({ ...upstream, DATABASE_URL: primary.url });
    const settings = { SBOM_PROCESSES: '1', LOG_LEVEL: 'fatal' };
    await using api = await startWatchedApi(primary.url, { ...settings, DATABASE_REPLICA_URL: replica.url });
    await expect.poll(() => one(replica.url, 'select count(*) > 0 from kev'), { timeout: 60_000 }).toBe(true);
    await expect.poll(() => checksOf(api.url), { timeout: 20_000 }).toMatchObject({ replica: 'in_use' });
    const before = await run({ ...upstream, DATABASE_URL: primary.url }, ['verify']);

    await primary.kill();

    // The api reads on from the replica.
    expect((await fetch(`${api.url}/api/v1/osv/first?ecosystem=npm`)).status).toBe(200);

    await expect.poll(() => one(replica.url, REPLAYED), { timeout: 20_000 }).toBe(true);
    expect(await one(replica.url, PROMOTE)).toBe(true);
    expect((await fetch(`${api.url}/api/v1/osv/second?ecosystem=npm`)).status).toBe(200);
    await Promise.all([api[Symbol.asyncDispose](), worker[Symbol.asyncDispose]()]);

    await using promoted = await startWatchedApi(replica.url, settings);
    expect(await checksOf(promoted.url)).toMatchObject({ database: 'ok', schema: 'ok', replica: 'none' });
    await using _worker = await startWorkerProcess({ ...upstream, DATABASE_URL: replica.url });
    const ingested = await run({ ...upstream, DATABASE_URL: replica.url }, ['ingest', 'kev', '--full']);
    const after = await run({ ...upstream, DATABASE_URL: replica.url }, ['verify']);
    expect([ingested.code, after.code]).toEqual([0, 0]);
    expect(after.out).toBe(before.out);

    await using returned = await startReplica(replica);
    await using both = await startWatchedApi(replica.url, { ...settings, DATABASE_REPLICA_URL: returned.url });
    await expect.poll(() => checksOf(both.url), { timeout: 20_000 }).toMatchObject({ replica: 'in_use' });
    expect(await one(returned.url, 'select pg_is_in_recovery()')).toBe(true);
  });

  it('is replaced with the statements that the guide has', () => {
    expect([PROMOTE, REPLAYED].filter((statement) => !GUIDE?.includes(statement))).toEqual([]);
    expect(GUIDE).toContain('pg_basebackup');
  });
});

async function one(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: statement, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function checksOf(url: string): Promise<unknown> {
  return ((await (await fetch(`${url}/readyz`)).json()) as { checks: unknown }).checks;
}
