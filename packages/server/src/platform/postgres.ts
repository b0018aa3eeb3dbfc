import type { Writable } from 'node:stream';
import pg from 'pg';
import { preparedNames } from './prepared-statements.ts';

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;

export interface PoolOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /**
   * The database role to act as, whatever login the address names: any login that is a member of it will do.
   * Left out only by the migrator, which acts as the owner.
   */
  readonly role?: 'almanac_api' | 'almanac_worker';
  readonly max?: number;
  readonly statementTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Gives up on the client's side: for a server that accepts a query and never answers. */
  readonly queryTimeoutMs?: number;
  /** Reads are prepared statements, planned once for each connection. For a process that asks the same few questions all the time. */
  readonly prepare?: boolean;
  /** Statements of one connection are sent without waiting for the answer to the one before. */
  readonly pipeline?: boolean;
  /** An idle connection was lost. Without a listener that would end the process. */
  readonly onError: (error: Error) => void;
}

export function openPool(options: PoolOptions): Pool {
  const url = new URL(options.url);
  const given = url.searchParams.get('options') ?? '';
  // What stands in the address wins over what is passed beside it: an operator's options would undo the role.
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
  // A client that is in use reports the loss through its query; the event alone would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    if (nameOf !== null) preparing(client, nameOf);
    if (options.pipeline === true) sendingTogether(client);
  });
  return pool;
}

/** Gives statements their names. Those that are sent without values, such as `begin`, go as they are. */
function preparing(client: PoolClient, nameOf: (text: string) => string | null): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  // pg declares nine forms of the call and one implementation for them all: so does this.
  client.query = ((...args: unknown[]) => {
    const [text, values, ...rest] = args;
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : null;
    return name === null ? query(...args) : query({ name, text, values }, ...rest);
  }) as typeof client.query;
}

/** Statements that are asked in the same turn of the event loop leave in one write, not in one each. */
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
 * Server settings sent with the first packet: they hold before the first statement and after every reset.
 * The keepalives let the server notice within half a minute that a client's machine is gone, and drop its locks.
 */
function startupOptions({ role, statementTimeoutMs = 30_000 }: PoolOptions): string {
  const settings = [
    `statement_timeout=${statementTimeoutMs}`,
    'tcp_keepalives_idle=10',
    'tcp_keepalives_interval=5',
    'tcp_keepalives_count=3',
    'timezone=UTC',
    // Our statements take milliseconds; to compile one takes tens of them.
    'jit=off',
  ];
  if (role !== undefined) settings.push(`role=${role}`);
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

const { builtins } = pg.types;
type TypeId = Parameters<typeof pg.types.getTypeParser>[0];
type TypeFormat = Parameters<typeof pg.types.getTypeParser>[1];

/** Ours alone: pg's own table of parsers is shared by the whole process and stays as it is. */
function getTypeParser(oid: TypeId, format?: TypeFormat): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === builtins.INT8) return parseInt8;
    // pg would make it midnight in the process's time zone, which is another day elsewhere.
    if (oid === builtins.DATE) return String;
  }
  return pg.types.getTypeParser(oid, format) as (value: string) => unknown;
}

/** Counts and identities, which stay far below 2^53; anything beyond is an error rather than a rounded number. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript number`);
  return value;
}
