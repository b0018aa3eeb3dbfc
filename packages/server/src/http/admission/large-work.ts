import { Worker } from 'node:worker_threads';
import { ApiError, overloaded } from '../../app/errors.ts';
import type { OnMismatch } from '../../app/json/answer-schema.ts';
import { decodeCacheEntry } from '../cache/codec.ts';
import type { RenderedResponse } from '../response/rendered.ts';
import type { StreamedResponse } from '../response/streamed.ts';

/** Answers that read or judge much are made in a thread of their own, so that nobody else waits for them. */
export interface LargeWork {
  /** Answers that the thread has made. */
  readonly answers: number;
  /** How often a thread ended before it was told to. */
  readonly ends: number;
  run(job: LargeJob, caller: JobCaller): Promise<RenderedResponse | StreamedResponse>;
  /** Starts the thread, if it does not run yet. */
  start(): void;
  close(): Promise<void>;
}

/** What the thread is asked to answer. Everything in it can be copied to a thread. */
export interface LargeJob {
  /** The name of the operation, which the thread knows as well. */
  readonly operation: string;
  readonly input: unknown;
  readonly busy: boolean;
  readonly authenticated: boolean;
  readonly account: number | null;
  /** The API's time. */
  readonly now: number;
  /** Milliseconds that are left; null: no limit. */
  readonly timeLeft: number | null;
}

/** What the thread needs of the caller while it works. */
export interface JobCaller {
  readonly signal: AbortSignal;
  readonly charge: (weight: number) => Promise<void>;
  readonly spendFetch: () => void;
  readonly evaluated: (entries: number) => void;
  readonly onMismatch: OnMismatch;
}

export type ToThread =
  | { readonly kind: 'run'; readonly id: number; readonly job: LargeJob }
  | { readonly kind: 'charged' | 'stop'; readonly id: number };

export type FromThread = { readonly id: number } & (
  | { readonly kind: 'charge'; readonly weight: number }
  | { readonly kind: 'fetch' }
  | { readonly kind: 'evaluated'; readonly entries: number }
  | { readonly kind: 'mismatch'; readonly issues: Parameters<OnMismatch>[0]['issues'] }
  | { readonly kind: 'answer'; readonly bytes: Uint8Array }
  | { readonly kind: 'streamed'; readonly response: StreamedResponse }
  | { readonly kind: 'refused'; readonly error: Pick<ApiError, 'code' | 'message' | RefusalDetail> }
  | { readonly kind: 'failed'; readonly name: string; readonly message: string; readonly stack: string }
);

type RefusalDetail = 'hint' | 'retryAfter' | 'details' | 'quiet';

/** Under this release and key answers travel between the threads. */
export const BETWEEN_THREADS = 'thread';

/** Work that was told to stop ends within this, or its thread does: starting another costs seconds, so that it is the last resort. */
const STOPS_WITHIN_MS = 10_000;

/** Limits the heap of the thread. Work that needs more ends with the thread, and the process goes on. */
const HEAP_LIMITS = { maxOldGenerationSizeMb: 224, maxYoungGenerationSizeMb: 48 };

/** V8 keeps the memory that it has once needed: a thread that has rested for so long gives way to a new one. */
const RESTS_FOR_MS = 20_000;

export interface LargeWorkOptions {
  /** The module that the thread runs. */
  readonly module: URL;
  readonly data: unknown;
  /** Milliseconds that work has to stop in, if not the usual ones. */
  readonly stopsWithin?: number;
  /** Milliseconds without work after which a thread is replaced, if not the usual ones. */
  readonly restsFor?: number;
  readonly onEnd: (error: Error) => void;
}

/** The thread ended before the answer was made. */
class ThreadEnded extends Error {}

interface Running {
  readonly caller: JobCaller;
  readonly settle: (response: RenderedResponse | StreamedResponse) => void;
  readonly fail: (error: unknown) => void;
}

