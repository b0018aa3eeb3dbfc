import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { connectWithin, type ExpectedPacks, type MeteredReader } from './connect-within.ts';
import { type ReplicaState, type ReplicaWatch, watchReplica } from './db-replica.ts';
import { spansOfQueries } from './db-spans.ts';
import { openPool, type Pool, type PoolOptions } from './postgres.ts';
import { ConnectionRefused, isConnectionLost } from './postgres-errors.ts';

export interface Databases<T> {
  /** For writes, and reads that must see a recent write. */
  readonly primary: Kysely<T>;
  readonly pool: Pool;
  /** Returns the replica while it is current, otherwise the primary. */
  read(): Kysely<T>;
  /** Retries the read on the primary if the replica fails. */
  readWithFallback<R>(query: (db: Kysely<T>) => Promise<R>): Promise<R>;
  /** Returns databases whose statements are cancelled with the reader's signal. */
  within(reader: MeteredReader): Databases<T>;
  replicaState(): ReplicaState;
  connections(): readonly Connections[];
  /** For other processes that open connections of their own. */
  readonly settings: DatabaseSettings;
  close(): Promise<void>;
}

export interface Connections {
  readonly database: 'primary' | 'replica';
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Serialisable, to be passed between processes. */
export type DatabaseSettings = Pick<
  DatabasesOptions,
  'primaryUrl' | 'replicaUrl' | 'applicationName' | 'role' | 'statementTimeoutMs' | 'prepare' | 'pipeline'
>;

export interface DatabasesOptions extends Omit<PoolOptions, 'url'> {
  readonly primaryUrl: string;
  readonly replicaUrl?: string | undefined;
  readonly replica?: { readonly intervalMs?: number; readonly lagLimitMs?: number };
  readonly now?: () => number;
}

/** Connects with the first query, so an unreachable server is no error here. */
export function openDatabases<T>(options: DatabasesOptions): Databases<T> {
  const { primaryUrl, replicaUrl, applicationName, role, statementTimeoutMs, prepare, pipeline } = options;
  const pool = openPool({ ...options, url: options.primaryUrl });
  const replica = options.replicaUrl === undefined ? undefined : openReplica(options, options.replicaUrl);
  const mayUse = () => replica?.watch.state().use === true;
  const settings: DatabaseSettings = {
    primaryUrl,
    replicaUrl,
    applicationName,
    ...(role === undefined ? {} : { role }),
    ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    ...(prepare === undefined ? {} : { prepare }),
    ...(pipeline === undefined ? {} : { pipeline }),
  };
  let closing: Promise<unknown> | undefined;
  return databases(null);

  function databases(reader: MeteredReader | null): Databases<T> {
    const primary = kysely<T>(pool, reader, 'primary');
    const second = replica === undefined ? undefined : kysely<T>(replica.pool, reader, 'replica');
    return {
      primary,
      pool,
      read: () => (second !== undefined && mayUse() ? second : primary),
      async readWithFallback(query) {
        if (second === undefined || !mayUse()) return query(primary);
        try {
          return await query(second);
        } catch (error) {
          if (!isConnectionLost(error)) throw error;
          return query(primary);
        }
      },
      within: databases,
      replicaState: () => replica?.watch.state() ?? { use: false, reason: 'not_configured', lagMs: null },
      connections: () => [
        connectionsOf('primary', pool),
        ...(replica === undefined ? [] : [connectionsOf('replica', replica.pool)]),
      ],
      settings,
      async close() {
        await (closing ??= Promise.all([pool.end(), replica?.close()]));
      },
    };
  }
}

function connectionsOf(database: Connections['database'], { totalCount, idleCount, waitingCount }: Pool): Connections {
  return { database, used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}

interface Replica {
  readonly pool: Pool;
  readonly watch: ReplicaWatch;
  close(): Promise<void>;
}

function openReplica(options: DatabasesOptions, replicaUrl: string): Replica {
  const pool = openPool({ ...options, url: replicaUrl });
  const applicationName = `${options.applicationName}-probe`;
  const probe = { ...options, applicationName, max: 1, connectTimeoutMs: 1_000, queryTimeoutMs: 1_000 };
  const probes = [openPool({ ...probe, url: options.primaryUrl }), openPool({ ...probe, url: replicaUrl })] as const;
  const watch = watchReplica(...probes, {
    intervalMs: options.replica?.intervalMs ?? 1_000,
    limitMs: options.replica?.lagLimitMs ?? 5_000,
    now: options.now ?? (() => performance.now()),
  });
  return {
    pool,
    watch,
    async close() {
      await watch.stop();
      await Promise.all([pool, ...probes].map((each) => each.end()));
    },
  };
}

/** Costs microseconds, because the pool is shared. */
function kysely<T>(pool: Pool, reader: MeteredReader | null, name: Connections['database']): Kysely<T> {
  const open = () =>
    pool.connect().catch((error: unknown) => {
      throw new ConnectionRefused(error);
    });
  const connect = () => (reader === null ? open() : connectWithin(open, reader));
  const db = over<T>({ pool, connect, name });
  connects.set(db, { pool, connect, name, reader });
  return db;
}

type Connect = () => Promise<PostgresPoolClient>;

interface Connected {
  readonly reader?: MeteredReader | null;
  readonly pool: Pool;
  readonly connect: Connect;
  readonly name: Connections['database'];
}

function over<T>({ pool, connect, name }: Connected): Kysely<T> {
  return new Kysely<T>({
    dialect: new PostgresDialect({ pool: { options: pool.options, connect, end: () => pool.end() } }),
    ...spansOfQueries(name),
  });
}

const connects = new WeakMap<object, Connected>();

/** Announces to the reader which packs will be judged. Throws if the work must not continue here. */
export function expectPacks<T>(db: Kysely<T>, packs: ExpectedPacks): void {
  const reader = connects.get(db)?.reader;
  reader?.expects(packs);
  reader?.signal.throwIfAborted();
}

/**
 * Runs queries on one connection, so that those started together take one round trip (if the pool pipelines). Inside a
 * transaction they run in sequence.
 */
export async function inOneTrip<T, R>(db: Kysely<T>, ask: (trip: Kysely<T>) => Promise<R>): Promise<R> {
  const known = connects.get(db);
  // Without pipelining, statements on one connection wait for each other.
  if (known?.pool.options.pipeline !== true) return ask(db);
  const client = await known.connect();
  const asked = new Set<Promise<unknown>>();
  const query = ((text: string, values: unknown[]) => {
    const answer: Promise<unknown> = client.query(text, values);
    asked.add(answer);
    return answer;
  }) as PostgresPoolClient['query'];
  try {
    return await ask(over<T>({ ...known, connect: () => Promise.resolve({ query, release() {} }) }));
  } finally {
    // Otherwise the connection's next user would wait for the remaining statements.
    await Promise.allSettled(asked);
    client.release();
  }
}
