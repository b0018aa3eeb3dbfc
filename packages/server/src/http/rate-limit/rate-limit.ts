import { NETWORK_SHARES, type RateClass, rateWithKey } from '@almanac/contract';
import type { FastifyRequest } from 'fastify';
import { budgetExceeded, rateLimited } from '../../app/errors.ts';
import { type Budget, secondsUntil } from './budget.ts';
import { type Caller, callerFrom } from './caller.ts';
import type { Limiter } from './limiter.ts';

export interface RateLimit {
  /** Takes one from the caller's budget, then goes on, or with an error where nothing is left. */
  take(request: FastifyRequest, rate: RateClass, next: (error?: Error) => void): void;
  /** Takes more from the same budget or from `fresh`. The headers show the same budget after it, or the one that is used up. */
  takeExtra(request: FastifyRequest, rate: RateClass, weight: number): Promise<void>;
}

export function openRateLimit({
  limiter,
  networks,
  rates,
  now,
}: {
  limiter: Limiter;
  /** Of this process alone. */
  networks: Limiter;
  rates: Readonly<Record<RateClass, number>>;
  now: () => number;
}): RateLimit {
  return {
    take(request, rate, next) {
      const caller = callerFrom(request);
      const budget = taken(caller, rate, 1);
      if (budget instanceof Promise) budget.then((known) => decide(request, caller, rate, known, next), next);
      else decide(request, caller, rate, budget, next);
    },
    async takeExtra(request, rate, weight) {
      const caller = callerFrom(request);
      const budget = await taken(caller, rate, weight);
      if (budget.allowed) {
        // `fresh` is a second budget beside that of the endpoint, which the headers are about.
        if (rate !== 'fresh') request.budget = budget;
        const refusal = ofNetwork(caller, rate, weight);
        if (refusal !== undefined) throw refusal;
        return;
      }
      request.budget = budget;
      throw rateLimited(budget.limit, secondsUntil(budget.reset, now()));
    },
  };

  function taken({ name, authenticated }: Caller, rate: RateClass, weight: number): Budget | Promise<Budget> {
    const own = authenticated ? rateWithKey(rate) : rate;
    return limiter.take(own, name, rates[own], weight);
  }

  /** An IPv6 /48 has a budget of its own, which no header shows: those are about the caller. Counted by this process. */
  function ofNetwork({ network }: Caller, rate: RateClass, weight: number): Error | undefined {
    if (network === null) return undefined;
    const limit = rates[rate] * NETWORK_SHARES;
    const budget = networks.take(rate, network, limit, weight);
    if (budget instanceof Promise || budget.allowed) return undefined;
    return budgetExceeded('network', limit, secondsUntil(budget.reset, now()));
  }

  function decide(
    request: FastifyRequest,
    caller: Caller,
    rate: RateClass,
    budget: Budget,
    next: (error?: Error) => void,
  ): void {
    request.budget = budget;
    if (budget.allowed) next(ofNetwork(caller, rate, 1));
    else next(rateLimited(budget.limit, secondsUntil(budget.reset, now())));
  }
}

/** Adds the limit headers, names and values in turn. */
export function pushBudget(headers: string[], budget: Budget | null): void {
  if (budget === null) return;
  headers.push(
    'x-ratelimit-limit',
    String(budget.limit),
    'x-ratelimit-remaining',
    String(budget.remaining),
    'x-ratelimit-reset',
    String(budget.reset),
  );
}
