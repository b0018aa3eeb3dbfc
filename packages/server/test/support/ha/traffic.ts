import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseUrl, type HaCluster } from './cluster.ts';
import type { Attempt, Commit } from './judge.ts';
import { ADDRESSES, APP_MACHINES, type AppMachine, DATABASE_MACHINES, type DatabaseMachine } from './network.ts';
import { tail } from './service.ts';

/** A version of a record that a worker has stored, as it has logged it. */
export interface Stored {
  readonly key: string;
  readonly at: number;
}

/** All that was asked of the cluster and what it has answered, since the beginning. */
export interface Traffic extends AsyncDisposable {
  readonly cached: Readonly<Record<AppMachine, readonly Attempt[]>>;
  readonly uncached: Readonly<Record<AppMachine, readonly Attempt[]>>;
  readonly commits: readonly Commit[];
  /** Read again from the logs. */
  stored(): Promise<readonly Stored[]>;
}

const READ_EVERY_MS = 200;
const COMMIT_EVERY_MS = 250;
/** As often as its upstream lets a record be asked for: 120 times a minute. */
const RECORD_EVERY_MS = 1_000;
const READ_PATIENCE_MS = 10_000;
const COMMIT_PATIENCE_MS = 3_000;

/** Reads at both doors, commits at each node by itself, and a record a second that the workers have to fetch. */
export async function startTraffic(cluster: HaCluster, ids: Iterator<string>): Promise<Traffic> {
  const stopping = new AbortController();
  const commits: Commit[] = [];
  const stored: Stored[] = [];
  const news = APP_MACHINES.map((machine) => tail(cluster.logOf(machine, 'worker')));
  const cached: Record<AppMachine, Attempt[]> = { app1: [], app2: [] };
  const uncached: Record<AppMachine, Attempt[]> = { app1: [], app2: [] };
  const numbers = counter();
  let nextRecordAt = 0;

  /** At most one a second, and only where it will be taken: by the node that has taken the last commit. */
  function nextRecord(node: DatabaseMachine): string | null {
    if (performance.now() < nextRecordAt || commits.at(-1)?.node !== node) return null;
    nextRecordAt = performance.now() + RECORD_EVERY_MS;
    return ids.next().value ?? null;
  }

  const loops = DATABASE_MACHINES.map((node) => commitAgain(node));
  const known = await firstStored();
  // Both processes and Redis have it before it counts as kept.
  for (const machine of APP_MACHINES) await untilKept(`http://${ADDRESSES[machine]}:8081${pathOf(known)}`);
  for (const machine of APP_MACHINES) {
    loops.push(readAgain(machine, () => pathOf(known), cached[machine]));
    loops.push(readAgain(machine, () => `/api/v1/search?q=word${numbers()}`, uncached[machine]));
  }

  async function look(): Promise<readonly Stored[]> {
    const lines = (await Promise.all(news.map((read) => read()))).flat();
    for (const line of lines) {
      const said = storedIn(line);
      if (said !== null) stored.push(said);
    }
    return stored;
  }

  async function firstStored(): Promise<string> {
    for (let tries = 0; tries < 120; tries += 1) {
      const [first] = await look();
      if (first !== undefined) return first.key;
      await sleep(500);
    }
    throw new Error('no worker has stored anything within a minute');
  }

  async function readAgain(machine: AppMachine, path: () => string, into: Attempt[]): Promise<void> {
    while (!stopping.signal.aborted) {
      const sentAt = performance.now();
      const ok = await answers(`http://${ADDRESSES[machine]}:8080${path()}`);
      into.push({ sentAt, endedAt: performance.now(), ok });
      await pause(sentAt + READ_EVERY_MS);
    }
  }

  async function commitAgain(node: DatabaseMachine): Promise<void> {
    let client: pg.Client | null = null;
    while (!stopping.signal.aborted) {
      const sentAt = performance.now();
      try {
        client ??= await connected(node);
        const id = numbers();
        const timeline = await commit(client, { id, node, key: nextRecord(node) });
        commits.push({ id, node, timeline, sentAt, ackedAt: performance.now() });
      } catch (error) {
        // A standby refuses, which is an answer; all else may be a connection that is dead.
        if ((error as { code?: string }).code !== READ_ONLY) {
          forget(client);
          client = null;
        }
      }
      await pause(sentAt + COMMIT_EVERY_MS);
    }
    forget(client);
  }

  function pause(until: number): Promise<void> {
    return sleep(Math.max(20, until - performance.now()), undefined, { signal: stopping.signal }).catch(() => {});
  }

  return {
    cached,
    uncached,
    commits,
    stored: look,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

const pathOf = (id: string) => `/api/v1/cve/${id}`;

async function untilKept(url: string): Promise<void> {
  for (let tries = 0; tries < 40; tries += 1) {
    const response = await fetch(url, { signal: AbortSignal.timeout(READ_PATIENCE_MS) });
    const said = await response.text();
    if (response.status === 200 && response.headers.get('x-cache') === 'HIT') return;
    if (tries === 39) throw new Error(`${url} is not kept: ${response.status} ${said.slice(0, 300)}`);
    await sleep(250);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(READ_PATIENCE_MS) });
    await response.arrayBuffer();
    return response.status === 200;
  } catch {
    return false;
  }
}

/** What PostgreSQL says of a write on a standby. */
const READ_ONLY = '25006';

async function connected(node: DatabaseMachine): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl(node),
    connectionTimeoutMillis: 2_000,
    query_timeout: COMMIT_PATIENCE_MS,
    application_name: 'chaos',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Without a word to the server: one that hangs would not answer. Nothing is cancelled there. */
function forget(client: pg.Client | null): void {
  (client as unknown as { connection?: { stream: { destroy(): void } } } | null)?.connection?.stream.destroy();
}

/** One transaction: a row, and the job to fetch a record. */
async function commit(client: pg.Client, row: { id: number; node: string; key: string | null }): Promise<number> {
  const job = row.key === null ? null : JSON.stringify({ source: 'cve_services', key: row.key });
  const { rows } = await client.query<{ timeline: string }>(
    `insert into chaos.commit (id, node)
     select $1::bigint, $2::text
     from (select case when $3::text is not null then (graphile_worker.add_job('refresh-record', $3::text::json)).id end) as job
     returning left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline`,
    [row.id, row.node, job],
  );
  return Number.parseInt(rows[0]?.timeline ?? '', 16);
}

function storedIn(line: string): Stored | null {
  if (!line.includes('record refreshed')) return null;
  const said = JSON.parse(line) as { msg: string; outcome: string; key: string; time: number | string };
  return said.msg === 'record refreshed' && said.outcome === 'done'
    ? { key: said.key, at: new Date(said.time).getTime() }
    : null;
}

function counter(): () => number {
  let last = 0;
  return () => (last += 1);
}
