import { ForbiddenAnswer } from './http-client-body.ts';

export type Outcome = { readonly status: number; readonly retryAfter: string | null } | { readonly error: unknown };

/** Too many requests, or a fault of the server's that may pass. */
export function mayRetry(outcome: Outcome): boolean {
  if ('status' in outcome) return outcome.status === 429 || (outcome.status >= 500 && outcome.status !== 501);
  const { error } = outcome;
  // What the upstream sent will not be smaller next time, and an address that is not allowed stays so.
  if (error instanceof ForbiddenAnswer) return false;
  return error instanceof Error && 'code' in error && error.name !== 'AbortError';
}

const BASE_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait, or null when the upstream asks for more patience than a run has: then its answer is the result.
 * Full jitter: clients that failed together must not come back together.
 */
export function retryDelay(outcome: Outcome, attempt: number, random: () => number): number | null {
  const backoff = BASE_MS * 2 ** (attempt - 1) * (0.5 + random());
  const asked = 'status' in outcome ? parseRetryAfter(outcome.retryAfter) : null;
  if (asked === null) return backoff;
  return asked > LONGEST_WAIT_MS ? null : Math.max(asked, backoff);
}

/** Only the form in seconds (RFC 9110 section 10.2.3); the form with a date would need both clocks to agree. */
function parseRetryAfter(value: string | null): number | null {
  if (value === null || !/^\d{1,9}$/.test(value)) return null;
  return Number(value) * 1000;
}
