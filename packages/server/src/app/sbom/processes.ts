import { ApiError, overloaded } from '../errors.ts';
import type { ChildSettings, Job } from './jobs.ts';
import {
  type JobOutcome,
  type OneProcess,
  type ProcessLimits,
  type ProcessVariables,
  startProcess,
} from './one-process.ts';

/**
 * Processes that read and examine documents: nobody else waits meanwhile, and a document that is more than can be borne takes
 * nothing with it but its own process.
 */
export interface SbomProcesses {
  /** Runs a job, or throws OVERLOADED where as many wait as may. What runs when the signal is aborted ends with its process. */
  run(job: Job, options: JobOptions): Promise<JobOutcome>;
  close(): Promise<void>;
}

export interface JobOptions {
  readonly signal: AbortSignal;
  /** Told what the document weighs before the work begins; throws where it shall end there. */
  readonly counted?: (components: number) => Promise<void>;
}

export interface ProcessesOptions {
  readonly settings: ChildSettings;
  /** Documents that are examined at the same time. */
  readonly processes: number;
  /** Documents that wait for their turn; more are refused. */
  readonly waiting: number;
  readonly limits: ProcessLimits;
  /** They read what strangers send, and need none of the secrets that this process was started with. */
  readonly variables?: ProcessVariables;
}

export const USUAL_PROCESSES = {
  processes: 2,
  waiting: 4,
  limits: { milliseconds: 10_000, megabytes: 1_024 },
} as const;

/** Nothing is started before the first document comes. */
export function openSbomProcesses({
  settings,
  processes,
  waiting,
  limits,
  variables,
}: ProcessesOptions): SbomProcesses {
  const idle: OneProcess[] = [];
  const all = new Set<OneProcess>();
  const queue: { readonly go: () => void; readonly refuse: (error: Error) => void }[] = [];
  let busy = 0;
  let closed = false;

  return {
    async run(job, { signal, counted = async () => {} }) {
      await turn(signal);
      try {
        const one = await taken();
        const stop = () => void one.end();
        signal.addEventListener('abort', stop);
        try {
          signal.throwIfAborted();
          return await one.work(job, counted);
        } catch (error) {
          signal.throwIfAborted();
          throw error;
        } finally {
          signal.removeEventListener('abort', stop);
          if (one.usable && !closed) idle.push(one);
          else await ended(one);
        }
      } finally {
        // Whoever waits takes over: nobody slips in between.
        const next = queue.shift();
        if (next === undefined) busy -= 1;
        else next.go();
      }
    },
    async close() {
      closed = true;
      for (const { refuse } of queue.splice(0)) refuse(overloaded());
      await Promise.all([...all].map(ended));
    },
  };

  async function turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (closed || (busy >= processes && queue.length >= waiting)) throw overloaded();
    if (busy < processes) {
      busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place = { go: resolve, refuse: reject };
    const leave = () => {
      const at = queue.indexOf(place);
      if (at === -1) return;
      queue.splice(at, 1);
      reject(signal.reason as Error);
    };
    queue.push(place);
    signal.addEventListener('abort', leave);
    try {
      await promise;
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  async function taken(): Promise<OneProcess> {
    for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
      if (known.usable) return known;
      await ended(known);
    }
    try {
      return await started();
    } catch (cause) {
      throw closed ? overloaded() : notStarted(cause);
    }
  }

  async function started(): Promise<OneProcess> {
    if (closed) throw overloaded();
    const one = startProcess(settings, limits, variables);
    all.add(one);
    try {
      await one.ready;
      return one;
    } catch (error) {
      await ended(one);
      throw error;
    }
  }

  async function ended(one: OneProcess): Promise<void> {
    all.delete(one);
    await one.end();
  }
}

/** The system has no room for another process, or what is to run in it is not there: either way the document is not at fault. */
function notStarted(cause: unknown): ApiError {
  return new ApiError('OVERLOADED', 'Could not start a process for the document', { retryAfter: 5, cause });
}
