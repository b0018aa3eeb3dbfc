import type { GuardedRedis } from '../../platform/redis.ts';

/** Counters that all processes share. */
export interface SharedCounters {
  /** The count with this weight added. Rejects where Redis is away. */
  add(key: string, weight: number): Promise<number>;
}

interface Waiting {
  /** The weight of this caller and of those before it in the batch. */
  readonly upTo: number;
  readonly resolve: (count: number) => void;
  readonly reject: (error: unknown) => void;
}

interface Batch {
  weight: number;
  readonly waiting: Waiting[];
}

/**
 * What is added to one counter within a turn of the event loop goes out as one command, and each caller is told the
 * count as of its own place in it: as exact as one command each, and cheap for us and for Redis when one caller floods.
 */
export function sharedCounters(redis: GuardedRedis, keepSeconds: number): SharedCounters {
  let batches = new Map<string, Batch>();

  return {
    add(key, weight) {
      let batch = batches.get(key);
      if (batch === undefined) {
        // After the sockets of this turn have been read, and not between them as a microtask would.
        if (batches.size === 0) setImmediate(flush);
        batch = { weight: 0, waiting: [] };
        batches.set(key, batch);
      }
      batch.weight += weight;
      const { waiting, weight: upTo } = batch;
      return new Promise((resolve, reject) => waiting.push({ upTo, resolve, reject }));
    },
  };

  function flush(): void {
    const due = batches;
    batches = new Map();
    for (const [key, { weight, waiting }] of due) {
      redis
        .run((client) => client.incrby(key, weight))
        .then(
          (total) => {
            // The first of a window lets its counter expire.
            if (total === weight) redis.run((client) => client.expire(key, keepSeconds)).catch(() => {});
            for (const { upTo, resolve } of waiting) resolve(total - weight + upTo);
          },
          (error: unknown) => {
            for (const { reject } of waiting) reject(error);
          },
        );
    }
  }
}
