import { type CALLER_BUDGETS, type CallerBudget, NETWORK_SHARES } from '@almanac/contract';
import { type ApiError, budgetExceeded } from '../../app/errors.ts';
import { secondsUntil } from '../rate-limit/budget.ts';
import type { Caller } from '../rate-limit/caller.ts';
import { limiter } from '../rate-limit/limiter.ts';
import type { CallerBudgetLimits } from '../settings.ts';

type AtOnce = { [B in CallerBudget]: (typeof CALLER_BUDGETS)[B]['per'] extends 'at once' ? B : never }[CallerBudget];
type AMinute = Exclude<CallerBudget, AtOnce>;

/** What callers use beside their requests a minute, counted by this process. */
export interface CallerBudgets {
  /** Takes a place until the returned function is called, or throws BUDGET_EXCEEDED. `share`: of the places, at least one. */
  enter(budget: AtOnce, caller: Caller, share?: number): () => void;
  /** Whether the caller, or its network, has a place. */
  holds(budget: AtOnce, caller: Caller): boolean;
  /** Takes from the budget of this minute, or throws BUDGET_EXCEEDED. */
  spend(budget: AMinute, caller: Caller, weight: number): void;
  /** Adds what work has turned out to cost. */
  settle(budget: AMinute, caller: Caller, weight: number): void;
  /** Returns BUDGET_EXCEEDED if the budget of this minute is used up, and null otherwise. */
  refusal(budget: AMinute, caller: Caller): ApiError | null;
}

/** Seconds until a place is likely to be free. */
const RETRY_AFTER: Record<AtOnce, number> = { connections: 5, computing: 1, uploads: 5, following: 5 };

export function callerBudgets(limits: CallerBudgetLimits, now: () => number): CallerBudgets {
  /** Places by caller: no more entries than there are requests under way. */
  const held = new Map<string, number>();
  const windows = limiter(null, '', now);

  return {
    enter(budget, caller, share = 1) {
      const accounts = accountsOf(budget, caller, share);
      const full = accounts.find(({ name, limit }) => (held.get(name) ?? 0) >= limit);
      if (full !== undefined) throw budgetExceeded(budget, full.limit, RETRY_AFTER[budget]);
      for (const { name } of accounts) held.set(name, (held.get(name) ?? 0) + 1);
      let left = false;
      return () => {
        if (left) return;
        left = true;
        for (const { name } of accounts) leave(name);
      };
    },
    holds: (budget, caller) => accountsOf(budget, caller).some(({ name }) => held.has(name)),
    spend(budget, caller, weight) {
      const refusal = taken(budget, caller, weight);
      if (refusal !== null) throw refusal;
    },
    settle(budget, caller, weight) {
      taken(budget, caller, weight);
    },
    refusal: (budget, caller) => taken(budget, caller, 0),
  };

  /** The caller, and the network that it is one of. */
  function accountsOf(budget: CallerBudget, { name, network, authenticated }: Caller, share = 1) {
    const whole = authenticated ? limits[budget].withKey : limits[budget].withoutKey;
    const limit = Math.max(1, Math.floor(whole * share));
    const own = { name: `${budget}:${name}`, limit };
    return network === null ? [own] : [own, { name: `${budget}:${network}`, limit: limit * NETWORK_SHARES }];
  }

  function leave(name: string): void {
    const rest = (held.get(name) ?? 1) - 1;
    if (rest === 0) held.delete(name);
    else held.set(name, rest);
  }

  function taken(budget: AMinute, caller: Caller, weight: number): ApiError | null {
    let refusal: ApiError | null = null;
    for (const { name, limit } of accountsOf(budget, caller)) {
      const left = windows.take(budget, name, limit, weight);
      // Never a promise: nothing is shared with other processes.
      if (left instanceof Promise || left.allowed) continue;
      refusal ??= budgetExceeded(budget, limit, secondsUntil(left.reset, now()));
    }
    return refusal;
  }
}
