import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, createReadStream, openSync } from 'node:fs';
import { type MachineName, namespaceOf, signalAll } from './network.ts';

export interface ServiceOptions {
  readonly machine: MachineName;
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  /** Everything it says goes there. */
  readonly log: string;
  /** Root otherwise. */
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** A process on one of the machines that is started again when it ends, as systemd does it. */
export interface Service {
  readonly machine: MachineName;
  readonly name: string;
  kill(): void;
  /** It is not started again until `release`. */
  hold(): void;
  release(): void;
}

/** As `RestartSec` of the units. */
const RESTART_MS = 2_000;

export function startService({ machine, name, command, environment, log, user }: ServiceOptions): Service {
  let wanted = true;
  let child: ChildProcess | null = null;
  let timer: NodeJS.Timeout | undefined;

  function start(): void {
    clearTimeout(timer);
    if (child !== null || !wanted) return;
    const become =
      user === undefined ? [] : ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups', '--'];
    const output = openSync(log, 'a');
    const started = spawn('ip', ['netns', 'exec', namespaceOf(machine), ...become, ...command], {
      cwd: '/tmp',
      env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...environment },
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child = started;
    started.once('exit', () => {
      child = null;
      timer = setTimeout(start, RESTART_MS);
    });
  }

  start();
  return {
    machine,
    name,
    kill: () => signalAll(child?.pid === undefined ? [] : [child.pid], 'SIGKILL'),
    hold() {
      wanted = false;
      clearTimeout(timer);
    },
    release() {
      wanted = true;
      start();
    },
  };
}

/** What has been written to a file since it was asked for the last time, line by line. */
export function tail(file: string): () => Promise<readonly string[]> {
  let position = 0;
  let rest = '';
  return async () => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of createReadStream(file, { start: position })) chunks.push(chunk as Buffer);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const bytes = Buffer.concat(chunks);
    position += bytes.length;
    const lines = (rest + bytes.toString()).split('\n');
    rest = lines.pop() ?? '';
    return lines;
  };
}
