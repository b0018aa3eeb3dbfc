import { Worker } from 'node:worker_threads';
import { ApiError, storageUnavailable } from '../errors.ts';
import type { FromThread, Job, ThreadSettings, ToThread } from './jobs.ts';

export interface Outcome {
  readonly value: unknown;
  readonly chunks: readonly Uint8Array[];
}

/** A thread that does one job at a time. One that failed or took too long is ended, and not used again. */
export interface OneThread {
  readonly usable: boolean;
  /** `counted` is told how many components there are, and throws where the job shall end there. */
  work(job: Job, counted: (components: number) => Promise<void>): Promise<Outcome>;
  end(): Promise<void>;
}

export interface ThreadLimits {
  readonly milliseconds: number;
  readonly megabytes: number;
}

const STARTED_WITHIN_MS = 30_000;

export async function startThread(settings: ThreadSettings, limits: ThreadLimits): Promise<OneThread> {
  const worker = new Worker(new URL('thread.ts', import.meta.url), {
    workerData: settings,
    execArgv: ['--conditions=@almanac/source'],
    resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    name: 'sbom',
  });
  worker.unref();
  const tell = (message: ToThread, handedOver: ArrayBuffer[] = []) => worker.postMessage(message, handedOver);
  let usable = true;
  let listener: Listener | null = null;
  worker.on('message', (message: FromThread) => listener?.message(message));
  worker.on('error', (error) => {
    usable = false;
    listener?.broken(error);
  });
  worker.on('exit', () => {
    usable = false;
    listener?.broken(new Error('the thread ended'));
  });
  await started();
  return {
    get usable() {
      return usable;
    },
    work,
    end,
  };

  async function end(): Promise<void> {
    usable = false;
    await worker.terminate();
  }

  function started(): Promise<void> {
    return listening(STARTED_WITHIN_MS, new Error('the thread did not start'), (settle) => ({
      message: () => settle.resolve(),
      broken: settle.reject,
    }));
  }

  function work(job: Job, counted: (components: number) => Promise<void>): Promise<Outcome> {
    const chunks: Uint8Array[] = [];
    const late = tooCostly(`took longer than ${limits.milliseconds / 1_000} s`);
    const outcome = listening<Outcome>(limits.milliseconds, late, (settle) => ({
      message(message) {
        if (message.kind === 'chunk') chunks.push(message.bytes);
        else if (message.kind === 'counted') counted(message.components).then(goOn, settle.reject);
        else if (message.kind === 'done') settle.resolve({ value: message.value, chunks });
        else if (message.kind !== 'ready') settle.reject(errorOf(message));
      },
      broken: (error) => settle.reject(isOutOfMemory(error) ? tooCostly('took more memory than one is given') : error),
    }));
    const bytes = ownBytes(job.bytes);
    tell({ job: { ...job, bytes } }, [bytes.buffer]);
    return outcome.catch(async (error: unknown) => {
      // Where it was refused by the caller's budget the thread waits for a word; all other refusals come from itself.
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
    return promise.finally(() => {
      clearTimeout(timer);
      listener = null;
    });
  }
}

interface Listener {
  message(message: FromThread): void;
  broken(error: Error): void;
}

function tooCostly(how: string): ApiError {
  return new ApiError('SBOM_TOO_COSTLY', `To examine the document ${how}`, {
    hint: 'Send it in parts.',
    retryAfter: 10,
  });
}

function errorOf(message: Extract<FromThread, { kind: 'refused' | 'failed' }>): Error {
  if (message.kind === 'refused') {
    return new ApiError(message.code, message.message, message.hint === undefined ? {} : { hint: message.hint });
  }
  const cause = Object.assign(new Error(`${message.name} in a thread`), { stack: message.stack });
  return message.storage ? storageUnavailable(cause) : cause;
}

function isOutOfMemory(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** To be handed over bytes must be alone in their memory; small buffers of Node share theirs. */
function ownBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    ? new Uint8Array(buffer)
    : Uint8Array.from(bytes);
}
