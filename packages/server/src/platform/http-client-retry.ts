import { ForbiddenAnswer } from './http-client-body.ts';
import { type AnswerFacts, type Origin, USUAL_PATIENCE } from './http-client-origin.ts';

export type AttemptOutcome = AnswerFacts | { readonly error: unknown };

export function isThrottled(answer: AnswerFacts, { isThrottled: isOwnRefusal }: Origin): boolean {
  return answer.status === 429 || isOwnRefusal?.(answer) === true;
}

export function isBlocked({ status }: AnswerFacts, { block }: Origin): boolean {
  return status === block?.status;
}

export function isFailure(answer: AnswerFacts, origin: Origin): boolean {
  const { status } = answer;
  return status === 408 || status >= 500 || isThrottled(answer, origin) || isBlocked(answer, origin);
}

/** Reports whether retrying may help: we were throttled, or the server may recover. */
export function mayRetry(outcome: AttemptOutcome, origin: Origin): boolean {
  if ('status' in outcome) {
    return isFailure(outcome, origin) && outcome.status !== 501 && !isBlocked(outcome, origin);
  }
  const { error } = outcome;
  // A retry would get the same size, or the same forbidden address.
  if (error instanceof ForbiddenAnswer) return false;
  return error instanceof Error && 'code' in error && error.name !== 'AbortError';
}

const BASE_MS = 500;
export const MAX_WAIT_MS = 30_000;

/**
 * Returns null if the upstream asks for a longer wait than a run has; its response is the result then. Adds jitter, so
 * that clients that failed together don't return together.
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

/** GitHub's budgets last an hour. A wrong header must not silence us for longer. */
const MAX_REST_MS = 3_600_000;

/** Returns the pause, if longer than a request can wait. */
export function restAfter(answer: AnswerFacts, origin: Origin): number | null {
  if (origin.block !== undefined && isBlocked(answer, origin)) return origin.block.restMs;
  const rest = findRest(answer, origin);
  return rest > MAX_WAIT_MS ? Math.min(rest, MAX_REST_MS) : null;
}

/** Reads `Retry-After` or GitHub's rate limit headers; otherwise uses the origin's setting. */
function findRest(answer: AnswerFacts, origin: Origin): number {
  const { throttledMs } = { ...USUAL_PATIENCE, ...origin.patience };
  return (
    parseRetryAfter(answer.headers) ?? untilReset(answer.headers) ?? (isThrottled(answer, origin) ? throttledMs : 0)
  );
}

/** Uses the upstream's `Date`, because our clock may differ. */
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
  /** Returns false after too many recent retries, which would only hurt an upstream in trouble. */
  spend(origin: string): boolean;
}

/** One retry per ten requests, after an initial allowance. */
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

export function isBadToken(answer: AnswerFacts, { token }: Origin): boolean {
  return token !== undefined && (answer.status === 401 || token.isRefused?.(answer) === true);
}

/** Reports whether the token may be the cause of a refusal; a request without it will tell. */
export function mayBlameToken(answer: AnswerFacts, origin: Origin): boolean {
  const { status, headers } = answer;
  if (origin.token === undefined || isThrottled(answer, origin)) return false;
  if (isBadToken(answer, origin)) return true;
  if (status === 404) return origin.token.isRefused === undefined && origin.token.isAccepted?.(headers) !== true;
  return status === 403;
}

export function isTokenAccepted(answer: AnswerFacts, origin: Origin): boolean {
  return !isFailure(answer, origin) && (answer.status < 400 || origin.token?.isAccepted?.(answer.headers) === true);
}

const MAX_MESSAGE = 160;

/**
 * Returns the upstream's explanation from the `message` header (NVD), a JSON member of that name (GitHub) or plain
 * text. Empty for an HTML page.
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
