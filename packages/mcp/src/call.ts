import type { AnswerOf, InputOf } from '@almanac/client';
import type { Endpoint } from '@almanac/contract';

/** Asks the API: over the network by the typed client, or within the server's own process. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { readonly signal: AbortSignal },
) => Promise<AnswerOf<E>>;

/** What an agent is told where there is no answer. */
export interface Refusal {
  /** Of the API's catalogue, docs/errors.md; the client has a few of its own. */
  readonly code: string;
  readonly message: string;
  /** What to do instead. */
  readonly hint: string | null;
  /** Of HTTP; null where no answer came. */
  readonly status: number | null;
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | null;
  readonly requestId: string | null;
}

/** A question that no endpoint is asked, since it cannot be one. */
export class Unaskable extends Error {
  override readonly name = 'Unaskable';
  readonly code: string;
  readonly status = 400;
  readonly hint: string;

  constructor(message: string, hint: string, code = 'INVALID_PARAMETER') {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/**
 * Whatever was thrown, in words that are meant to be seen. The client's errors and the server's have the same members;
 * of anything else nothing is passed on.
 */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Error)) return UNTOLD;
  const told: Partial<Record<keyof Refusal, unknown>> = error;
  if (typeof told.code !== 'string' || !('status' in told)) return UNTOLD;
  const status = typeof told.status === 'number' ? told.status : null;
  return {
    code: told.code,
    message: error.message,
    hint: typeof told.hint === 'string' ? told.hint : status !== null && status < 500 ? null : NOTHING_SAID,
    status,
    retryAfter: typeof told.retryAfter === 'number' ? told.retryAfter : null,
    requestId: typeof told.requestId === 'string' ? told.requestId : null,
  };
}

const NOTHING_SAID = 'This says nothing about the vulnerability or package: treat it as unknown.';

const UNTOLD: Refusal = {
  code: 'INTERNAL',
  message: 'The request failed',
  hint: NOTHING_SAID,
  status: null,
  retryAfter: null,
  requestId: null,
};
