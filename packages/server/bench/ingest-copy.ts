import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';

/** What pg calls on a query of somebody's own making. */
interface CopyConnection {
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** The rows of a table in PostgreSQL's own binary form. */
export interface CopiedTable {
  readonly table: string;
  readonly chunks: readonly Buffer[];
}

export async function copyOut(client: pg.Client, table: string): Promise<CopiedTable> {
  const chunks: Buffer[] = [];
  await copy(client, `copy ${table} to stdout (format binary)`, {
    handleCopyData: ({ chunk }: { chunk: Buffer }) => void chunks.push(Buffer.from(chunk)),
  });
  return { table, chunks };
}

export async function copyIn(client: pg.Client, { table, chunks }: CopiedTable): Promise<void> {
  await copy(client, `copy ${table} from stdin (format binary)`, {
    handleCopyInResponse(connection: CopyConnection) {
      // In pieces as large as a socket takes: a message for each row would measure messages.
      for (let at = 0; at < chunks.length; at += 64) {
        connection.sendCopyFromChunk(Buffer.concat(chunks.slice(at, at + 64)));
      }
      connection.endCopyFrom();
    },
  });
}

async function copy(client: pg.Client, text: string, handlers: object): Promise<void> {
  const done = Promise.withResolvers<void>();
  const nothing = () => {};
  const query = {
    submit: (connection: CopyConnection) => connection.query(text),
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleError: (error: Error) => done.reject(error),
    handleReadyForQuery: () => done.resolve(),
    ...handlers,
  };
  client.query(query as unknown as pg.Submittable);
  await done.promise;
}

/** A connection that is closed at the end, whatever happens. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    const ended = once(client, 'end');
    await client.end();
    await ended;
  }
}

/** Seconds of a processor that each connection to a database has used so far, by its process; null where the server is another machine. */
export async function backendSeconds(client: pg.Client): Promise<ReadonlyMap<number, number> | null> {
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  try {
    return new Map(rows.map(({ pid }) => [pid, processSeconds(pid)]));
  } catch {
    return null;
  }
}

/** What those that are open at the end have used since; one that was closed meanwhile takes what it used with it. */
export function secondsSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return Array.from(after).reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}

/** Fields 14 and 15 of proc(5) stat, counted behind the name, which may have spaces; a hundred to the second. */
function processSeconds(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
