import { hash } from 'node:crypto';
import type { GuardedRedis } from '../../platform/redis.ts';
import type { RenderedResponse } from '../response/rendered.ts';
import { decodeCacheEntry, encodeCacheEntry, type Release } from './codec.ts';

/** Responses in Redis, shared by all processes. Losing it costs speed, never a response. */
export interface SharedCache {
  /** Null where there is none, or Redis is away. */
  get(key: string): Promise<RenderedResponse | null>;
  set(key: string, response: RenderedResponse): void;
  delete(key: string): void;
}

/** A response past its time stays so long, for when storage cannot be reached. */
export const STALE_SECONDS = 86_400;

export function sharedCache({
  redis,
  prefix,
  release,
}: {
  redis: GuardedRedis | null;
  prefix: string;
  release: Release;
}): SharedCache {
  return {
    async get(key) {
      if (redis === null || !redis.available) return null;
      try {
        const bytes = await redis.run((client) => client.getBuffer(redisKey(key)));
        return bytes === null ? null : decodeCacheEntry(release, key, bytes);
      } catch {
        return null;
      }
    },
    set(key, response) {
      if (redis === null || !redis.available) return;
      const bytes = encodeCacheEntry(release, key, response);
      redis.run((client) => client.set(redisKey(key), bytes, 'EX', response.ttl + STALE_SECONDS)).catch(() => {});
    },
    delete(key) {
      if (redis === null || !redis.available) return;
      redis.run((client) => client.expire(redisKey(key), 0)).catch(() => {});
    },
  };

  /** Hashed: what callers write is no part of a Redis key. The value names its key in full. */
  function redisKey(key: string): string {
    return `${prefix}answer:${release}:${hash('sha256', key, 'base64url')}`;
  }
}
