import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/migrate.ts';
import { createEmptyDatabase, migrationsDirectory, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = await mkdtemp(path.join(os.tmpdir(), 'almanac-migrations-'));
  await cp(migrationsDirectory, directory, { recursive: true });
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

const run = () => migrate({ url: database.url, directory, lockTimeoutMs: 500 });
const add = (name: string, sql: string) => writeFile(path.join(directory, name), sql);

async function query(text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const indexes = (name: string) =>
  query(`select indisvalid as valid from pg_index where indexrelid = to_regclass('${name}')`);

describe('migrate', () => {
  it('applies what is new, once, and keeps the data', async () => {
    const first = await run();
    await query(`insert into record (source, key) values (7, 'CVE-2021-44228')`);
    await add('9000_note.sql', 'alter table record add column note text;');

    const second = await run();
    const third = await run();

    expect(first.at(0)).toBe('0001_roles.sql');
    expect(second).toEqual(['9000_note.sql']);
    expect(third).toEqual([]);
    expect(await query('select key, note from record')).toEqual([{ key: 'CVE-2021-44228', note: null }]);
  });

  it('lets one of several migrators work while the others wait', async () => {
    const applied = await Promise.all([run(), run(), run()]);

    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
  });

  it('names a file that was edited after it was applied', async () => {
    await run();
    await add('0003_kev.sql', 'select 1;');

    await expect(run()).rejects.toThrow('0003_kev.sql was edited');
  });

  it('names a file that was applied and is gone', async () => {
    await run();
    await rm(path.join(directory, '0003_kev.sql'));

    await expect(run()).rejects.toThrow('0003_kev.sql was applied to this database, but its file is missing');
  });

  it('has nothing to do where the next release was there before', async () => {
    await add('9000_next_release.sql', 'select 1;');
    await run();
    await rm(path.join(directory, '9000_next_release.sql'));

    expect(await run()).toEqual([]);
  });

  it('refuses a file that comes before one already applied', async () => {
    await add('9001_later.sql', 'select 1;');
    await run();
    await add('9000_earlier.sql', 'select 1;');

    await expect(run()).rejects.toThrow('9000_earlier.sql comes before 9001_later.sql');
  });

  it('leaves nothing of a file that fails', async () => {
    await run();
    await add('9000_half.sql', 'create table half (a int); select 1 / 0;');

    await expect(run()).rejects.toThrow('9000_half.sql failed: division by zero');

    expect(await query(`select to_regclass('half') as half`)).toEqual([{ half: null }]);
    await add('9000_half.sql', 'create table half (a int);');
    expect(await run()).toEqual(['9000_half.sql']);
  });

  it('runs a file outside of a transaction when its first line asks for that', async () => {
    await run();
    await add('9000_index.sql', '-- no-transaction\ncreate index concurrently record_key on record (key);');

    expect(await run()).toEqual(['9000_index.sql']);
  });

  const CONCURRENT = '-- no-transaction\ncreate index concurrently record_key on record (key);';

  it('builds an index again of which a cut-off migration left half', async () => {
    await run();
    await add('9000_index.sql', CONCURRENT);
    const writer = new pg.Client({ connectionString: database.url });
    await writer.connect();
    await writer.query(`begin; insert into record (source, key) values (7, 'CVE-2021-44228')`);
    await expect(migrate({ url: database.url, directory, indexTimeoutMs: 200 })).rejects.toThrow('lock timeout');
    expect(await indexes('record_key')).toEqual([{ valid: false }]);
    await writer.query('commit');
    await writer.end();

    expect(await run()).toEqual(['9000_index.sql']);

    expect(await indexes('record_key')).toEqual([{ valid: true }]);
  });

  it('notes an index that was built and not noted', async () => {
    await run();
    await query('create index record_key on record (key)');
    await add('9000_index.sql', CONCURRENT);

    expect(await run()).toEqual(['9000_index.sql']);
    expect(await run()).toEqual([]);
  });

  it('does not keep another migrator from waiting for an index', async () => {
    await add('9000_index.sql', CONCURRENT);

    const applied = await Promise.all([run(), run()]);

    expect(applied.filter((names) => names.includes('9000_index.sql'))).toHaveLength(1);
  });

  it('gives up rather than queue behind a long reader', async () => {
    await run();
    await add('9000_wait.sql', 'alter table record add column note text;');
    const reader = new pg.Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin; select * from record');

    await expect(run()).rejects.toThrow('9000_wait.sql failed: canceling statement due to lock timeout');

    await reader.end();
  });
});
