import { type RateClass, rateWithKey } from '@almanac/contract';
import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../errors.ts';
import { type Budget, secondsUntil } from '../limits/budget.ts';
import { callerOf } from '../limits/caller.ts';
import type { Limiter } from '../limits/limiter.ts';

export interface RateLimit {
  /** Takes one from the caller's budget, then goes on, or with an error where nothing is left. */
  take(request: FastifyRequest, rate: RateClass, next: (error?: Error) => void): void;
  /** Takes more, of the same budget or another; the headers then tell of the one that is used up. */
  takeExtra(request: FastifyRequest, rate: RateClass, weight: number): Promise<void>;
}

export function rateLimit({
  limiter,
  rates,
  now,
}: {
  limiter: Limiter;
  rates: Readonly<Record<RateClass, number>>;
  now: () => number;
}): RateLimit {
  return {
    take(request, rate, next) {
      const budget = taken(request, rate, 1);
      if (budget instanceof Promise) budget.then((known) => decide(request, known, next), next);
      else decide(request, budget, next);
    },
    async takeExtra(request, rate, weight) {
      const budget = await taken(request, rate, weight);
      if (budget.allowed) return;
      request.budget = budget;
      throw rateLimited(budget.limit, secondsUntil(budget.reset, now()));
    },
  };

  /** By account and not by key: a new key is no new budget. */
  function taken({ account, ip }: FastifyRequest, rate: RateClass, weight: number): Budget | Promise<Budget> {
    // Undefined: an address that Fastify could not read never gets as far as its members.
    if (account === null || account === undefined) return limiter.take(rate, callerOf(ip), rates[rate], weight);
    const own = rateWithKey(rate);
    return limiter.take(own, `account-${account}`, rates[own], weight);
  }

  function decide(request: FastifyRequest, budget: Budget, next: (error?: Error) => void): void {
    request.budget = budget;
    next(budget.allowed ? undefined : rateLimited(budget.limit, secondsUntil(budget.reset, now())));
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
