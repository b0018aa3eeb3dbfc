import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import pg from 'pg';
import { type DatabasesOptions, openDatabases } from '../../src/platform/db.ts';
import { migrate } from '../../src/platform/migrate.ts';
import { readMigrations } from '../../src/platform/migrate-files.ts';
import type { AlmanacDatabases, Database } from '../../src/store/database.ts';

export const migrationsDirectory = path.resolve(import.meta.dirname, '../../migrations');

/** A server on which databases may be created. */
export const serverUrl = process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres';

export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  /** As good as new, and faster to have: for the next test of the same file. */
  reset(): Promise<void>;
  close(): Promise<void>;
  /** The same, and it is gone when this has ended: for who goes on asking it. */
  remove(): Promise<void>;
}

const TEMPLATES = 'almanac_template_';

/** A migrated database of the test's own: a clone of a template that is made once per state of the migrations. */
export async function createTestDatabase(server = serverUrl): Promise<TestDatabase> {
  const template = await withServer((client) => ensureTemplate(client, server), server);
  return createDatabase(template, server);
}

/** The same without any table. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

/** Connections to a test's database: the owner's, who may do everything, unless a role is given. */
export function openTestDatabases(
  primaryUrl: string,
  options: Partial<Omit<DatabasesOptions, 'primaryUrl'>> = {},
): AlmanacDatabases {
  // As a deployment has it.
  const isApi = options.role === 'almanac_api';
  const usual = { applicationName: 'almanac-test', prepare: isApi, pipeline: isApi, onError: () => {} };
  return openDatabases<Database>({ primaryUrl, ...usual, ...options });
}

/** A copy of one that nobody is connected to. */
export async function cloneTestDatabase({ url }: TestDatabase): Promise<TestDatabase> {
  return createDatabase(new URL(url).pathname.slice(1));
}

async function createDatabase(template: string, server = serverUrl): Promise<TestDatabase> {
  const name = `almanac_test_${randomBytes(6).toString('hex')}`;
  await withServer(async (client) => {
    await client.query(`create database ${name} template ${template}`);
    await client.query(doNotWait(name));
  }, server);
  return testDatabase(name, server);
}

function testDatabase(name: string, server: string): TestDatabase {
  const url = urlOf(name, server);
  const close = () => release(name, server);
  async function reset(): Promise<void> {
    await withServer((own) => own.query(EMPTY_ALL), url);
  }
  const remove = () => withServer((client) => client.query(dropping(name)), server).then(() => undefined);
  return { url, reset, close, remove, [Symbol.asyncDispose]: close };
}

/**
 * Nothing of a test has to outlast the server: a commit need not wait for the disk. A process that is killed loses nothing by it;
 * tests that kill a server have their own (`postgres-cluster.ts`), of which this does not hold.
 */
function doNotWait(name: string): string {
  return `alter database ${name} set synchronous_commit = off`;
}

function dropping(name: string): string {
  return `drop database if exists ${name} with (force)`;
}

/**
 * Asks for a database to be dropped and waits no longer: the server brings it to an end also when whoever asked has gone. What is
 * left all the same is found later.
 */
async function release(name: string, server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  client.on('error', () => {});
  await client.connect();
  void client
    .query(dropping(name))
    .catch(() => undefined)
    .then(() => client.end());
}

/** Tables with more bytes are truncated, which makes new files for each and takes longer than to delete a few rows. */
const MAX_DELETED_BYTES = 1 << 20;

/**
 * Empties every table but those that the migrations fill, and restarts its sequences. The lock waits for whoever is still writing;
 * without triggers the order does not matter.
 */
const EMPTY_ALL = `do $$
declare
  tables constant regclass[] := array(
    select format('%I.%I', schemaname, tablename)::regclass from pg_tables
    where (schemaname = 'public' and tablename not in ('source', 'schema_migration'))
       or (schemaname = 'graphile_worker' and tablename <> 'migrations'));
  large text;
  one regclass;
begin
  execute format('lock table %s in access exclusive mode', array_to_string(tables, ', '));
  perform set_config('session_replication_role', 'replica', true);
  -- In one statement: each table that refers to several of them is truncated once.
  select string_agg(each::text, ', ') into large from unnest(tables) as each where pg_relation_size(each) > ${MAX_DELETED_BYTES};
  if large is not null then execute format('truncate %s cascade', large); end if;
  foreach one in array tables loop
    if pg_relation_size(one) > 0 then execute format('delete from %s', one); end if;
  end loop;
  update source set configured = default, parts_read = default where not configured or parts_read is not null;
  for one in
    select format('%I.%I', schemaname, sequencename)::regclass from pg_sequences
    where schemaname in ('public', 'graphile_worker') and last_value is not null
  loop execute format('alter sequence %s restart', one); end loop;
end $$`;

async function ensureTemplate(client: pg.Client, server: string): Promise<string> {
  const files = await readMigrations(migrationsDirectory);
  const hash = createHash('sha256').update(files.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(''));
  const template = `${TEMPLATES}${hash.digest('hex').slice(0, 16)}`;
  // Older than any soak: a database to clone from has no connection that would keep it.
  await dropLeftovers(client, 'almanac_test_', '12 hours');
  if (await exists(client, template)) return template;
  // Test files run in processes of their own: the first makes it, the others wait. The lock ends with the connection.
  await client.query('select pg_advisory_lock(7461)');
  if (await exists(client, template)) return template;
  await dropLeftovers(client, TEMPLATES, '1 day');
  const unfinished = `almanac_test_${randomBytes(6).toString('hex')}`;
  await client.query(`create database ${unfinished} template template0`);
  await migrate({ url: urlOf(unfinished, server), directory: migrationsDirectory });
  await client.query(doNotWait(unfinished));
  await client.query(`alter database ${unfinished} rename to ${template}`);
  return template;
}

async function exists(server: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
  return rowCount === 1;
}

/** What killed test runs left behind, and templates of migrations that were edited since. */
async function dropLeftovers(server: pg.Client, prefix: string, age: '12 hours' | '1 day'): Promise<void> {
  const { rows } = await server.query<{ datname: string }>(
    `select datname from pg_database, pg_stat_file(format('base/%s/PG_VERSION', oid), true) as made
     where starts_with(datname, $1) and made.modification < now() - $2::interval`,
    [prefix, age],
  );
  for (const { datname } of rows) {
    // Another run may be at it too, or be cloning the template at this moment.
    await server.query(`drop database if exists ${datname}`).catch(() => undefined);
  }
}

async function withServer<T>(use: (client: pg.Client) => Promise<T>, url: string): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

function urlOf(database: string, server: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
