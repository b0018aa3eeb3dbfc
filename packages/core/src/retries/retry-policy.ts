/** How long and how often a call is tried again. */
export interface RetryPolicy {
  /** Further attempts after the first. */
  readonly retries: number;
  /** A server that asks to wait longer is not waited for. */
  readonly longestWaitMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { retries: 3, longestWaitMs: 65_000 };

const FIRST_WAIT_MS = 500;

/** What became of an attempt. */
export interface Attempt {
  /** Null: no answer came. */
  readonly status: number | null;
  /** Seconds, as the server says. */
  readonly retryAfter: number | null;
  /** Whether the call changes nothing: without an answer, only then it may be sent again. */
  readonly idempotent: boolean;
}

/**
 * Milliseconds to wait before the next attempt; null: no further one. 429 and 503 say that nothing was done, and when to come back;
 * without a word of theirs the waits double, and differ from caller to caller, so that not all come back together.
 */
export function waitBefore(
  attempt: number,
  outcome: Attempt,
  policy: RetryPolicy,
  random: () => number,
): number | null {
  if (attempt > policy.retries || !mayTryAgain(outcome)) return null;
  if (outcome.retryAfter !== null) {
    const asked = outcome.retryAfter * 1_000;
    // A little later than asked for: the window of the server's clock is not ours.
    return asked > policy.longestWaitMs ? null : asked + random() * 250;
  }
  const wait = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + random());
  return Math.min(wait, policy.longestWaitMs);
}

function mayTryAgain({ status, idempotent }: Attempt): boolean {
  if (status === 429 || status === 503) return true;
  return idempotent && (status === null || status === 502 || status === 504);
}
