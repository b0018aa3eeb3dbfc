import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Ended } from './quick-start-shell.ts';

/** Why no container can be run here, or null. */
export const containersUnavailable: string | null =
  spawnSync('podman', ['--version']).status === 0 ? null : 'podman was not found';

/** crun refuses a machine with groups of both versions. */
const RUNTIME = spawnSync('runc', ['--version']).status === 0 ? ['--runtime=runc'] : [];

export interface Container extends AsyncDisposable {
  /** A command beside the process. */
  exec(...command: string[]): Promise<Ended>;
  logs(): Promise<string>;
  /** By SIGTERM, and by SIGKILL when the seconds are over; resolves to the exit code, which is 137 in the second case. */
  stop(seconds: number): Promise<number>;
  /** The image's own check. */
  isHealthy(): Promise<boolean>;
}

export interface Run {
  readonly image: string;
  /** What follows the entry point. */
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Files of this machine that are seen in the container at the same place. */
  readonly files?: readonly string[];
}

/** As `compose.yaml` runs it: a read-only root without capabilities. The network is this machine's. */
export async function startContainer({ image, command, environment, files = [] }: Run): Promise<Container> {
  const name = `almanac-${randomBytes(6).toString('hex')}`;
  const args = ['run', '--detach', '--name', name, ...options(environment, files), image, ...command];
  const { code, err } = await podman(...args);
  if (code !== 0) throw new Error(`The container did not start: ${err}`);
  return {
    exec: (...inside) => podman('exec', name, ...inside),
    logs: async () => {
      const { out, err: complaints } = await podman('logs', name);
      return out + complaints;
    },
    async stop(seconds) {
      await podman('stop', '--time', String(seconds), name);
      return Number((await podman('inspect', '--format', '{{.State.ExitCode}}', name)).out);
    },
    isHealthy: async () => (await podman('healthcheck', 'run', name)).code === 0,
    async [Symbol.asyncDispose]() {
      await podman('rm', '--force', '--time', '0', name);
    },
  };
}

/** The same for a process that ends by itself. */
export function runContainer({ image, command, environment, files = [] }: Run): Promise<Ended> {
  return podman('run', '--rm', ...options(environment, files), image, ...command);
}

function options(environment: Run['environment'], files: readonly string[]): string[] {
  return [
    '--read-only',
    '--cap-drop=ALL',
    '--security-opt=no-new-privileges',
    '--network=host',
    '--read-only-tmpfs=false',
    '--tmpfs=/tmp',
    // podman would raise these, and not everybody may.
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=4096:4096',
    ...files.map((file) => `--volume=${file}:${file}:ro`),
    ...Object.entries(environment).map(([name, value]) => `--env=${name}=${value}`),
  ];
}

export async function podman(...args: readonly string[]): Promise<Ended> {
  // The health is asked for, not watched: that would take systemd.
  const env = { ...process.env, DISABLE_HC_SYSTEMD: 'true' };
  return promisify(execFile)('podman', [...RUNTIME, ...args], { env, timeout: 180_000, maxBuffer: 1 << 26 }).then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }: { code: unknown; stdout: string; stderr: string }) => ({
      code: typeof code === 'number' ? code : null,
      out: stdout,
      err: stderr,
    }),
  );
}

/** Asks until the answer is as wanted, or fails with the last one. */
export async function untilAnswer(url: string, wanted: (status: number, body: unknown) => boolean): Promise<unknown> {
  let last: unknown = 'no answer';
  for (let tries = 0; tries < 240; tries += 1) {
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) });
      last = await answer.json();
      if (wanted(answer.status, last)) return last;
    } catch (error) {
      last = error;
    }
    await sleep(500);
  }
  throw new Error(`${url} never answered as wanted`, { cause: last });
}
