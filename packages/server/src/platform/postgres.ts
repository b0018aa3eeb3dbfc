import type { Writable } from 'node:stream';
import pg from 'pg';
import { preparedNames } from './prepared-statements.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

export interface PoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** The role to act as; any login that is a member works. Only the migrator omits it and acts as the owner. */
  readonly role?: 'almanac_api' | 'almanac_worker';
  readonly max?: number;
  readonly statementTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** A client-side limit, for a server that accepts a query and never answers. */
  readonly queryTimeoutMs?: number;
  /** Prepares reads once per connection, for processes that repeat the same few queries. */
  readonly prepare?: boolean;
  /** Sends statements without waiting for earlier results. */
  readonly pipeline?: boolean;
  /** Called when an idle connection is lost, which would otherwise end the process. */
  readonly onError: (error: Error) => void;
}

export function openPool(options: PoolOptions): Pool {
  const url = new URL(options.url);
  const given = url.searchParams.get('options') ?? '';
  // Options in the URL would override ours, including the role.
  url.searchParams.delete('options');
  const pool = new pg.Pool({
    connectionString: url.href,
    application_name: options.applicationName,
    max: options.max ?? 10,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    query_timeout: options.queryTimeoutMs,
    keepAlive: true,
    pipeline: options.pipeline ?? false,
    options: `${given} ${startupOptions(options)}`.trim(),
    types: { getTypeParser },
  });
  pool.on('error', options.onError);
  const nameOf = options.prepare === true ? preparedNames() : null;
  // A client in use reports the loss through its query; the event alone would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (nameOf !== null) preparing(client, nameOf);
    if (options.pipeline === true) sendingTogether(client);
  });
  return pool;
}

/** Names statements, except those without values, such as `begin`. */
function preparing(client: PoolClient, nameOf: (text: string) => string | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  // Like pg's own implementation, one function serves nine overloads.
  client.query = ((...args: unknown[]) => {
    const [text, values, ...rest] = args;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null;
    return name === null ? query(...args) : query({ name, text, values }, ...rest);
  }) as typeof client.query;
}

/** Sends statements of one event loop turn in a single write. */
function sendingTogether(client: PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Writable } }).connection;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  let isHeld = false;
  client.query = ((...args: unknown[]) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      process.nextTick(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return query(...args);
  }) as typeof client.query;
}

/**
 * Sent with the first packet, so they apply before the first statement and after every reset. With keepalives, the
 * server notices within half a minute that a client machine is gone, and releases its locks.
 */
function startupOptions({ role, statementTimeoutMs = 30_000 }: PoolOptions): string {
  const settings = [
    `statement_timeout=${statementTimeoutMs}`,
    'tcp_keepalives_idle=10',
    'tcp_keepalives_interval=5',
    'tcp_keepalives_count=3',
    'timezone=UTC',
    // Compiling takes tens of milliseconds, our statements only a few.
    'jit=off',
  ];
  if (role !== undefined) settings.push(`role=${role}`);
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

const { builtins } = pg.types;
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
type TypeFormat = Parameters<typeof pg.types.getTypeParser>[1];

/** pg's own parser table is shared by the whole process, so we don't change it. */
function getTypeParser(oid: TypeId, format?: TypeFormat): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === builtins.INT8) return parseInt8;
    // pg would return midnight in the process's time zone, which is another day elsewhere.
    if (oid === builtins.DATE) return String;
  }
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}

/** Counts and identities stay far below 2^53. Larger values throw rather than lose precision. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return value;
}
