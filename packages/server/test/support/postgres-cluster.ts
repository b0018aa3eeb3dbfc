import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** One PostgreSQL server of the test's own. */
export interface PostgresServer {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** As by `kill -9`: nothing is flushed, nobody is told. */
  kill(): Promise<void>;
}

export interface PostgresCluster extends AsyncDisposable {
  readonly primary: PostgresServer;
  /** Follows the primary by streaming. */
  readonly replica: PostgresServer;
}

const binaries = findBinaries();

/** The reason why no server can be started here, or null. */
export const clusterUnavailable: string | null =
  binaries === null ? 'the PostgreSQL server programs (initdb, pg_ctl, pg_basebackup) were not found' : null;
if (clusterUnavailable !== null)
  console.log(`Skipping tests with PostgreSQL servers of their own: ${clusterUnavailable}.`);

export async function startCluster(): Promise<PostgresCluster> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-postgres-'));
  const owner = await serverUser();
  if (owner !== null) await chown(folder, owner.uid, owner.gid);
  const [primaryFolder, replicaFolder] = [path.join(folder, 'primary'), path.join(folder, 'replica')];

  await program('initdb', [
    '-D',
    primaryFolder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const primary = serverIn(primaryFolder, await freePort());
  await primary.start();
  const source = new URL(primary.url);
  await program('pg_basebackup', [
    `--pgdata=${replicaFolder}`,
    `--host=${source.hostname}`,
    `--port=${source.port}`,
    '--username=postgres',
    '--write-recovery-conf',
    '--wal-method=stream',
    '--checkpoint=fast',
    '--no-sync',
  ]);
  const replica = serverIn(replicaFolder, await freePort());
  await replica.start();
  return {
    primary,
    replica,
    async [Symbol.asyncDispose]() {
      await Promise.all([replica.kill(), primary.kill()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function serverIn(folder: string, port: number): PostgresServer {
  // Fast and forgetful: these servers hold nothing anyone would miss.
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'shared_buffers=16MB',
    'max_connections=40',
    'wal_level=replica',
    'wal_retrieve_retry_interval=100ms',
  ];
  const options = [`-p ${port}`, `-h 127.0.0.1`, `-k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(
    ' ',
  );
  const stop = (mode: 'fast' | 'immediate') => program('pg_ctl', ['-D', folder, '-m', mode, '-w', 'stop']);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    async start() {
      const args = ['-D', folder, '-o', options, '-l', path.join(folder, 'log'), '-w', 'start'];
      // After a kill the old processes hold the shared memory for a moment.
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await program('pg_ctl', args);
        } catch (error) {
          if (attempt === 20) throw error;
          await sleep(250);
        }
      }
    },
    stop: () => stop('fast'),
    kill: () => stop('immediate').catch(() => undefined),
  };
}

const run = promisify(execFile);

/** The server refuses to run as root, so root becomes someone else. */
async function program(name: string, args: readonly string[]): Promise<void> {
  const file = path.join(binaries ?? '', name);
  const options = { cwd: os.tmpdir(), timeout: 60_000 };
  if ((await serverUser()) === null) await run(file, args, options);
  else await run('runuser', ['-u', 'postgres', '--', file, ...args], options);
}

async function serverUser(): Promise<{ uid: number; gid: number } | null> {
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

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
