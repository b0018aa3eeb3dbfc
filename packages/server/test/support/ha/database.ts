import pg from 'pg';
import { migrate } from '../../../src/platform/migrate.ts';
import { migrationsDirectory } from '../database.ts';

/** The database, its schema and its logins as `docs/high-availability.md` says, and a table of the test's own commits. */
export async function prepareDatabase(serverUrl: string): Promise<void> {
  await asked(serverUrl, 'create database almanac');
  const url = new URL(serverUrl);
  url.pathname = '/almanac';
  await migrate({ url: url.href, directory: migrationsDirectory });
  await asked(
    url.href,
    `create role api_login login password 'of-the-test' in role almanac_api;
     alter role api_login set role = 'almanac_api';
     alter role api_login set statement_timeout = '10s';
     alter role api_login set timezone = 'UTC';
     alter role api_login set jit = off;
     create role worker_login login password 'of-the-test' in role almanac_worker;
     create schema chaos;
     create table chaos.commit (id bigint primary key, node text not null, at timestamptz not null default clock_timestamp());`,
  );
}

async function asked(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
