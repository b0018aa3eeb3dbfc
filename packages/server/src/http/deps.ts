import type { GuardedRedis } from '../platform/redis.ts';
import type { AlmanacDatabases } from '../store/database.ts';

/** What a handler may use. Built once in bin/api.ts; tests pass their own. */
export interface Deps {
  readonly databases: AlmanacDatabases;
  readonly redis: GuardedRedis | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly build: Build;
  /** What callers reach the API under: `https://host/api/v1`. */
  readonly baseUrl: string;
}

export interface Build {
  readonly version: string;
  readonly commit: string | null;
  readonly startedAt: number;
}
