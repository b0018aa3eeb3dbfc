import type { FastifyRequest } from 'fastify';
import type { Context } from '../app/context.ts';
import type { Deps } from '../app/deps.ts';
import { ApiError, overloaded } from '../app/errors.ts';
import { timeLeft } from '../platform/time-left.ts';
import { inSpan } from '../platform/tracing.ts';
import type { ChangePlace } from '../queries/newest-change.ts';
import type { CallerBudgets } from './admission/caller-budgets.ts';
import type { Computations, Grant } from './admission/computations.ts';
import { computeInTurn, type Following } from './admission/following.ts';
import type { LargeWork } from './admission/large-work.ts';
import type { ResponseCache } from './cache/response-cache.ts';
import type { Operation } from './operation.ts';
import { type Caller, callerFrom } from './rate-limit/caller.ts';
import type { RateLimit } from './rate-limit/rate-limit.ts';
import type { RawInput } from './request/input.ts';
import type { RenderedResponse } from './response/rendered.ts';
import { assertBuffered, type StreamedResponse } from './response/streamed.ts';
import type { HttpSettings } from './settings.ts';

export interface Execution {
  readonly request: FastifyRequest;
  readonly raw: RawInput;
  /** Aborted when the caller disconnects. */
  readonly gone: AbortSignal;
  /** The address that leads to the cached response from now on; null: none. */
  readonly url: string | null;
}

export interface Executed {
  readonly response: RenderedResponse | StreamedResponse;
  /** Whether it comes from the cache. */
  readonly hit: boolean;
}

/** Reads the input, charges what it costs beyond one request, and answers from the cache or by an admitted computation. */
export type Execute = <I>(operation: Operation<I>, execution: Execution) => Promise<Executed>;

export interface PipelineOptions {
  readonly settings: Pick<HttpSettings, 'rates'>;
  readonly rateLimit: RateLimit;
  readonly callers: CallerBudgets;
  readonly computations: Computations;
  readonly cache: ResponseCache;
  readonly following: Following;
  readonly changes: Deps['changes'];
  readonly keyReplaced: (account: number) => void;
  readonly large: LargeWork | null;
}

/** A caller that waited so often for a computation that was refused to its own caller is told that there is too much to do. */
const MAX_ATTEMPTS = 3;

/** The one path of a request, for routes, pages and MCP. */
export function pipeline(options: PipelineOptions): Execute {
  const { settings, rateLimit, callers, computations, cache, following, changes, keyReplaced, large } = options;
  return async (operation, { request, raw, gone, url }) => {
    const input = operation.readInput(raw);
    const cost = operation.additionalCost(input);
    if (cost !== null && cost.weight > 0) await rateLimit.takeExtra(request, cost.rate, cost.weight);
    const caller = callerFrom(request);
    const waitMs = Math.min(operation.waitMs(input), changes.limits.wait);
    let awaited: { readonly place: ChangePlace | null } | null = null;
    const compute = (signal: AbortSignal) => {
      const bill = openBill((weight) => rateLimit.takeExtra(request, operation.rate, weight));
      return computations.run(
        caller,
        {
          compute: (grant) =>
            inOwnSpan(request, () =>
              operation.compute(grant.deps, input, {
                ...contextOf(grant, caller, request),
                charge: bill.begin(),
                nothingAfter: (place) => {
                  awaited = { place };
                },
              }),
            ),
          computeInThread:
            large === null || waitMs > 0
              ? null
              : (grant) =>
                  computeInThread(large, operation, input, { grant, caller, request, callers, charge: bill.begin() }),
        },
        { gone: signal, ownTimeout: operation.ownTimeout },
      );
    };
    if (waitMs > 0) return { response: await computeWhenThere(waitMs), hit: false };
    if (!operation.cached) return { response: await compute(gone), hit: false };
    const key = operation.cacheKey(input);
    const found = await cachedOrComputed(url, key, async (allGone) => assertBuffered(await compute(allGone)), gone);
    const outdated = operation.outdates(input);
    if (outdated !== null) cache.forget(outdated);
    return found;

    /** Computes, and again when there is more: what waits in between has no place among the computing. */
    async function computeWhenThere(milliseconds: number): Promise<RenderedResponse | StreamedResponse> {
      const leave = following.enter(caller);
      try {
        const until = performance.now() + milliseconds;
        for (let response = await compute(gone); ; response = await computeInTurn(() => compute(gone), until, gone)) {
          const left = until - performance.now();
          if (awaited === null || left <= 0 || changes.closing.aborted) return response;
          const { place } = awaited as { place: ChangePlace | null };
          awaited = null;
          await changes.beyond(place, left, gone);
        }
      } finally {
        leave();
      }
    }
  };

  function contextOf(
    { signal, slot, busy }: Grant,
    caller: Caller,
    request: FastifyRequest,
  ): Omit<Context, 'nothingAfter' | 'charge'> {
    return {
      signal,
      busy,
      authenticated: caller.authenticated,
      account: request.account ?? null,
      rates: settings.rates,
      spendFetch: () => callers.spend('liveFetches', caller, 1),
      waiting: (wait) => slot.whileFree(wait),
      keyReplaced,
    };
  }

  /** A caller that waits for another's computation is not refused by the other's budget. */
  async function cachedOrComputed(
    url: string | null,
    key: string,
    compute: (allGone: AbortSignal) => Promise<RenderedResponse>,
    gone: AbortSignal,
  ): Promise<Executed> {
    for (let attempt = 1; ; attempt += 1) {
      let own = false;
      const computeOwn = (allGone: AbortSignal) => {
        own = true;
        return compute(allGone);
      };
      try {
        return await cache.resolve(url, key, computeOwn, gone);
      } catch (error) {
        const ofAnother = !own && error instanceof ApiError && error.details?.scope === 'caller';
        if (!ofAnother) throw error;
        if (attempt === MAX_ATTEMPTS) throw overloaded();
      }
    }
  }
}

function inOwnSpan<T>({ routeName }: FastifyRequest, work: () => Promise<T>): Promise<T> {
  return inSpan(`compute ${routeName}`, 'internal', {}, work);
}

interface ThreadWork {
  readonly grant: Grant;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly callers: CallerBudgets;
  readonly charge: Context['charge'];
}

/** Makes an answer in the thread for large ones; what it costs is charged here. */
function computeInThread(
  large: LargeWork,
  operation: Pick<Operation<never>, 'name' | 'onMismatch'>,
  input: unknown,
  { grant: { deps, signal, busy }, caller, request, callers, charge }: ThreadWork,
) {
  return inOwnSpan(request, () =>
    large.run(
      {
        operation: operation.name,
        input,
        busy,
        authenticated: caller.authenticated,
        account: request.account ?? null,
        now: deps.now(),
        timeLeft: timeLeft(signal),
      },
      {
        signal,
        charge,
        spendFetch: () => callers.spend('liveFetches', caller, 1),
        evaluated: (entries) => deps.evaluated?.(entries),
        onMismatch: operation.onMismatch,
      },
    ),
  );
}

/** Charges an answer that may be made twice for the weight that is beyond what was charged before. */
function openBill(take: (weight: number) => Promise<void>) {
  let paid = 0;
  return {
    begin(): Context['charge'] {
      let due = 0;
      return async (weight) => {
        due += weight;
        const owed = due - paid;
        if (owed <= 0) return;
        paid = due;
        await take(owed);
      };
    },
  };
}
