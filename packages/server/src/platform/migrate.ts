import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import { type AppliedMigration, type MigrationFile, pendingMigrations, readMigrations } from './migrate-files.ts';
import { openPool, type PoolClient } from './postgres.ts';

export interface MigrateOptions {
  /** A direct connection, not one through a transaction pooler: the lock belongs to the session. */
  readonly url: string;
  readonly directory: string;
  readonly log?: (message: string) => void;
  /** A migration that cannot get its lock gives up instead of queueing every reader behind it. */
  readonly lockTimeoutMs?: number;
  /** An index that is built concurrently blocks nobody, and waits for the end of every transaction that was under way. */
  readonly indexTimeoutMs?: number;
}

/** Any number that nobody else uses in this database. */
const LOCK = 0x616c6d61;

/** Brings the schema up to date. Two at once: one works, the other waits and finds nothing to do. */
export async function migrate({
  url,
  directory,
  log = () => {},
  lockTimeoutMs = 5_000,
  indexTimeoutMs = 15 * 60_000,
}: MigrateOptions): Promise<string[]> {
  const files = await readMigrations(directory);
  const pool = openPool({
    url,
    applicationName: 'almanac-migrate',
    max: 1,
    statementTimeoutMs: 0,
    onError: (error) => log(`connection lost: ${error.message}`),
  });
  try {
    const client = await pool.connect();
    try {
      await takeLock(client);
      const pending = pendingMigrations(files, await appliedMigrations(client));
      for (const file of pending) {
        log(`applying ${file.name}`);
        await apply(client, file, file.transaction ? lockTimeoutMs : indexTimeoutMs);
      }
      await migrateJobQueue(client, url);
      return pending.map(({ name }) => name);
    } finally {
      // Closing the session is what gives the lock back, also after an error.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * By asking again and again: whoever waits inside a statement holds a snapshot, for the end of which an index that is built
 * concurrently waits in turn.
 */
async function takeLock(client: PoolClient): Promise<void> {
  for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt += 1) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
    if (rows[0]?.taken === true) return;
    await sleep(LOCK_PAUSE_MS);
  }
  throw new Error(
    'Another migration of this database has been running for an hour: wait for its end, then start again',
  );
}

const LOCK_PAUSE_MS = 250;
const LOCK_ATTEMPTS = (60 * 60_000) / LOCK_PAUSE_MS;

async function appliedMigrations(client: PoolClient): Promise<AppliedMigration[]> {
  await client.query(`create table if not exists schema_migration (
    name       text primary key,
    sha256     text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<AppliedMigration>('select name, sha256 from schema_migration order by name');
  return rows;
}

async function apply(client: PoolClient, file: MigrationFile, lockTimeoutMs: number): Promise<void> {
  try {
    await client.query(`set lock_timeout = ${lockTimeoutMs}`);
    if (file.transaction) await client.query('begin');
    if (!(await isBuilt(client, file))) await client.query(file.sql);
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [file.name, file.sha256]);
    if (file.transaction) await client.query('commit');
  } catch (error) {
    throw new Error(`Migration ${file.name} failed: ${(error as Error).message}`, { cause: error });
  }
}

/**
 * Whether the index of the file is there already: a migrator that ended after building it could not note that. One that ended
 * before has left an index that is written to and never read; it is dropped and built again.
 */
async function isBuilt(client: PoolClient, { transaction, index }: MigrationFile): Promise<boolean> {
  if (transaction || index === null) return false;
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [`public.${index}`],
  );
  if (rows[0]?.valid === false) await client.query(`drop index concurrently public.${index}`);
  return rows[0]?.valid === true;
}

/**
 * The job queue brings its own migrations. They run as the worker's role, which then owns the tables: graphile-worker
 * puts them under row security without a policy, so that to anyone but their owner they look empty.
 */
async function migrateJobQueue(client: PoolClient, url: string): Promise<void> {
  const { rows } = await client.query<{ name: string; ready: boolean }>(
    `select quote_ident(current_database()) as name, to_regclass('graphile_worker.migrations') is not null as ready`,
  );
  const [database] = rows;
  if (database === undefined) return;
  const pool = openPool({
    url,
    applicationName: 'almanac-migrate-jobs',
    role: 'almanac_worker',
    max: 2,
    onError: () => {},
  });
  // Creating its schema needs a right on the database that the worker is not to keep.
  if (!database.ready) await client.query(`grant create on database ${database.name} to almanac_worker`);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    if (!database.ready) await client.query(`revoke create on database ${database.name} from almanac_worker`);
    await pool.end();
  }
}

const silent = new Logger(() => () => {});
