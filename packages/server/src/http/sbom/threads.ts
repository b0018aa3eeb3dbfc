import { overloaded } from '../errors.ts';
import type { Job, ThreadSettings } from './jobs.ts';
import { type OneThread, type Outcome, startThread, type ThreadLimits } from './one-thread.ts';

/** Threads that read and examine documents, so that nobody else waits meanwhile. */
export interface SbomThreads {
  /** Runs a job, or throws OVERLOADED where as many wait as may. */
  run(job: Job, counted?: (components: number) => Promise<void>): Promise<Outcome>;
  close(): Promise<void>;
}

export interface ThreadsOptions {
  readonly settings: ThreadSettings;
  /** Documents that are examined at the same time. */
  readonly threads: number;
  /** Documents that wait for their turn; more are refused. */
  readonly waiting: number;
  readonly limits: ThreadLimits;
}

export const USUAL_THREADS = { threads: 2, waiting: 4, limits: { milliseconds: 10_000, megabytes: 1_024 } } as const;

/** Nothing is started before the first document comes. */
export function openSbomThreads({ settings, threads, waiting, limits }: ThreadsOptions): SbomThreads {
  const idle: OneThread[] = [];
  const all = new Set<OneThread>();
  const queue: { readonly go: () => void; readonly refuse: (error: Error) => void }[] = [];
  let busy = 0;
  let closed = false;

  return {
    async run(job, counted = async () => {}) {
      await turn();
      try {
        const thread = await taken();
        try {
          return await thread.work(job, counted);
        } finally {
          if (thread.usable && !closed) idle.push(thread);
          else await ended(thread);
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

  async function turn(): Promise<void> {
    if (closed || (busy >= threads && queue.length >= waiting)) throw overloaded();
    if (busy < threads) {
      busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    queue.push({ go: resolve, refuse: reject });
    await promise;
  }

  async function taken(): Promise<OneThread> {
    for (let known = idle.pop(); known !== undefined; known = idle.pop()) {
      if (known.usable) return known;
      await ended(known);
    }
    const thread = await startThread(settings, limits);
    all.add(thread);
    return thread;
  }

  async function ended(thread: OneThread): Promise<void> {
    all.delete(thread);
    await thread.end();
  }
}
