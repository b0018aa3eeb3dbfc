import { type Lru, lru } from '../../platform/lru.ts';
import type { GuardedRedis } from '../../platform/redis.ts';
import type { RenderedResponse } from '../response/rendered.ts';
import type { Release } from './codec.ts';
import { STALE_SECONDS, sharedCache } from './shared-cache.ts';

/** Rendered responses: in this process first, then shared by all, then computed – once, however many ask. */
export interface ResponseCache {
  /** A fresh response for an address seen before, without reading it again. */
  peek(url: string): RenderedResponse | undefined;
  /**
   * The response under `key`, computed where no fresh one is cached. Where that takes long, one that was fresh until recently. `url` leads to
   * it from now on; null: none does. The signal of `compute` is aborted when all who waited are gone.
   */
  resolve(
    url: string | null,
    key: string,
    compute: (allGone: AbortSignal) => Promise<RenderedResponse>,
    gone: AbortSignal,
  ): Promise<Found>;
  /** Drops the response under `key`; other processes may serve theirs until its time is over. */
  forget(key: string): void;
  readonly bytes: number;
}

interface Found {
  readonly response: RenderedResponse;
  readonly hit: boolean;
}

/** One computation, and how many wait for it. */
interface UnderWay {
  readonly found: Promise<Found>;
  readonly allGone: AbortController;
  waiting: number;
}

export interface ResponseCacheOptions {
  readonly redis: GuardedRedis | null;
  readonly prefix: string;
  readonly release: Release;
  readonly maxBytes: number;
  readonly now: () => number;
  /** Whether an error of `compute` may be covered by a response that is past its time. */
  readonly mayServeStale: (error: unknown) => boolean;
}

/** Milliseconds by which clocks may differ: a response from later than that would stay fresh until its clock was right. */
const CLOCK_SKEW = 5_000;
/** Milliseconds that a computation has before a response that was fresh until recently is sent in its place. */
export const PATIENCE = 250;
/** Rough cost of an entry beside its bytes. */
const OVERHEAD = 500;
/** A few large responses would push out thousands of small ones: those above `LARGE_BODY` have a share of the cache of their own. */
const LARGE_BODY = 128 << 10;
const LARGE_SHARE = 1 / 8;

export function responseCache(options: ResponseCacheOptions): ResponseCache {
  const { maxBytes, now } = options;
  const shared = sharedCache(options);
  const responses = openResponses(maxBytes);
  // Many spellings of an address lead to one response; the spellings have a bound of their own.
  const keys: Lru<string> = lru(Math.min(maxBytes / 8, 16 << 20));
  const underWay = new Map<string, UnderWay>();

  return {
    peek(url) {
      const key = keys.peek(url);
      if (key === undefined) return undefined;
      const response = responses.get(key);
      return response !== undefined && isFresh(response) ? response : undefined;
    },
    async resolve(url, key, compute, gone) {
      const computation = underWay.get(key) ?? begin(key, compute);
      const result = await orStale(key, computation, waitFor(key, computation, gone));
      if (url !== null) keys.set(url, key, url.length + key.length + OVERHEAD);
      return result;
    },
    forget(key) {
      responses.delete(key);
      shared.delete(key);
    },
    get bytes() {
      return responses.bytes + keys.bytes;
    },
  };

  function begin(key: string, compute: (allGone: AbortSignal) => Promise<RenderedResponse>): UnderWay {
    const allGone = new AbortController();
    const found = lookUp(key, () => compute(allGone.signal)).finally(() => end(key, computation));
    const computation: UnderWay = { found, allGone, waiting: 0 };
    underWay.set(key, computation);
    return computation;
  }

  /** `stale-while-revalidate`, as our answers allow it to every cache: for as long again as a response was fresh. */
  async function orStale(key: string, computation: UnderWay, found: Promise<Found>): Promise<Found> {
    const stale = responses.get(key);
    if (stale === undefined || isFresh(stale) || !isWithin(stale, 2 * stale.ttl, now())) return found;
    // Whoever is answered with the stale one no longer waits, and the next who asks should find the new one.
    computation.waiting += 1;
    const { promise: late, resolve } = Promise.withResolvers<Found>();
    const timer = setTimeout(() => resolve({ response: stale, hit: true }), PATIENCE);
    return Promise.race([found, late]).finally(() => clearTimeout(timer));
  }

  async function waitFor(key: string, computation: UnderWay, gone: AbortSignal): Promise<Found> {
    computation.waiting += 1;
    const leave = () => {
      computation.waiting -= 1;
      if (computation.waiting > 0) return;
      // Whoever asks from now on starts another one: this one ends without a response.
      end(key, computation);
      computation.allGone.abort(gone.reason);
    };
    if (gone.aborted) leave();
    else gone.addEventListener('abort', leave);
    try {
      return await computation.found;
    } finally {
      gone.removeEventListener('abort', leave);
    }
  }

  function end(key: string, computation: UnderWay): void {
    if (underWay.get(key) === computation) underWay.delete(key);
  }

  async function lookUp(key: string, compute: () => Promise<RenderedResponse>): Promise<Found> {
    const here = responses.get(key);
    if (here !== undefined && isFresh(here)) return { response: here, hit: true };
    const elsewhere = await shared.get(key);
    if (elsewhere !== null && isFresh(elsewhere)) {
      responses.set(key, elsewhere);
      return { response: elsewhere, hit: true };
    }
    try {
      const response = await compute();
      // Shared by those who asked at the same time, and cached for nobody.
      if (response.ttl === 0) return { response, hit: false };
      responses.set(key, response);
      shared.set(key, response);
      return { response, hit: false };
    } catch (error) {
      const stale = here ?? elsewhere;
      if (stale === null || !isWithin(stale, stale.ttl + STALE_SECONDS, now()) || !options.mayServeStale(error))
        throw error;
      return { response: stale, hit: true };
    }
  }

  function isFresh(response: RenderedResponse): boolean {
    return isWithin(response, response.ttl, now());
  }
}

type Responses = Pick<Lru<RenderedResponse>, 'get' | 'delete' | 'bytes'> & {
  set(key: string, response: RenderedResponse): void;
};

function openResponses(maxBytes: number): Responses {
  const large: Lru<RenderedResponse> = lru(maxBytes * LARGE_SHARE);
  const small: Lru<RenderedResponse> = lru(maxBytes * (1 - LARGE_SHARE));
  return {
    get: (key) => small.get(key) ?? large.get(key),
    set,
    delete(key) {
      small.delete(key);
      large.delete(key);
    },
    get bytes() {
      return small.bytes + large.bytes;
    },
  };

  function set(key: string, response: RenderedResponse): void {
    const { body, packed } = response;
    const [own, other] = body.length > LARGE_BODY ? [large, small] : [small, large];
    other.delete(key);
    own.set(key, response, body.length + (packed.bytes?.length ?? 0) + key.length + OVERHEAD);
    packed.whenMade(() => {
      if (own.peek(key) === response) set(key, response);
    });
  }
}

/** Whether it is younger than so many seconds. */
function isWithin({ computedAt }: RenderedResponse, seconds: number, now: number): boolean {
  const age = now - computedAt;
  return age < seconds * 1_000 && age >= -CLOCK_SKEW;
}
