import type { Endpoint, RateClass } from '@almanac/contract';
import type { z } from 'zod';
import type { Live } from './answers/live.ts';
import type { Deps } from './deps.ts';

/** What is particular to one request. */
export interface Context {
  /** Aborted when the deadline has passed: every step that can take long is given it. */
  readonly signal: AbortSignal;
  /** There is more to do than half of what can be done at once: what can wait is declined. */
  readonly busy: boolean;
  /** Whether the caller has an API key. */
  readonly keyed: boolean;
  /** Requests a minute by class, as they are enforced here. */
  readonly rates: Readonly<Record<RateClass, number>>;
  /** Takes more of the caller's budget, where only the answer's making shows what it weighs; throws where nothing is left. */
  readonly charge: (weight: number) => Promise<void>;
  /** Takes one of the caller's live fetches, for an id or a name that an upstream is asked about; throws where none is left. */
  readonly spendFetch: () => void;
  /** Runs what only waits, such as for an upstream: the place among the computing is free for others meanwhile. */
  readonly waiting: <T>(wait: () => Promise<T>) => Promise<T>;
  /** The account has another key from now on; the one before is no longer honoured by this process. */
  readonly keyReplaced: (account: number) => void;
}

/** What a request takes from a budget beside one of its endpoint's. */
export interface Extra {
  readonly rate: RateClass;
  readonly weight: number;
}

export interface Input<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (deps: Deps, input: Input, context: Context) => Promise<Answer | Composed | Streamed>;
  readonly extra: (input: Input) => Extra | null;
  /** Its work has a time limit of its own, and is done elsewhere. */
  readonly ownLimit?: true;
}

/** `data` and the members beside it; of a bare endpoint `data` is the document. */
export interface Answer<D = unknown, M = unknown> {
  readonly data: D;
  readonly beside?: M;
  /** Headers of this answer, names and values in turn. */
  readonly headers?: readonly string[];
  /** Where it is known without looking at the content. */
  readonly etag?: string;
  /** Seconds it may be cached, where that is less than the endpoint allows. */
  readonly ttl?: number;
  /** Of success, where the endpoint has several. */
  readonly status?: number;
}

/** An answer that a handler has put together as bytes, since it holds records as their sources wrote them. */
export interface Composed {
  /** JSON without its end. */
  readonly body: Buffer;
  readonly live: Omit<Live, 'crc'>;
  readonly etag: string;
  readonly headers?: readonly string[];
  /** Seconds it may be cached, where that is less than the endpoint allows. */
  readonly ttl?: number;
  readonly status?: number;
}

/** An answer that was made elsewhere, in pieces of bytes: the whole body. */
export interface Streamed {
  readonly chunks: readonly Uint8Array[];
  readonly type: string;
}

/** Ties a handler that takes a document as it was sent to its contract. */
export function documentRoute<Q extends z.ZodObject, B extends z.ZodType, D extends z.ZodType, M extends z.ZodObject>(
  endpoint: Endpoint<z.ZodObject, Q, B, D, M>,
  handle: (deps: Deps, input: Input<unknown, z.output<Q>, Buffer>, context: Context) => Promise<Streamed>,
): Route {
  return { endpoint, handle: handle as Route['handle'], extra: () => null, ownLimit: true };
}

/** Ties a handler to its contract; the envelope, cache, rate class and OpenAPI come from the contract. */
export function route<
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  D extends z.ZodType,
  M extends z.ZodObject,
>(
  endpoint: Endpoint<P, Q, B, D, M>,
  handle: (
    deps: Deps,
    input: Input<z.output<P>, z.output<Q>, z.output<B>>,
    context: Context,
  ) => Promise<Answer<z.input<D>, z.input<M>> | Composed | Streamed>,
  extra: (input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Extra | null = () => null,
): Route {
  return { endpoint, handle: handle as Route['handle'], extra: extra as Route['extra'] };
}
