import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

export interface ToolRun {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** Limits standard output and standard error each; the rest is dropped. */
  readonly mostBytes?: number;
}

export interface ToolEnd {
  /** Null if it was killed or could not start. */
  readonly code: number | null;
  readonly timedOut: boolean;
  readonly out: string;
  readonly err: string;
  readonly isCut: boolean;
}

const MOST_BYTES = 1024 * 1024;
/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 500;

/**
 * Runs a program without a shell or input, and kills its process group at the deadline or signal. Our key is removed
 * from its environment.
 */
export async function runTool(run: ToolRun): Promise<ToolEnd> {
  const { program, args, folder, signal, deadlineMs, mostBytes = MOST_BYTES } = run;
  signal.throwIfAborted();
  const { ALMANAC_API_KEY: _, ...environment } = run.environment;
  const child = spawn(program, [...args], {
    cwd: folder,
    env: environment,
    shell: false,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const out = taken(child.stdout, mostBytes);
  const err = taken(child.stderr, mostBytes);
  const deadline = AbortSignal.timeout(deadlineMs);
  const ending = AbortSignal.any([signal, deadline]);
  const end = () => endGroup(child);
  ending.addEventListener('abort', end, { once: true });
  try {
    const [code] = (await once(child, 'close')) as [number | null];
    signal.throwIfAborted();
    return { code, timedOut: deadline.aborted && code !== 0, out: out.text(), err: err.text(), isCut: out.isCut() };
  } catch (error) {
    signal.throwIfAborted();
    return { code: null, timedOut: false, out: '', err: (error as Error).message, isCut: false };
  } finally {
    ending.removeEventListener('abort', end);
  }
}

/** Also ends child processes: a package manager ended alone leaves them behind. */
function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const send = (name: NodeJS.Signals) => {
    try {
      process.kill(-pid, name);
    } catch {
      // It has already ended, or the system has no process groups.
      child.kill(name);
    }
  };
  send('SIGTERM');
  setTimeout(() => {
    send('SIGKILL');
    // A process that left the group may still hold our pipes; do not wait for it.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, GRACE_MS);
}

function taken(stream: NodeJS.ReadableStream, most: number) {
  const chunks: Buffer[] = [];
  let room = most;
  let cut = false;
  stream.on('data', (chunk: Buffer) => {
    cut ||= chunk.length > room;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    room = Math.max(0, room - chunk.length);
  });
  return { text: () => Buffer.concat(chunks).toString('utf8'), isCut: () => cut };
}
