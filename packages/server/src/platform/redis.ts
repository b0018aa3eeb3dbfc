import { ReplyError } from 'ioredis';
import { type OneKeyCommands, type RedisAddress, redisConnection } from './redis-connection.ts';

/**
 * Redis behind a circuit breaker. All data in it is expendable, so callers check `available` and treat errors as a
 * cache miss.
 */
export interface GuardedRedis {
  /** False after a command failed or hung, until a probe succeeds. */
  readonly available: boolean;
  /** Rejects with RedisAway after `patience` milliseconds at most. */
  run<T>(command: (redis: OneKeyCommands) => Promise<T>): Promise<T>;
  close(): void;
}

export class RedisAway extends Error {
  override readonly name = 'RedisAway';
}

export interface RedisOptions extends RedisAddress {
  /** How long a command may hang before the breaker opens. */
  readonly patience?: number;
  /** How often to probe a Redis that is away. */
  readonly probeEvery?: number;
  /** Reconnects after this much silence, because a partition leaves sockets open for hours. */
  readonly reconnectAfter?: number;
  readonly onChange?: (available: boolean, reason: string) => void;
}

interface Pending {
  readonly since: number;
  readonly giveUp: (error: RedisAway) => void;
}

export function guardedRedis(options: RedisOptions): GuardedRedis {
  const { patience = 150, probeEvery = 250, reconnectAfter = 5_000, onChange } = options;
  const connection = redisConnection(options);
  const { client: redis } = connection;
  // ioredis stays `ready` while Redis hangs, so the oldest pending command decides instead.
  const pending = new Set<Pending>();
  let available = false;
  /** Since when a reply is due: the greeting of a new connection, or a probe's. */
  let waitingSince: number | null = null;

  redis.on('error', () => {}); // every failing command reports itself
  redis.on('connect', () => {
    waitingSince = performance.now();
  });
  redis.on('ready', () => {
    waitingSince = null;
    probe();
  });
  redis.on('close', () => {
    waitingSince = null;
    open('connection closed');
  });
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

  function run<T>(command: (redis: OneKeyCommands) => Promise<T>): Promise<T> {
    if (!available) return Promise.reject(new RedisAway('the breaker is open'));
    return new Promise<T>((resolve, reject) => {
      const entry: Pending = { since: performance.now(), giveUp: reject };
      pending.add(entry);
      attempted(() => command(redis)).then(
        (value) => {
          pending.delete(entry);
          resolve(value);
        },
        (cause: unknown) => {
          pending.delete(entry);
          // An error reply (a wrong type, no memory) proves that Redis is there.
          if (!(cause instanceof ReplyError)) open('a command failed');
          reject(new RedisAway('a command failed', { cause }));
        },
      );
    });
  }

  function watchPending(): void {
    const [oldest] = pending; // the first inserted is the oldest
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

  /** One probe at a time: a hung Redis answers it when it wakes, and a dead connection rejects it. */
  function probe(): void {
    if (available) return;
    const now = performance.now();
    if (waitingSince !== null) {
      if (now - waitingSince <= reconnectAfter) return;
      waitingSince = now;
      redis.disconnect(true);
      return;
    }
    if (redis.status !== 'ready') return;
    waitingSince = now;
    connection.probe().then(
      () => {
        waitingSince = null;
        // After a slow reply, the next command would hang again.
        if (performance.now() - now > patience) return;
        available = true;
        onChange?.(true, 'answered a probe');
      },
      () => {
        waitingSince = null;
      },
    );
  }
}

/** A command may throw synchronously, for a slot that no cluster node has. */
async function attempted<T>(command: () => Promise<T>): Promise<T> {
  return command();
}
