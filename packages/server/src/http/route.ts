import type { Endpoint, RateClass } from '@almanac/contract';
import type { z } from 'zod';
import type { Answer, Composed, Streamed } from '../app/answer.ts';
import type { Context } from '../app/context.ts';
import type { Deps } from '../app/deps.ts';

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
