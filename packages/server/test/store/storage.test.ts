import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SOURCE_IDS } from '@almanac/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceTable } from '../../src/projections/source-table.ts';
import { SOURCE_TABLES } from '../../src/projections/tables.ts';
import { SOURCES } from '../../src/sources/catalogue.ts';
import { offerCheckpoint, readCheckpoint, writeCheckpoint } from '../../src/store/checkpoints.ts';
import type { AlmanacDatabases } from '../../src/store/database.ts';
import { finishRun, type Run, recordProgress, Superseded, startRun } from '../../src/store/runs.ts';
import { createTestDatabase, openTestDatabases, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let owner: AlmanacDatabases;

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openTestDatabases(database.url, { max: 2 });
});
afterAll(async () => {
  await owner.close();
  await database.close();
});

describe('the table types', () => {
  it('have the tables and columns that the migrations make, null where they may be', async () => {
    const { rows } = await sql<{ table: string; columns: string[] }>`
      select table_name as table, array_agg(
        case when is_nullable = 'YES' then column_name || ' or null' else column_name::text end order by ordinal_position) as columns
      from information_schema.columns where table_schema = 'public' and table_name <> all(${Object.keys(SOURCE_TABLES)})
      group by 1`.execute(owner.primary);

    expect(await declaredTables()).toEqual(new Map(rows.map(({ table, columns }) => [table, columns])));
  });

  it.each(Object.entries<SourceTable>(SOURCE_TABLES))(
    'that sources define have the columns that the migrations make, of the same types: %s',
    async (table, { columns }) => {
      const { rows } = await sql<{ name: string; type: string }>`
        select attname as name, replace(format_type(atttypid, atttypmod), 'timestamp with time zone', 'timestamptz')
          || case when attnotnull then '' else ' or null' end as type
        from pg_attribute where attrelid = to_regclass(${table}) and attnum > 0 and not attisdropped`.execute(
        owner.primary,
      );

      expect(Object.fromEntries(rows.map(({ name, type }) => [name, type]))).toEqual({
        record_id: 'bigint',
        seq: 'integer',
        ...columns,
      });
    },
  );
});

/** Reads the interfaces: `table: Name;` in the list of tables, then `column: type;` in Name, both in one file. */
async function declaredTables(): Promise<Map<string, string[]>> {
  const store = path.resolve(import.meta.dirname, '../../src/store');
  return new Map([
    ...(await tablesIn(path.join(store, 'database.ts'), 'Database')),
    ...(await tablesIn(path.join(store, 'database-projections.ts'), 'ProjectionTables')),
    ...(await tablesIn(path.join(store, 'database-collection.ts'), 'CollectionTables')),
    ...(await tablesIn(path.join(store, 'database-aggregates.ts'), 'AggregateTables')),
    ...(await tablesIn(path.join(store, 'database-access.ts'), 'AccessTables')),
  ]);
}

