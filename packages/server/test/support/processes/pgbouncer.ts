import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const version = /PgBouncer (\d+)\.(\d+)/.exec(spawnSync(PROGRAM, ['--version']).stdout?.toString() ?? '');

/** The reason why none can be started here, or null. */
export const pgbouncerUnavailable: string | null = version === null ? `${PROGRAM} was not found` : null;
if (pgbouncerUnavailable !== null) console.log(`Skipping tests with PgBouncer: ${pgbouncerUnavailable}.`);

/** Whether it carries prepared statements from one server connection to another. */
export const tracksStatements: boolean = version !== null && (Number(version[1]) > 1 || Number(version[2]) >= 21);

/** A PgBouncer in front of a database. By transaction it has two connections to it, which all who ask share. */
export async function startPgbouncer(databaseUrl: string, mode: 'transaction' | 'session') {
  const target = new URL(databaseUrl);
  const name = target.pathname.slice(1);
  const folder = await mkdtemp(path.join(os.tmpdir(), 'almanac-pgbouncer-'));
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const password = target.password === '' ? '' : ` password=${decodeURIComponent(target.password)}`;
  const lines = [
    '[databases]',
    `${name} = host=${target.hostname} port=${target.port || '5432'} dbname=${name} user=${target.username}${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =\nauth_type = any`,
    `pool_mode = ${mode}\ndefault_pool_size = ${mode === 'session' ? 20 : 2}\nignore_startup_parameters = options,extra_float_digits`,
    ...(tracksStatements ? ['max_prepared_statements = 200'] : []),
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  // It refuses to run as root.
  chmodSync(folder, 0o755);
  const asOther = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const server: ChildProcess = spawn(PROGRAM, [...asOther, file], { stdio: 'ignore' });
  await listening(port);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('PgBouncer does not listen');
}
