import { ForbiddenAnswer } from './http-client-body.ts';
import { type AnswerFacts, type Origin, USUAL_PATIENCE } from './http-client-origin.ts';

export type AttemptOutcome = AnswerFacts | { readonly error: unknown };

/** Reports whether the upstream says that we ask too often. */
export function isThrottled(answer: AnswerFacts, { isThrottled: isOwnRefusal }: Origin): boolean {
  return answer.status === 429 || isOwnRefusal?.(answer) === true;
}

/** Reports whether the upstream has blocked us. */
export function isBlocked({ status }: AnswerFacts, { block }: Origin): boolean {
  return status === block?.status;
}

/** Reports whether an answer counts against the health of its origin. */
export function isFailure(answer: AnswerFacts, origin: Origin): boolean {
  const { status } = answer;
  return status === 408 || status >= 500 || isThrottled(answer, origin) || isBlocked(answer, origin);
}

/** Reports whether asking again may help: we asked too often, or the server has a fault that may pass. */
export function mayRetry(outcome: AttemptOutcome, origin: Origin): boolean {
  if ('status' in outcome) {
    return isFailure(outcome, origin) && outcome.status !== 501 && !isBlocked(outcome, origin);
  }
  const { error } = outcome;
  // What the upstream sent will not be smaller next time, and an address that is not allowed stays so.
  if (error instanceof ForbiddenAnswer) return false;
  return error instanceof Error && 'code' in error && error.name !== 'AbortError';
}

const BASE_MS = 500;
export const MAX_WAIT_MS = 30_000;

/**
 * Returns how long to wait, or null when the upstream asks for more patience than a run has: then its answer is the result.
 * Jitter: clients that failed together must not come back together.
 */
export function retryDelay(
  outcome: AttemptOutcome,
  attempt: number,
  origin: Origin,
  random: () => number,
): number | null {
  const backoff = Math.min(MAX_WAIT_MS, BASE_MS * 2 ** (attempt - 1) * (0.5 + random()));
  const rest = 'status' in outcome ? findRest(outcome, origin) : 0;
  return rest > MAX_WAIT_MS ? null : Math.max(rest, backoff, { ...USUAL_PATIENCE, ...origin.patience }.waitMs);
}

/** GitHub's budgets last an hour. A mistake in a header must not silence us for longer. */
const MAX_REST_MS = 3_600_000;

/** Returns for how long the origin is left alone, where that is longer than a request can wait. */
export function restAfter(answer: AnswerFacts, origin: Origin): number | null {
  if (origin.block !== undefined && isBlocked(answer, origin)) return origin.block.restMs;
  const rest = findRest(answer, origin);
  return rest > MAX_WAIT_MS ? Math.min(rest, MAX_REST_MS) : null;
}

/** Finds for how long the upstream is to be left alone: by `Retry-After`, by GitHub's headers of a spent budget, or by its definition. */
function findRest(answer: AnswerFacts, origin: Origin): number {
  const { throttledMs } = { ...USUAL_PATIENCE, ...origin.patience };
  return (
    parseRetryAfter(answer.headers) ?? untilReset(answer.headers) ?? (isThrottled(answer, origin) ? throttledMs : 0)
  );
}

/** By the upstream's own clock: ours need not agree with it. */
function untilReset(headers: ReadonlyMap<string, string>): number | null {
  const reset = headers.get('x-ratelimit-reset') ?? '';
  if (headers.get('x-ratelimit-remaining') !== '0' || !/^\d{1,11}$/.test(reset)) return null;
  return millisecondsUntil(Number(reset) * 1000, headers);
}

/** RFC 9110 section 10.2.3: `120`, or `Fri, 31 Dec 1999 23:59:59 GMT`. */
function parseRetryAfter(headers: ReadonlyMap<string, string>): number | null {
  const value = headers.get('retry-after') ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  return value.endsWith(' GMT') ? millisecondsUntil(Date.parse(value), headers) : null;
}

function millisecondsUntil(instant: number, headers: ReadonlyMap<string, string>): number | null {
  const left = instant - Date.parse(headers.get('date') ?? '');
  return Number.isNaN(left) ? null : Math.max(0, left);
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

/** Reports whether the origin says that the token is bad, whatever it is sent for. */
export function isBadToken(answer: AnswerFacts, { token }: Origin): boolean {
  return token !== undefined && (answer.status === 401 || token.isRefused?.(answer) === true);
}

/** Reports whether the token may be why a request was refused: only asking without it can tell. */
export function mayBlameToken(answer: AnswerFacts, origin: Origin): boolean {
  const { status, headers } = answer;
  if (origin.token === undefined || isThrottled(answer, origin)) return false;
  if (isBadToken(answer, origin)) return true;
  if (status === 404) return origin.token.isRefused === undefined && origin.token.isAccepted?.(headers) !== true;
  return status === 403;
}

/** Reports whether an answer to a request with the token shows that the token is good. */
export function isTokenAccepted(answer: AnswerFacts, origin: Origin): boolean {
  return !isFailure(answer, origin) && (answer.status < 400 || origin.token?.isAccepted?.(answer.headers) === true);
}

const MAX_MESSAGE = 160;

/**
 * Returns what an upstream says in a refusal: in the header `message` (NVD), in a member of that name (GitHub), or in plain text. Empty
 * for a page.
 */
export function refusalMessage({ headers, body = new Uint8Array() }: AnswerFacts): string {
  const text = headers.get('message') ?? new TextDecoder().decode(body.subarray(0, 16 * MAX_MESSAGE));
  const message = text.trim().startsWith('<') ? '' : (messageMember(text) ?? text);
  return message
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, MAX_MESSAGE);
}

function messageMember(text: string): string | null {
  try {
    const { message } = JSON.parse(text) as { readonly message?: unknown };
    return typeof message === 'string' ? message : null;
  } catch {
    return null;
  }
}
