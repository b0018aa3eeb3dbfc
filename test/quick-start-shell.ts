import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  /** What was written so far, to both. */
  readonly written: () => string;
  /** Resolves once that looks so; fails when the command ends before. */
  says(pattern: RegExp): Promise<void>;
  /** As Ctrl-C does, to everything that the command has started; false where something had to be killed after all. */
  interrupt(): Promise<boolean>;
  readonly ended: Promise<Ended>;
}

export type Environment = Readonly<Record<string, string>>;

/**
 * What a new terminal has, and no more: the runner of tests sets variables of its own, `BASE_URL` among them, and puts the programs of this
 * checkout before all others.
 */
export function terminalEnvironment(): Environment {
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name)) as [string, string][];
  const folders = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.includes('node_modules'));
  return { ...Object.fromEntries(kept), PATH: [path.dirname(process.execPath), ...folders].join(path.delimiter) };
}

/** Where things are, what was compiled before, and how this machine reaches a registry and an engine for containers. */
const KEPT =
  /^(?:HOME|USER|TMPDIR|LANG|https?_proxy|no_proxy|NODE_EXTRA_CA_CERTS|npm_config_(?:registry|cache|userconfig)|NODE_COMPILE_CACHE|DOCKER_\w+|XDG_RUNTIME_DIR)$/i;

/** Starts the lines in a shell of their own, which ends at the first that fails. */
export function shell(lines: string, cwd: string, env: Environment): Running {
  const child = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', lines], { cwd, env, detached: true });
  // Also when the test's own clean-up was never reached.
  const kill = () => signal(child, 'SIGKILL');
  process.once('exit', kill);
  const written = { out: '', err: '', all: '' };
  const keep = (name: 'out' | 'err') => (text: string) => {
    written[name] += text;
    written.all += text;
  };
  child.stdout.setEncoding('utf8').on('data', keep('out'));
  child.stderr.setEncoding('utf8').on('data', keep('err'));
  const ended = once(child, 'close').then(([code]): Ended => {
    process.off('exit', kill);
    return { code: code as number | null, out: written.out, err: written.err };
  });
  return {
    written: () => written.all,
    async says(pattern) {
      while (!pattern.test(written.all)) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It has ended:\n${written.all}`);
        await sleep(50);
      }
    },
    async interrupt() {
      signal(child, 'SIGINT');
      const byItself = await Promise.race([ended.then(() => true), sleep(60_000, false, { ref: false })]);
      kill();
      await ended;
      return byItself;
    },
    ended,
  };
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // Nobody is left.
  }
}
