import type { Endpoint, RateClass } from '@almanac/contract';
import type { z } from 'zod';
import type { Answer, PreserialisedJson, Streamed } from '../app/answer.ts';
import type { Context } from '../app/context.ts';
import type { Deps } from '../app/deps.ts';
import type { ChangePlace } from '../queries/newest-change.ts';

export const API_PREFIX = '/api/v1';

/** What a request takes from a budget besides one of its endpoint's class. */
export interface AdditionalCost {
  readonly rate: RateClass;
  readonly weight: number;
}

export interface Input<P = unknown, Q = unknown, B = unknown> {
  readonly params: P;
  readonly query: Q;
  readonly body: B;
}

/** A part of an event stream, and what to go on with. */
interface EventPage {
  readonly text: string;
  /** Of the next part; what it holds is the route's own business. */
  readonly state: unknown;
  /** Behind this place the next event comes; null: before all. */
  readonly end: ChangePlace | null;
  /** There is more at once. */
  readonly more: boolean;
}

/** Makes the next part; `state` is undefined at first. `lastId` is what the reader says it has seen. */
export type ReadEvents = (
  deps: Deps,
  input: Input,
  follow: { readonly state: unknown; readonly lastId: string | undefined },
) => Promise<EventPage>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (deps: Deps, input: Input, context: Context) => Promise<Answer | PreserialisedJson | Streamed>;
  readonly additionalCost: (input: Input) => AdditionalCost | null;
  /** An input whose cached response the one to this input makes outdated. */
  readonly outdates?: (input: Input) => Input | null;
  /** Its work has a time limit of its own, and is done elsewhere. */
  readonly ownTimeout?: true;
  /** Milliseconds that a caller waits for something where the handler says that there is nothing yet. */
  readonly waitMs?: (input: Input) => number;
  /** Answers with events as they come, in place of `handle`. */
  readonly events?: ReadEvents;
}

/** Ties a handler that takes the bytes of the body to its contract. */
export function rawBodyRoute<Q extends z.ZodObject, B extends z.ZodType, D extends z.ZodType, M extends z.ZodObject>(
  endpoint: Endpoint<z.ZodObject, Q, B, D, M>,
  handle: (deps: Deps, input: Input<unknown, z.output<Q>, Buffer>, context: Context) => Promise<Streamed>,
): Route {
  return { endpoint, handle: handle as Route['handle'], additionalCost: () => null, ownTimeout: true };
}

/** Ties a stream of events to its contract. */
export function eventsRoute<Q extends z.ZodObject, D extends z.ZodType>(
  endpoint: Endpoint<z.ZodObject, Q, z.ZodType, D>,
  events: (deps: Deps, input: Input<unknown, z.output<Q>>, follow: Parameters<ReadEvents>[2]) => ReturnType<ReadEvents>,
): Route {
  const read = events as ReadEvents;
  const handle: Route['handle'] = async (deps, input) => ({
    data: (await read(deps, input, { state: undefined, lastId: undefined })).text,
  });
  return { endpoint, handle, additionalCost: () => null, events: read };
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
  ) => Promise<Answer<z.input<D>, z.input<M>> | PreserialisedJson | Streamed>,
  additionalCost: (input: Input<z.output<P>, z.output<Q>, z.output<B>>) => AdditionalCost | null = () => null,
): Route {
  return { endpoint, handle: handle as Route['handle'], additionalCost: additionalCost as Route['additionalCost'] };
}
