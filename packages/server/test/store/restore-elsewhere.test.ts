import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { computeAggregates } from '../../src/ingest/compute-aggregates.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { changesPending } from '../../src/queries/change-numbers.ts';
import { changesAfter } from '../../src/queries/changes.ts';
import { keptAggregate } from '../../src/queries/kept-aggregate.ts';
import type { AlmanacDatabases, Db } from '../../src/store/database.ts';
import { PROJECTIONS } from '../../src/store/projections/index.ts';
import { rebuild } from '../../src/store/projections/rebuild.ts';
import { finishRun, startRun } from '../../src/store/runs.ts';
import { migrationsDirectory, openTestDatabases } from '../support/database.ts';
import { run } from '../support/processes/command.ts';
import {
  carryOver,
  clusterUnavailable,
  type PostgresServer,
  startPostgres,
} from '../support/processes/postgres-cluster.ts';
import { fillEvidence } from '../support/worlds/filled-store.ts';
import { projectionStore } from '../support/worlds/projection-store.ts';

const ROLES = ['almanac_api', 'almanac_worker'];
/** More transactions than the other server has seen. */
const AHEAD = 20_000;

describe.skipIf(clusterUnavailable !== null)('a store that pg_restore brought to a server with lower numbers', () => {
  let from: PostgresServer & AsyncDisposable;
  let to: PostgresServer & AsyncDisposable;
  let databases: AlmanacDatabases;
  let db: Db;
  let exportFolder: string;

  beforeAll(async () => {
    [from, to] = await Promise.all([startPostgres(), startPostgres()]);
    await migrate({ url: from.url, directory: migrationsDirectory });
    const old = open(from.url);
    await sql
      .raw(`do $$ begin for i in 1..${AHEAD} loop perform pg_current_xact_id(); commit; end loop; end $$`)
      .execute(old.primary);
    await fillEvidence(old.primary);
    await old.close();
    databases = open(to.url);
    db = databases.primary;
    for (const role of ROLES) await sql.raw(`create role ${role} nologin`).execute(db);
    await carryOver(from.url, to.url);
    exportFolder = await mkdtemp(path.join(os.tmpdir(), 'almanac-exported-'));
  });
  afterAll(async () => {
    await databases?.close();
    await Promise.all([from?.[Symbol.asyncDispose](), to?.[Symbol.asyncDispose]()]);
    if (exportFolder !== undefined) await rm(exportFolder, { recursive: true });
  });

  const stored = async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from version`.execute(db);
    return rows[0]?.n;
  };

  it('tells all changes, and those that follow after them', async () => {
    await projectionStore(db).put('kev', { 'CVE-2026-9000': { cveID: 'CVE-2026-9000' } }, new Date());
    const all = await changesAfter(db, null, 10_000);
    const before = all.changes.length;
    await projectionStore(db).put('kev', { 'CVE-2026-9001': { cveID: 'CVE-2026-9001' } }, new Date());
    const more = await changesAfter(db, all.position, 10_000);

    expect(before + 1).toBe(await stored());
    expect(all.changes.at(-1)?.key).toBe('CVE-2026-9000');
    expect(more.changes.map(({ key }) => key)).toEqual(['CVE-2026-9001']);
    expect(await changesPending(db)).toBe(false);
  });

  it('fills its projections from evidence, and reads nothing of it while writers wait', async () => {
    const rows = async () =>
      (await sql`select * from affected order by record_id, known_from, package_id, claims`.execute(db)).rows;
    const before = await rows();
    for (const projection of PROJECTIONS) await rebuild({ db, now: () => new Date() }, projection);

    expect(await rows()).toEqual(before);
    expect(before).not.toEqual([]);
    const { rows: unsettled } = await sql`select from version where tx >= settled_before()`.execute(db);
    expect(unsettled).toEqual([]);
  });

  it('counts its figures', async () => {
    for (const { id } of await db.selectFrom('source').select('id').execute()) {
      await finishRun(db, await startRun(db, id, 'bulk', new Date()), 'ok', null, new Date());
    }
    const computed = await computeAggregates({ db, now: () => new Date() }, AbortSignal.timeout(60_000));

    expect(computed.map(({ name, behind }) => ({ name, behind }))).toContainEqual({
      name: 'data-quality',
      behind: false,
    });
    expect(await keptAggregate(db, 'data-quality')).not.toBeNull();
  });

  it('can be exported', async () => {
    const { code, complaint } = await run({ DATABASE_URL: to.url }, ['export', exportFolder]);

    expect({ code, complaint }).toEqual({ code: 0, complaint: '' });
    expect(await readdir(exportFolder)).toContain('manifest.json');
  });
});

function open(primaryUrl: string): AlmanacDatabases {
  return openTestDatabases(primaryUrl, { max: 3 });
}
