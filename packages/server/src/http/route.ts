import type { Endpoint } from '@almanac/contract';
import type { z } from 'zod';
import type { Deps } from './deps.ts';

/** What is particular to one request. */
export interface Context {
  /** Aborted when the deadline has passed: every step that can take long is given it. */
  readonly signal: AbortSignal;
}

export interface Input<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (deps: Deps, input: Input, context: Context) => Promise<Answer>;
}

/** `data` and the members beside it; of a bare endpoint `data` is the document. */
export interface Answer<D = unknown, M = unknown> {
  readonly data: D;
  readonly beside?: M;
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
  ) => Promise<Answer<z.input<D>, z.input<M>>>,
): Route {
  return { endpoint, handle: handle as Route['handle'] };
}
