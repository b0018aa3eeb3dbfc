import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FORGET_DAILY } from '../../src/ingest/tasks/forget-old.ts';
import { taskList } from '../../src/ingest/tasks.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { forgetOld, RETENTION_DAYS } from '../../src/store/retention.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';
import { silentLog } from '../support/kills/worker-kill.ts';
import { sourceDeps } from '../support/source-deps.ts';

const signal = AbortSignal.timeout(60_000);
const SOURCE = 2;

let database: TestDatabase;
let databases: AlmanacDatabases;
beforeAll(async () => {
  database = await createTestDatabase();
  databases = openTestDatabases(database.url, { role: 'almanac_worker', max: 4 });
});
afterEach(() => database.reset());
afterAll(async () => {
  await databases.close();
  await database.close();
});

const daysAgo = (days: number) => sql<Date>`now() - make_interval(days => ${days}, hours => 1)`;

describe('what is kept for a time only', () => {
  it('of refreshes: made-up ids for a day, what an upstream says of an id for a year', async () => {
    const { primary: db } = databases;
    const row = (key: string, outcome: string, state: string | null, days: number) =>
      sql`insert into refresh (source, key, started_at, finished_at, outcome, state)
          values (${SOURCE}, ${key}, ${daysAgo(days)}, ${daysAgo(days)}, ${outcome}, ${state})`.execute(db);
    for (let i = 0; i < 25; i += 1) await row(`made-up-${i}`, 'unknown', null, 2);
    await row('unreachable', 'unreachable', 'limited', RETENTION_DAYS.refresh + 1);
    await row('asked-just-now', 'unknown', null, 0);
    await row('reserved', 'unknown', 'reserved', 300);
    await row('fetched', 'done', null, 300);
    await row('fetched-long-ago', 'done', null, RETENTION_DAYS.refresh + 1);

    const forgotten = await forgetOld(db, signal, 10);

    expect(forgotten).toMatchObject({ refreshWithoutState: 25, refresh: 2 });
    expect(await column('key from refresh order by key')).toEqual(['asked-just-now', 'fetched', 'reserved']);
  });

  it('of runs: those that brought nothing, but for the newest, what others name and what is evidence', async () => {
    const { primary: db } = databases;
    const run = async (days: number, changed = 0, live: number | null = 5) => {
      const { rows } = await sql<{ id: number }>`
        insert into run (source, channel, state, started_at, finished_at, changed, live)
        values (${SOURCE}, 'delta', 'ok', ${daysAgo(days)}, ${daysAgo(days)}, ${changed}, ${live}) returning id`.execute(
        db,
      );
      return rows[0]!.id;
    };
    const evidence = await run(400, 3);
    const named = await run(400);
    await sql`insert into checkpoint (source, channel, value, run_id) values (${SOURCE}, 'delta', 'x', ${named})`.execute(
      db,
    );
    for (let i = 0; i < 25; i += 1) await run(RETENTION_DAYS.run);
    const recent = await run(RETENTION_DAYS.run - 2);
    await reconciled(await run(RETENTION_DAYS.run), RETENTION_DAYS.reconciliation);
    const lastTwo = [await run(RETENTION_DAYS.run), await run(RETENTION_DAYS.run)];
    for (const id of lastTwo) await reconciled(id, RETENTION_DAYS.reconciliation);

    const forgotten = await forgetOld(db, signal, 10);

    expect(forgotten).toMatchObject({ run: 26, reconciliation: 1 });
    expect(await column('id from run order by id')).toEqual([evidence, named, recent, ...lastTwo]);
  });

  it('of the quarantine: what was not met again', async () => {
    const { primary: db } = databases;
    const { rows } = await sql<{ id: number }>`
      insert into run (source, channel, state, started_at, finished_at)
      values (${SOURCE}, 'delta', 'ok', now(), now()) returning id`.execute(db);
    for (const days of [RETENTION_DAYS.quarantine, 0]) {
      await sql`
        insert into quarantine (source, raw_sha256, key, reason, codec, raw_size, packed, run_id, first_seen, last_seen)
        values (${SOURCE}, sha256(${String(days)}::bytea), ${`seen-${days}`}, 'r', 0, 1, '\\x00', ${rows[0]!.id},
                ${daysAgo(400)}, ${daysAgo(days)})`.execute(db);
    }

    const forgotten = await forgetOld(db, signal);

    expect(forgotten.quarantine).toBe(1);
    expect(await column('key from quarantine')).toEqual(['seen-0']);
  });

  it('of webhooks: those that were deleted a day ago, with their secrets', async () => {
    const { primary: db } = databases;
    await sql`
      with owner as (insert into account (provider, provider_id, login, status, requested_at)
                     values ('x', 1, 'x', 'granted', now()) returning id)
      insert into webhook (id, account_id, url, verdicts, created_at, deleted_at, place_tx, place_record, place_seq)
      select given.id, owner.id, 'https://hooks.example.org/', false, now(), given.at, '0', 0, 0
      from owner, (values ('old', ${daysAgo(RETENTION_DAYS.webhook)}), ('new', now()), ('live', null)) given (id, at)`.execute(
      db,
    );
    await sql`insert into webhook_secret select id, sha256(id::bytea) from webhook`.execute(db);

    const forgotten = await forgetOld(db, signal);

    expect(forgotten.webhook).toBe(1);
    expect(await column('webhook_id from webhook_secret order by 1')).toEqual(['live', 'new']);
  });

  it('of statements of freshness: those of a year', async () => {
    const { primary: db } = databases;
    await sql`insert into freshness (at, statement, changes)
              values (${daysAgo(RETENTION_DAYS.freshness)}, 'old', '[]'), (now(), 'new', '[]')`.execute(db);

    const forgotten = await forgetOld(db, signal);

    expect(forgotten.freshness).toBe(1);
    expect(await column('statement from freshness')).toEqual(['new']);
  });

  it('is a job that the timetable knows', () => {
    const deps = { db: databases.primary, pool: databases.pool, http: sourceDeps({}).http, feeds: new Map() };
    const tasks = taskList({ ...deps, release: 'test', log: silentLog, now: () => new Date() });

    expect(tasks).toHaveProperty(FORGET_DAILY.task);
  });
});

async function reconciled(run: number, days: number): Promise<void> {
  await sql`
    insert into reconciliation (run_id, source, at, basis, listed, live, missing, unreadable, extra, examples)
    values (${run}, ${SOURCE}, ${daysAgo(days)}, 'ids', 1, 1, 0, 0, 0, '{}')`.execute(databases.primary);
}

async function column(query: string): Promise<unknown[]> {
  const { rows } = await sql.raw<Record<string, unknown>>(`select ${query}`).execute(databases.primary);
  return rows.flatMap((row) => Object.values(row));
}