export function openLargeWork(options: LargeWorkOptions): LargeWork {
  let thread: Thread | null = null;
  let busy = 0;
  let rest: NodeJS.Timeout | undefined;
  let answers = 0;
  let ends = 0;
  let closed = false;
  let alone: Promise<unknown> = Promise.resolve();

  return {
    get answers() {
      return answers;
    },
    get ends() {
      return ends;
    },
    async run(job, caller) {
      try {
        return await attempt(job, caller);
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
      }
      // Another answer may have been too much for the thread. Whichever it was fails when it is made alone.
      const again = alone.then(() => attempt(job, caller));
      alone = again.catch(() => {});
      try {
        return await again;
      } catch (error) {
        throw error instanceof ThreadEnded ? overloaded() : error;
      }
    },
    start() {
      if (!closed) runningThread();
    },
    async close() {
      closed = true;
      clearTimeout(rest);
      await thread?.end();
    },
  };

  async function attempt(job: LargeJob, caller: JobCaller): Promise<RenderedResponse | StreamedResponse> {
    caller.signal.throwIfAborted();
    if (closed) throw overloaded();
    clearTimeout(rest);
    busy += 1;
    try {
      const response = await runningThread().run(job, caller);
      answers += 1;
      return response;
    } finally {
      busy -= 1;
      if (busy === 0 && !closed) rest = setTimeout(renew, options.restsFor ?? RESTS_FOR_MS).unref();
    }
  }

  function renew(): void {
    const old = thread;
    thread = null;
    runningThread();
    void old?.end();
  }

  function runningThread(): Thread {
    if (thread !== null) return thread;
    const own = startThread(options, (cause) => {
      if (closed || thread !== own) return;
      thread = null;
      ends += 1;
      options.onEnd(cause);
    });
    thread = own;
    return own;
  }
}

interface Thread {
  /** Rejected with `ThreadEnded` where the thread ends before the answer is made. */
  run(job: LargeJob, caller: JobCaller): Promise<RenderedResponse | StreamedResponse>;
  end(): Promise<unknown>;
}

function startThread(
  { module, data, stopsWithin = STOPS_WITHIN_MS }: LargeWorkOptions,
  onEnd: (cause: Error) => void,
): Thread {
  const running = new Map<number, Running>();
  const worker = new Worker(module, { workerData: data, resourceLimits: HEAP_LIMITS });
  let cause = new Error('it was told to stop, and did not');
  let ids = 0;
  worker.unref();
  worker.on('message', (message: FromThread) => {
    const one = running.get(message.id);
    if (one !== undefined) receive(message, one);
  });
  worker.on('error', (error) => {
    cause = error as Error;
  });
  worker.on('exit', () => {
    onEnd(cause);
    for (const { fail } of running.values()) fail(new ThreadEnded('the thread ended', { cause }));
  });
  return { run, end: () => worker.terminate() };

  async function run(job: LargeJob, caller: JobCaller): Promise<RenderedResponse | StreamedResponse> {
    const { signal } = caller;
    const id = (ids += 1);
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<RenderedResponse | StreamedResponse>();
    let timer: NodeJS.Timeout | undefined;
    const stop = () => {
      tell({ kind: 'stop', id });
      timer = setTimeout(() => void worker.terminate(), stopsWithin);
    };
    running.set(id, { caller, settle, fail });
    try {
      tell({ kind: 'run', id, job });
      signal.addEventListener('abort', stop);
      return await promise;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      running.delete(id);
    }
  }

  function tell(message: ToThread): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(message);
  }

  function receive(message: FromThread, { caller, settle, fail }: Running): void {
    const { id, kind } = message;
    const refuse = (error: unknown) => {
      tell({ kind: 'stop', id });
      fail(error);
    };
    try {
      if (kind === 'charge') caller.charge(message.weight).then(() => tell({ kind: 'charged', id }), refuse);
      else if (kind === 'fetch') caller.spendFetch();
      else if (kind === 'evaluated') caller.evaluated(message.entries);
      else if (kind === 'mismatch') caller.onMismatch(message);
      else if (kind === 'streamed') settle(message.response);
      else if (kind === 'answer') settle(decodeAnswer(message.bytes));
      else fail(readError(message));
    } catch (error) {
      refuse(error);
    }
  }
}

function decodeAnswer(bytes: Uint8Array): RenderedResponse {
  const { buffer, byteOffset, byteLength } = bytes;
  const answer = decodeCacheEntry(BETWEEN_THREADS, BETWEEN_THREADS, Buffer.from(buffer, byteOffset, byteLength));
  if (answer === null) throw new Error('the thread sent something else than an answer');
  return answer;
}

function readError(message: Extract<FromThread, { kind: 'refused' | 'failed' }>): Error {
  if (message.kind === 'failed') {
    return Object.assign(new Error(message.message), { name: message.name, stack: message.stack });
  }
  const { code, message: text, hint, retryAfter, details, quiet } = message.error;
  return new ApiError(code, text, {
    quiet,
    ...(hint === undefined ? {} : { hint }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(details === undefined ? {} : { details }),
  });
}
