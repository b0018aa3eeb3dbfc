import type { Context } from '../context.ts';
import type { Deps } from '../deps.ts';
import { type ApiError, overloaded } from '../errors.ts';
import { type AwaitedRefresh, awaitRefresh, type RefreshResult } from './request-refresh.ts';

/** Of the queue of live fetches, the part that callers without a key may fill. */
const WITHOUT_KEY = 4 / 5;

/** How many live fetches may wait for one more to be added on behalf of this caller. */
export function mostWaiting(
  { liveFetchQueue }: Pick<Deps, 'liveFetchQueue'>,
  { authenticated }: Pick<Context, 'authenticated'>,
): number {
  return authenticated ? liveFetchQueue : Math.max(1, Math.floor(liveFetchQueue * WITHOUT_KEY));
}

/** Has an upstream asked for one record and waits for it, without a place among the computing. Throws where too many wait. */
export async function askUpstream(
  deps: Pick<Deps, 'databases' | 'liveFetchQueue'>,
  asked: Omit<AwaitedRefresh, 'mostWaiting'>,
  context: Pick<Context, 'authenticated' | 'signal' | 'waiting'>,
): Promise<Exclude<RefreshResult, { readonly outcome: 'refused' }>> {
  const result = await context.waiting(() =>
    awaitRefresh({ db: deps.databases.primary }, { ...asked, mostWaiting: mostWaiting(deps, context) }, context.signal),
  );
  if (result.outcome !== 'refused') return result;
  throw queueFull(deps);
}

export function queueFull({ liveFetchQueue: limit }: Pick<Deps, 'liveFetchQueue'>): ApiError {
  return overloaded({ budget: 'liveFetchQueue', limit, retryAfter: RETRY_AFTER });
}

/** A queue that is full is worked off by then, or its jobs have expired. */
const RETRY_AFTER = 30;
