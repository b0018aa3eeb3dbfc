import type { Endpoint } from '@almanac/contract';
import type { FastifyRequest } from 'fastify';
import { bearerOf, isApiKey, looksLikeToken } from '../../app/access/api-key.ts';
import type { KeyRing, KeyState } from '../../app/access/key-ring.ts';
import {
  type ApiError,
  accessPending,
  authRequired,
  keyInvalid,
  keyUnavailable,
  rateLimited,
} from '../../app/errors.ts';
import { budgetOf, secondsUntil, windowOf } from '../rate-limit/budget.ts';
import { callerOf } from '../rate-limit/caller.ts';
import type { Limiter } from '../rate-limit/limiter.ts';

/**
 * Finds out who calls, and goes on with the reason to refuse them, if there is one. They are refused only after their
 * budget was taken from: an invalid key counts against the address.
 */
export type Authenticate = (
  request: FastifyRequest,
  auth: Endpoint['auth'],
  next: (refusal: ApiError | undefined) => void,
) => void;

/** Keys that have to be looked up, a minute and address: enough for all in an office, and for guessing of no use. */
const LOOKUPS = 60;

export function authenticator({
  ring,
  lookups,
  now,
}: {
  ring: KeyRing;
  /** Of this process alone. */
  lookups: Limiter;
  now: () => number;
}): Authenticate {
  return (request, auth, next) => {
    const key = bearerOf(request.headers.authorization);
    if (key === null) return next(auth === 'bearer' ? authRequired() : undefined);
    if (!isApiKey(key)) return next(keyInvalid(looksLikeToken(key)));
    const state = ring.check(key, () => mayLookUp(request));
    if (state === null) next(tooMany());
    else if (state instanceof Promise) void state.then((found) => decide(request, auth, found, next));
    else decide(request, auth, state, next);
  };

  function mayLookUp({ ip }: FastifyRequest): boolean {
    const budget = lookups.take('lookup', callerOf(ip), LOOKUPS, 1);
    return budget instanceof Promise || budget.allowed;
  }

  function tooMany(): ApiError {
    const at = now();
    return rateLimited(LOOKUPS, secondsUntil(budgetOf(LOOKUPS, LOOKUPS, windowOf(at)).reset, at));
  }
}

function decide(
  request: FastifyRequest,
  auth: Endpoint['auth'],
  state: KeyState,
  next: (refusal: ApiError | undefined) => void,
): void {
  next(judge(request, auth, state));
}

function judge(request: FastifyRequest, auth: Endpoint['auth'], state: KeyState): ApiError | undefined {
  if (state === 'invalid') return keyInvalid(false);
  const needed = auth === 'bearer';
  // Of a public endpoint the caller is then one without a key, and not worse off.
  if (state === 'unavailable') return needed ? keyUnavailable() : undefined;
  if (state.status === 'pending') return needed ? accessPending() : undefined;
  request.account = state.account;
  return undefined;
}
