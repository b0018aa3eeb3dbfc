import { ForbiddenAnswer } from './http-client-body.ts';

export type AttemptOutcome =
  | { readonly status: number; readonly headers: ReadonlyMap<string, string> }
  | { readonly error: unknown };

/** Too many requests, or a fault of the server's that may pass. */
export function mayRetry(outcome: AttemptOutcome, throttles: readonly number[]): boolean {
  if ('status' in outcome) {
    const { status } = outcome;
    return status === 429 || (status >= 500 && status !== 501) || throttles.includes(status);
  }
  const { error } = outcome;
  // What the upstream sent will not be smaller next time, and an address that is not allowed stays so.
  if (error instanceof ForbiddenAnswer) return false;
  return error instanceof Error && 'code' in error && error.name !== 'AbortError';
}

const BASE_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/**
 * How long to wait, or null when the upstream asks for more patience than a run has: then its answer is the result.
 * Jitter: clients that failed together must not come back together.
 */
export function retryDelay(outcome: AttemptOutcome, attempt: number, random: () => number): number | null {
  const backoff = BASE_MS * 2 ** (attempt - 1) * (0.5 + random());
  const asked = 'status' in outcome ? askedRest(outcome.headers) : null;
  if (asked === null) return backoff;
  return asked > LONGEST_WAIT_MS ? null : Math.max(asked, backoff);
}

/** The same where no request can wait for so long; null otherwise. */
export function longRest(headers: ReadonlyMap<string, string>): number | null {
  const asked = askedRest(headers);
  return asked !== null && asked > LONGEST_WAIT_MS ? asked : null;
}

/** For how long the upstream asks to be left alone, in milliseconds: by `Retry-After`, or by GitHub's headers of a spent budget. */
function askedRest(headers: ReadonlyMap<string, string>): number | null {
  return parseRetryAfter(headers.get('retry-after')) ?? untilReset(headers);
}

/** By the upstream's own clock: ours need not agree with it. */
function untilReset(headers: ReadonlyMap<string, string>): number | null {
  const reset = headers.get('x-ratelimit-reset') ?? '';
  const now = Date.parse(headers.get('date') ?? '');
  if (headers.get('x-ratelimit-remaining') !== '0' || !/^\d{1,11}$/.test(reset) || Number.isNaN(now)) return null;
  return Math.max(0, Number(reset) * 1000 - now);
}

/** Only the form in seconds (RFC 9110 section 10.2.3); the form with a date would need both clocks to agree. */
function parseRetryAfter(value: string | undefined): number | null {
  if (value === undefined || !/^\d{1,9}$/.test(value)) return null;
  return Number(value) * 1000;
}

export interface RetryBudget {
  earn(origin: string): void;
  /** False: too many retries lately. An upstream in trouble is not helped by three times the requests. */
  spend(origin: string): boolean;
}

/** One retry for every ten requests, and some to begin with. */
const EARNED_PER_REQUEST = 0.1;
const MOST = 20;

export function openRetryBudget(): RetryBudget {
  const left = new Map<string, number>();
  return {
    earn: (origin) => void left.set(origin, Math.min(MOST, (left.get(origin) ?? MOST) + EARNED_PER_REQUEST)),
    spend(origin) {
      const rest = (left.get(origin) ?? MOST) - 1;
      if (rest < 0) return false;
      left.set(origin, rest);
      return true;
    },
  };
}
