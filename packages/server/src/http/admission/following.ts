import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, overloaded } from '../../app/errors.ts';
import type { Caller } from '../rate-limit/caller.ts';
import type { CallerBudgets } from './caller-budgets.ts';

/** Places for those who wait for changes. They take none among the computing: a place costs a connection and a timer. */
export interface Following {
  /** Takes a place until the returned function is called, or throws. */
  enter(caller: Caller): () => void;
  readonly taken: number;
}

/** Of the places, those that only callers with a key may take. */
const KEYED_SHARE = 1 / 4;
const RETRY_AFTER = 10;

export function openFollowing(callers: CallerBudgets, most: number): Following {
  let taken = 0;
  return {
    enter(caller) {
      if (taken >= (caller.authenticated ? most : most - Math.floor(most * KEYED_SHARE))) {
        throw overloaded({ budget: 'following', limit: most, retryAfter: RETRY_AFTER });
      }
      const leaveOwn = callers.enter('following', caller);
      taken += 1;
      let left = false;
      return () => {
        if (left) return;
        left = true;
        taken -= 1;
        leaveOwn();
      };
    },
    get taken() {
      return taken;
    },
  };
}

/** Milliseconds between two attempts, spread so that callers who were refused together don't come back together. */
const PAUSE_MS = 50;
const SPREAD_MS = 200;

/** Computes for a caller who has waited. One change wakes many, and there are fewer places: tries again until `until`. */
export async function computeInTurn<T>(compute: () => Promise<T>, until: number, gone: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await compute();
    } catch (error) {
      if (!isFull(error) || performance.now() > until) throw error;
      await sleep(PAUSE_MS + Math.random() * SPREAD_MS);
      gone.throwIfAborted();
    }
  }
}

function isFull(error: unknown): boolean {
  return error instanceof ApiError && error.details?.budget === 'computing';
}
