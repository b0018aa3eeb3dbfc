import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ApiError, overloaded, storageUnavailable } from '../errors.ts';
import type { ChildSettings, FromChild, Job, ToChild } from './jobs.ts';

export interface JobOutcome {
  readonly value: unknown;
  readonly chunks: readonly Uint8Array[];
}

/** A process that does one job at a time. One that failed or took too long is ended, and not used again. */
export interface OneProcess {
  /** It takes jobs from now on; rejected where it cannot be started. */
  readonly ready: Promise<void>;
  readonly usable: boolean;
  /** `counted` is told how many components there are, and throws where the job shall end there. */
  work(job: Job, counted: (components: number) => Promise<void>): Promise<JobOutcome>;
  end(): Promise<void>;
}

export interface ProcessLimits {
  readonly milliseconds: number;
  /** Of its heap. V8 ends the whole process that is full in the middle of a parse or a join, which is why it is none of ours. */
  readonly megabytes: number;
}

/** What a process finds in its environment; undefined: what this one has. */
export type ProcessVariables = Readonly<Record<string, string>> | undefined;

const STARTED_WITHIN_MS = 30_000;

/** Known from its first moment, so that it can be ended also while it starts. Throws where the system has no memory for it. */
export function startProcess(settings: ChildSettings, limits: ProcessLimits, variables: ProcessVariables): OneProcess {
  const child = fork(fileURLToPath(new URL('child.ts', import.meta.url)), {
    execArgv: ['--conditions=@almanac/source', `--max-old-space-size=${limits.megabytes}`],
    serialization: 'advanced',
    env: variables,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  let usable = true;
  let ending = false;
  let listener: Listener | null = null;
  let kind: Job['kind'] = 'examine';
  child.on('message', (message) => listener?.message(message as FromChild));
  child.on('error', (cause) => broken(new Error('the process failed', { cause })));
  child.on('exit', (_code, signal) => {
    // Who ends it in the middle of a job stops altogether: the document is not at fault.
    if (ending) broken(overloaded());
    else if (isOutOfMemory(signal)) broken(tooCostly(kind, 'used too much memory'));
    else broken(new Error('the process ended'));
  });
  const ready = listening<void>(STARTED_WITHIN_MS, new Error('the process did not start'), (settle) => ({
    message: () => settle.resolve(),
    broken: settle.reject,
  }));
  tell({ settings });
  return {
    ready,
    get usable() {
      return usable;
    },
    work,
    end,
  };

  /** What cannot be told any more is told of by `exit`. */
  function tell(message: ToChild): void {
    if (child.connected) child.send(message, () => {});
  }

  function broken(error: Error): void {
    usable = false;
    listener?.broken(error);
  }

  async function end(): Promise<void> {
    usable = false;
    ending = true;
    if (hasEnded(child)) return;
    const ended = once(child, 'exit');
    // Nothing else may be left to wait for: what comes after this would not be done.
    child.ref();
    child.kill('SIGKILL');
    await ended;
  }

  function work(job: Job, counted: (components: number) => Promise<void>): Promise<JobOutcome> {
    const chunks: Uint8Array[] = [];
    kind = job.kind;
    const late = tooCostly(kind, `took longer than ${limits.milliseconds / 1_000} s`);
    const outcome = listening<JobOutcome>(limits.milliseconds, late, (settle) => ({
      message(message) {
        if (message.kind === 'chunk') chunks.push(message.bytes);
        else if (message.kind === 'counted') counted(message.components).then(goOn, settle.reject);
        else if (message.kind === 'done') settle.resolve({ value: message.value, chunks });
        else if (message.kind !== 'ready') settle.reject(errorOf(message));
      },
      broken: settle.reject,
    }));
    tell({ job });
    return outcome.catch(async (error: unknown) => {
      // Where it was refused by the caller's budget the process waits for a word; all other refusals come from itself.
      if (usable) tell({ goOn: false });
      throw error;
    });
  }

  function goOn(): void {
    tell({ goOn: true });
  }

  function listening<T>(
    milliseconds: number,
    late: Error,
    listen: (settle: { resolve: (value: T) => void; reject: (error: unknown) => void }) => Listener,
  ): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => {
      // A computation that does not end hears no message.
      void end();
      reject(late);
    }, milliseconds);
    listener = listen({ resolve, reject });
    if (!usable) listener.broken(new Error('the process ended'));
    return promise.finally(() => {
      clearTimeout(timer);
      listener = null;
    });
  }
}

interface Listener {
  message(message: FromChild): void;
  broken(error: Error): void;
}

function tooCostly(kind: Job['kind'], how: string): ApiError {
  if (kind === 'check-pull') {
    const hint = 'Send changes to fewer packages.';
    return new ApiError('DIFF_TOO_COSTLY', `The diff ${how}`, { hint, retryAfter: 10 });
  }
  return new ApiError('SBOM_TOO_COSTLY', `The document ${how}`, {
    hint: 'Split the document.',
    retryAfter: 10,
  });
}

function errorOf(message: Extract<FromChild, { kind: 'refused' | 'failed' }>): Error {
  if (message.kind === 'refused') {
    return new ApiError(message.code, message.message, message.hint === undefined ? {} : { hint: message.hint });
  }
  const cause = Object.assign(new Error(`${message.name} while examining a document`), { stack: message.stack });
  return message.storage ? storageUnavailable(cause) : cause;
}

/** V8 gives up with one of the first two; the last is the system's, where the memory of the whole machine or container is full. */
function isOutOfMemory(signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL';
}

function hasEnded({ exitCode, signalCode, pid }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null || pid === undefined;
}
