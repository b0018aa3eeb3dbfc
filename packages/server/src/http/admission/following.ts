import { overloaded } from '../../app/errors.ts';
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
