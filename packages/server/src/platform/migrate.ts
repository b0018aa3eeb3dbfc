import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, runMigrations } from 'graphile-worker';
import { type AppliedMigration, type MigrationFile, pendingMigrations, readMigrations } from './migrate-files.ts';
import { openPool, type PoolClient } from './postgres.ts';

export interface MigrateOptions {
  /** Must bypass transaction poolers, because the lock belongs to the session. */
  readonly url: string;
  readonly directory: string;
  readonly log?: (message: string) => void;
  /** A migration that waits for its lock would block every reader behind it. */
  readonly lockTimeoutMs?: number;
  /** Building an index concurrently blocks nobody, but waits for every running transaction. */
  readonly indexTimeoutMs?: number;
}

/** Any number that is unique in this database. */
const LOCK = 0x616c6d61;

/** Brings the schema up to date. Of two concurrent runs, one waits and finds nothing to do. */
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
      // Closing the session releases the lock, even after an error.
      client.release(true);
    }
  } finally {
    await pool.end();
  }
}

/**
 * Polls, because a statement that waits holds a snapshot, and building an index concurrently waits for that snapshot.
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
 * Reports whether the file's index exists: a previous run may have stopped before recording it. Drops an invalid index,
 * which is written to but never read.
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
 * graphile-worker's migrations run as the worker's role, which then owns the tables: they have row security without a
 * policy and look empty to everyone but the owner.
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
  // Creating its schema requires a right on the database that the worker must not keep.
  if (!database.ready) await client.query(`grant create on database ${database.name} to almanac_worker`);
  try {
    await runMigrations({ pgPool: pool, logger: silent });
  } finally {
    if (!database.ready) await client.query(`revoke create on database ${database.name} from almanac_worker`);
    await pool.end();
  }
}

const silent = new Logger(() => () => {});
