import { Redis, ReplyError } from 'ioredis';

/**
 * Redis behind a breaker. Everything in Redis may be lost, so a caller never waits for it for long:
 * it asks `available` first, and treats a rejection as "not there".
 */
export interface GuardedRedis {
  /** False from the first command that failed or hung until a probe has come back. */
  readonly available: boolean;
  /** Runs one command; rejects with RedisAway at the latest after `patience` milliseconds. */
  run<T>(command: (redis: Redis) => Promise<T>): Promise<T>;
  close(): void;
}

export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

export interface RedisOptions {
  readonly url: string;
  /** How long a command may hang before the breaker opens. */
  readonly patience?: number;
  /** How often an absent Redis is asked whether it is back. */
  readonly probeEvery?: number;
  readonly onChange?: (available: boolean, reason: string) => void;
}

interface Pending {
  readonly since: number;
  readonly giveUp: (error: RedisAway) => void;
}

/** After so long without an answer the connection itself is given up: a partition leaves sockets open for hours. */
const RECONNECT_AFTER = 5_000;

export function guardedRedis({ url, patience = 150, probeEvery = 250, onChange }: RedisOptions): GuardedRedis {
  const redis = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  });
  // ioredis stays `ready` while Redis hangs, so its events say too little: the oldest waiting command decides.
  const pending = new Set<Pending>();
  let available = false;
  let probingSince: number | null = null;

  redis.on('error', () => {}); // every command that fails reports itself
  redis.on('ready', probe);
  redis.on('close', () => open('connection closed'));
  redis.connect().catch(() => open('connection refused'));

  const watch = setInterval(watchPending, Math.max(10, patience / 4)).unref();
  const prober = setInterval(probe, probeEvery).unref();

  return {
    get available() {
      return available;
    },
    run,
    close() {
      clearInterval(watch);
      clearInterval(prober);
      redis.disconnect();
    },
  };

  function run<T>(command: (redis: Redis) => Promise<T>): Promise<T> {
    if (!available) return Promise.reject(new RedisAway('the breaker is open'));
    return new Promise<T>((resolve, reject) => {
      const entry: Pending = { since: performance.now(), giveUp: reject };
      pending.add(entry);
      command(redis).then(
        (value) => {
          pending.delete(entry);
          resolve(value);
        },
        (cause: unknown) => {
          pending.delete(entry);
          // An error that Redis itself replied (a wrong type, no memory) shows that it is there.
          if (!(cause instanceof ReplyError)) open('a command failed');
          reject(new RedisAway('a command failed', { cause }));
        },
      );
    });
  }

  function watchPending(): void {
    const [oldest] = pending; // insertion order: the first is the oldest
    if (oldest !== undefined && performance.now() - oldest.since > patience) open('a command hung');
  }

  function open(reason: string): void {
    const waiting = [...pending];
    pending.clear();
    for (const { giveUp } of waiting) giveUp(new RedisAway(reason));
    if (!available) return;
    available = false;
    onChange?.(false, reason);
  }

  /** One question at a time: a hung Redis answers it when it wakes, a dead connection rejects it. */
  function probe(): void {
    if (available || redis.status !== 'ready') return;
    const now = performance.now();
    if (probingSince !== null) {
      if (now - probingSince > RECONNECT_AFTER) redis.disconnect(true);
      return;
    }
    probingSince = now;
    redis.ping().then(
      () => {
        probingSince = null;
        available = true;
        onChange?.(true, 'answered a probe');
      },
      () => {
        probingSince = null;
      },
    );
  }
}