async function tablesIn(file: string, list: string): Promise<Map<string, string[]>> {
  const shapes = new Map<string, [string, string][]>();
  let current: [string, string][] = [];
  for (const line of (await readFile(file, 'utf8')).split('\n')) {
    const [, name] = /^(?:export )?interface (\w+)(?: extends [\w, ]+)? \{$/.exec(line) ?? [];
    if (name !== undefined) {
      current = [];
      shapes.set(name, current);
    }
    const [, member, type] = /^ {2}(\w+): (.+);$/.exec(line) ?? [];
    if (member !== undefined && type !== undefined) current.push([member, type]);
  }
  const columnsOf = (shape: string) =>
    (shapes.get(shape) ?? []).map(([column, type]) => (type.endsWith('| null') ? `${column} or null` : column));
  return new Map((shapes.get(list) ?? []).map(([table, shape]) => [table, columnsOf(shape)]));
}

it('the database knows the sources that the code knows', async () => {
  const rows = await owner.primary.selectFrom('source').select(['id', 'name']).orderBy('id').execute();

  expect(rows).toEqual(SOURCE_IDS.map((name) => ({ id: SOURCES[name].number, name })));
});

describe('what comes out of the database', () => {
  it('has counts as numbers and dates as they are written, whatever the time zone of the process', async () => {
    const { rows } = await sql`
      select count(*) as n, date '2021-12-10' as d, timestamptz '2021-12-10T00:00:00Z' as t`.execute(owner.primary);

    expect(rows).toEqual([{ n: 1, d: '2021-12-10', t: new Date('2021-12-10T00:00:00Z') }]);
  });

  it('is an error where a number would be rounded', async () => {
    await expect(sql`select 9007199254740993::bigint`.execute(owner.primary)).rejects.toThrow('9007199254740993');
  });
});

describe('the role of the API', () => {
  // A superuser may leave the role again; a login that is a member of almanac_api alone may not.
  const login = `almanac_test_${randomBytes(4).toString('hex')}`;
  let member: AlmanacDatabases;

  beforeAll(async () => {
    await owner.pool.query(`create role ${login} login in role almanac_api`);
    const url = new URL(database.url);
    url.username = login;
    member = openTestDatabases(url.href, { role: 'almanac_api' });
  });
  afterAll(async () => {
    await member.close();
    await owner.pool.query(`drop role ${login}`);
  });

  it('can write to no table but those of access and webhooks, and delete nothing there', async () => {
    const { rows } = await sql<{ name: string }>`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('public', 'job', 'graphile_worker') and table_type = 'BASE TABLE' order by 1`.execute(
      owner.primary,
    );

    const allowed: string[] = [];
    for (const { name } of rows) {
      for (const statement of [`insert into ${name} default values`, `delete from ${name}`, `truncate ${name}`]) {
        const outcome = await member.pool.query(statement).catch((error: Error) => error);
        if (!(outcome instanceof Error) || !outcome.message.includes('permission denied')) allowed.push(statement);
      }
    }

    expect(rows.length).toBeGreaterThan(12);
    expect(allowed).toEqual([
      'insert into public.account default values',
      'insert into public.api_key default values',
      'insert into public.webhook default values',
      'insert into public.webhook_secret default values',
    ]);
  });

  it('has these rights to write, column by column, and no other in any catalogue', async () => {
    const { rows } = await sql<{ right: string }>`
      select lower(right_name) || ' ' || n.nspname || '.' || c.relname || coalesce('.' || a.attname, '') as right
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      cross join unnest(array['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) as right_name
      left join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and right_name in ('INSERT', 'UPDATE', 'REFERENCES')
      where n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast') and c.relkind in ('r', 'p', 'v', 'm', 'f')
        and case when a.attnum is null then has_table_privilege('almanac_api', c.oid, right_name)
                 else has_column_privilege('almanac_api', c.oid, a.attnum, right_name) end
      union all
      select 'usage ' || n.nspname || '.' || c.relname
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname not in ('pg_catalog', 'information_schema')
        and case when c.relkind = 'S' then has_sequence_privilege('almanac_api', c.oid, 'USAGE, UPDATE') end
      order by 1`.execute(owner.primary);

    expect(rows.map(({ right }) => right)).toEqual([
      'insert public.account.decided_at',
      'insert public.account.decided_by',
      'insert public.account.login',
      'insert public.account.provider',
      'insert public.account.provider_id',
      'insert public.account.requested_at',
      'insert public.account.status',
      'insert public.api_key.account_id',
      'insert public.api_key.created_at',
      'insert public.api_key.prefix',
      'insert public.api_key.sha256',
      'insert public.webhook.account_id',
      'insert public.webhook.created_at',
      'insert public.webhook.ecosystems',
      'insert public.webhook.exploited',
      'insert public.webhook.id',
      'insert public.webhook.packages',
      'insert public.webhook.place_at',
      'insert public.webhook.place_record',
      'insert public.webhook.place_seq',
      'insert public.webhook.place_tx',
      'insert public.webhook.severity',
      'insert public.webhook.url',
      'insert public.webhook.verdicts',
      'insert public.webhook_secret.secret',
      'insert public.webhook_secret.webhook_id',
      'update public.account.decided_at',
      'update public.account.decided_by',
      'update public.account.login',
      'update public.account.status',
      'update public.api_key.last_used_on',
      'update public.api_key.revoked_at',
      'update public.webhook.deleted_at',
    ]);
  });

  it('holds beside options that the address brings along', async () => {
    const primaryUrl = `${database.url}?options=-c%20work_mem%3D8MB`;
    const tuned = openTestDatabases(primaryUrl, { role: 'almanac_api' });

    const { rows } = await tuned.pool.query(
      `select current_user::text as role, current_setting('work_mem') as work_mem`,
    );

    expect(rows).toEqual([{ role: 'almanac_api', work_mem: '8MB' }]);
    await tuned.close();
  });

  it('can read what the service answers from', async () => {
    const row = await member.primary.selectFrom('source').select('name').where('id', '=', 7).executeTakeFirst();

    expect(row).toEqual({ name: 'kev' });
  });

  it.each([
    'create table mine (a int)',
    'create schema mine',
    'set role almanac_worker',
    `select graphile_worker.add_job('run-source')`,
    'update source set name = name',
    `update account set note = 'mine'`,
    'update account set provider_id = 1',
    'update api_key set account_id = 1',
    'delete from api_key',
    'delete from webhook',
    'update webhook set account_id = 1',
    'select secret from webhook_secret',
  ])('cannot %s', async (statement) => {
    await expect(member.pool.query(statement)).rejects.toThrow('permission denied');
  });
});

describe('two runs of one channel', () => {
  it('the one that was given up can write no more, and cannot move the position back', async () => {
    const db = owner.primary;
    const first = await startRun(db, 7, 'bulk', new Date());
    const second = await startRun(db, 7, 'bulk', new Date());
    const nothing = { seen: 0, changed: 0, removed: 0, unreadable: 0 };

    await db.transaction().execute((trx) => writeCheckpoint(trx, second, 'later'));

    await expect(db.transaction().execute((trx) => recordProgress(trx, first, nothing))).rejects.toThrow(Superseded);
    await expect(db.transaction().execute((trx) => writeCheckpoint(trx, first, 'earlier'))).rejects.toThrow(Superseded);
    await finishRun(db, first, 'ok', null, new Date());
    expect(await readCheckpoint(db, 7, 'bulk')).toBe('later');
    expect(await db.selectFrom('run').select('state').orderBy('id').execute()).toEqual([
      { state: 'abandoned' },
      { state: 'running' },
    ]);
  });
});

describe('two channels of one source', () => {
  const offer = (run: Run, value: string) =>
    owner.primary.transaction().execute((trx) => offerCheckpoint(trx, run, 'delta', value));
  const move = (run: Run, value: string) =>
    owner.primary.transaction().execute((trx) => writeCheckpoint(trx, run, value));

  it('are read side by side, and one may say where the other begins, but never move it back', async () => {
    const db = owner.primary;
    const bulk = await startRun(db, 1, 'bulk', new Date());

    await offer(bulk, 'from the archive');
    const offered = await readCheckpoint(db, 1, 'delta');
    const delta = await startRun(db, 1, 'delta', new Date());
    await offer(bulk, 'while it is being read');
    await move(delta, 'its own');
    await finishRun(db, delta, 'ok', null, new Date());
    await offer(bulk, 'an older one');

    expect(offered).toBe('from the archive');
    expect(await readCheckpoint(db, 1, 'delta')).toBe('its own');
    await finishRun(db, bulk, 'ok', null, new Date());
  });

  it('do not stand in each other’s way when a later archive offers a position to a run that began before it', async () => {
    const db = owner.primary;
    const delta = await startRun(db, 1, 'delta', new Date());
    const bulk = await startRun(db, 1, 'bulk', new Date());

    await offer(bulk, 'from the archive');
    await move(delta, 'its own, later');

    expect(await readCheckpoint(db, 1, 'delta')).toBe('its own, later');
  });
});
