import { hash } from 'node:crypto';
import { type Lru, lru } from '../../platform/lru.ts';
import type { GuardedRedis } from '../../platform/redis.ts';
import type { Finished } from '../response/rendered.ts';
import { packed, type Release, unpacked } from './codec.ts';

/** Finished answers: in this process first, then shared by all, then computed – once, however many ask. */
export interface AnswerStore {
  /** A fresh answer for an address seen before, without reading it again. */
  peek(url: string): Finished | undefined;
  /**
   * The answer under `key`, computed where no fresh one is kept. `url` leads to it from now on; null: none does. The signal of `compute` is
   * aborted when all who waited are gone.
   */
  resolve(
    url: string | null,
    key: string,
    compute: (allGone: AbortSignal) => Promise<Finished>,
    gone: AbortSignal,
  ): Promise<Found>;
  readonly bytes: number;
}

interface Found {
  readonly answer: Finished;
  readonly hit: boolean;
}

/** One computation, and how many wait for it. */
interface UnderWay {
  readonly found: Promise<Found>;
  readonly allGone: AbortController;
  waiting: number;
}

export interface AnswerStoreOptions {
  readonly redis: GuardedRedis | null;
  readonly prefix: string;
  readonly release: Release;
  readonly maxBytes: number;
  readonly now: () => number;
  /** Whether an error of `compute` may be covered by an answer that is past its time. */
  readonly mayServeStale: (error: unknown) => boolean;
}

/** An answer past its time is kept so long, for when storage cannot be reached. */
const STALE_SECONDS = 86_400;
/** Milliseconds by which clocks may differ: an answer from later than that would stay fresh until its clock was right. */
const CLOCK_SKEW = 5_000;
/** Rough cost of an entry beside its bytes. */
const OVERHEAD = 500;

export function answerStore(options: AnswerStoreOptions): AnswerStore {
  const { redis, prefix, release, maxBytes, now } = options;
  const answers: Lru<Finished> = lru(maxBytes);
  // Many spellings of an address lead to one answer; the spellings have a bound of their own.
  const keys: Lru<string> = lru(Math.min(maxBytes / 8, 16 << 20));
  const underWay = new Map<string, UnderWay>();

  return {
    peek(url) {
      const key = keys.peek(url);
      if (key === undefined) return undefined;
      const answer = answers.get(key);
      return answer !== undefined && isFresh(answer) ? answer : undefined;
    },
    async resolve(url, key, compute, gone) {
      const shared = underWay.get(key) ?? begin(key, compute);
      const result = await waitFor(key, shared, gone);
      if (url !== null) keys.set(url, key, url.length + key.length + OVERHEAD);
      return result;
    },
    get bytes() {
      return answers.bytes + keys.bytes;
    },
  };

  function begin(key: string, compute: (allGone: AbortSignal) => Promise<Finished>): UnderWay {
    const allGone = new AbortController();
    const found = lookUp(key, () => compute(allGone.signal)).finally(() => forget(key, shared));
    const shared: UnderWay = { found, allGone, waiting: 0 };
    underWay.set(key, shared);
    return shared;
  }

  async function waitFor(key: string, shared: UnderWay, gone: AbortSignal): Promise<Found> {
    shared.waiting += 1;
    const leave = () => {
      shared.waiting -= 1;
      if (shared.waiting > 0) return;
      // Whoever asks from now on begins anew: this one ends without an answer.
      forget(key, shared);
      shared.allGone.abort(gone.reason);
    };
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave);
    try {
      return await shared.found;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  function forget(key: string, shared: UnderWay): void {
    if (underWay.get(key) === shared) underWay.delete(key);
  }

  async function lookUp(key: string, compute: () => Promise<Finished>): Promise<Found> {
    const here = answers.get(key);
    if (here !== undefined && isFresh(here)) return { answer: here, hit: true };
    const shared = await fromShared(key);
    if (shared !== null && isFresh(shared)) {
      keep(key, shared);
      return { answer: shared, hit: true };
    }
    try {
      const answer = await compute();
      // Shared by those who asked at the same time, and kept for nobody.
      if (answer.ttl === 0) return { answer, hit: false };
      keep(key, answer);
      toShared(key, answer);
      return { answer, hit: false };
    } catch (error) {
      const stale = here ?? shared;
      if (stale === null || isForgotten(stale) || !options.mayServeStale(error)) throw error;
      return { answer: stale, hit: true };
    }
  }

  function isFresh(answer: Finished): boolean {
    const age = now() - answer.computedAt;
    return age < answer.ttl * 1_000 && age >= -CLOCK_SKEW;
  }

  function isForgotten(answer: Finished): boolean {
    return now() - answer.computedAt > (answer.ttl + STALE_SECONDS) * 1_000;
  }

  function keep(key: string, answer: Finished): void {
    answers.set(key, answer, answer.body.length + (answer.gzip?.length ?? 0) + key.length + OVERHEAD);
  }

  async function fromShared(key: string): Promise<Finished | null> {
    if (redis === null || !redis.available) return null;
    try {
      const bytes = await redis.run((client) => client.getBuffer(sharedKey(key)));
      return bytes === null ? null : unpacked(release, key, bytes);
    } catch {
      return null; // losing Redis costs speed, never an answer
    }
  }

  function toShared(key: string, answer: Finished): void {
    if (redis === null || !redis.available) return;
    const bytes = packed(release, key, answer);
    redis.run((client) => client.set(sharedKey(key), bytes, 'EX', answer.ttl + STALE_SECONDS)).catch(() => {});
  }

  /** Hashed: what callers write is no part of a Redis key. The value names its key in full. */
  function sharedKey(key: string): string {
    return `${prefix}answer:${release}:${hash('sha256', key, 'base64url')}`;
  }
}
