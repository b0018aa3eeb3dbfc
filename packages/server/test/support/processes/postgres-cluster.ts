import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

/** One PostgreSQL server of the test's own. */
export interface PostgresServer {
  readonly url: string;
  /** The same through a socket in its folder, which costs both sides less. */
  readonly socketUrl: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As by `kill -9`: nothing is flushed, nobody is told. */
  kill(): Promise<void>;
  /** Stops every process of the server as they are: connections stay open and nothing answers until `thaw`. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export interface PostgresCluster extends AsyncDisposable {
  readonly primary: PostgresServer;
  /** Follows the primary by streaming. */
  readonly replica: PostgresServer;
}

/** The folder of the newest server's programs, or null. */
export const postgresBinaries = findBinaries();

/** The reason why no server can be started here, or null. */
export const clusterUnavailable: string | null =
  postgresBinaries === null ? 'the PostgreSQL server programs (initdb, pg_ctl, pg_basebackup) were not found' : null;
if (clusterUnavailable !== null)
  console.log(`Skipping tests with PostgreSQL servers of their own: ${clusterUnavailable}.`);

export async function startCluster(): Promise<PostgresCluster> {
  const folder = await makeFolder();
  const primary = await startPrimary(folder);
  const replica = await startFollower(primary, path.join(folder, 'replica'));
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      await Promise.all([replica.kill(), primary.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A further replica, of any server. */
export async function startReplica(primary: PostgresServer): Promise<PostgresServer & AsyncDisposable> {
  const folder = await makeFolder();
  const replica = await startFollower(primary, path.join(folder, 'replica'));
  return {
    ...replica,
    async [Symbol.asyncDispose]() {
      await replica.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startFollower(primary: PostgresServer, folder: string): Promise<PostgresServer> {
  const source = new URL(primary.url);
  await program('pg_basebackup', [
    `--pgdata=${folder}`,
    `--host=${source.hostname}`,
    `--port=${source.port}`,
    '--username=postgres',
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
    '--no-sync',
  ]);
  const replica = serverIn(folder, await freePort());
  await replica.start();
  return replica;
}

/** One server without a replica. Settings such as `fsync=on` go before those that suit most tests. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer & AsyncDisposable> {
  const folder = await makeFolder();
  const server = await startPrimary(folder, settings);
  return {
    ...server,
    async [Symbol.asyncDispose]() {
      await server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The complaints of `pg_amcheck` about tables and indexes of a database; none where all are sound. */
export async function checkStructures(databaseUrl: string): Promise<string> {
  const { hostname, port, pathname } = new URL(databaseUrl);
  const args = [`--host=${hostname}`, `--port=${port}`, '--username=postgres', '--install-missing'];
  return program('pg_amcheck', [...args, '--heapallindexed', '--parent-check', pathname.slice(1)]).catch(
    (error: Error & { stdout?: string }) => error.stdout || error.message,
  );
}

/** `pg_dump` of one server's database and `pg_restore` into another's, which has the roles and nothing else. */
export async function carryOver(from: string, to: string): Promise<void> {
  const folder = await makeFolder();
  try {
    const file = path.join(folder, 'dump');
    await program('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${from}`]);
    await program('pg_restore', ['--exit-on-error', `--dbname=${to}`, file]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-postgres-'));
  const owner = await serverUser();
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  return folder;
}

async function startPrimary(folder: string, settings: readonly string[] = []): Promise<PostgresServer> {
  const data = path.join(folder, 'primary');
  const names = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'];
  await program('initdb', [`--pgdata=${data}`, ...names, '--data-checksums', '--no-sync']);
  const server = serverIn(data, await freePort(), settings);
  await server.start();
  return server;
}

function serverIn(folder: string, port: number, given: readonly string[] = []): PostgresServer {
  // What was written survives the server's processes, though not the machine: nobody would miss it.
  const settings = [
    'fsync=off',
    'shared_buffers=16MB',
    'max_connections=40',
    'wal_level=replica',
    'wal_retrieve_retry_interval=100ms',
    ...given,
  ];
  const options = [`-p ${port}`, `-h 127.0.0.1`, `-k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(
    ' ',
  );
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    socketUrl: `postgres://postgres@127.0.0.1:${port}/postgres?host=${encodeURIComponent(folder)}`,
    async start() {
      const args = ['-D', folder, '-o', options, '-l', path.join(folder, 'log'), '-w', 'start'];
      // After a kill the old processes hold the shared memory for a moment.
      for (let attempt = 1; ; attempt += 1) {
        try {
          await program('pg_ctl', args);
          return;
        } catch (error) {
          if (attempt === 20) throw error;
          await sleep(250);
        }
      }
    },
    stop: async () => void (await program('pg_ctl', ['-D', folder, '-m', 'fast', '-w', 'stop'])),
    kill: () => signalProcesses(folder, 'SIGKILL'),
    freeze: () => signalProcesses(folder, 'SIGSTOP'),
    thaw: () => signalProcesses(folder, 'SIGCONT'),
  };
}

/** The postmaster first, so that it does not notice the end of its children, which would have it restart them. */
async function signalProcesses(folder: string, signal: NodeJS.Signals): Promise<void> {
  try {
    const pid = Number((await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
    for (const each of [pid, ...children.map(Number)]) signalIfRunning(each, signal);
  } catch (error) {
    // Nothing runs there.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const run = promisify(execFile);

/** The server refuses to run as root, so root becomes someone else. */
async function program(name: string, args: readonly string[]): Promise<string> {
  const file = path.join(postgresBinaries ?? '', name);
  const options = { cwd: os.tmpdir(), timeout: 60_000 };
  const { stdout } =
    (await serverUser()) === null
      ? await run(file, args, options)
      : await run('runuser', ['-u', 'postgres', '--', file, ...args], options);
  return stdout;
}

export async function serverUser(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map(async (flag) => Number((await run('id', [flag, 'postgres'])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

function findBinaries(): string | null {
  try {
    const versions = readdirSync('/usr/lib/postgresql').map(Number).filter(Number.isInteger);
    return versions.length === 0 ? null : `/usr/lib/postgresql/${Math.max(...versions)}/bin`;
  } catch {
    return null;
  }
}
