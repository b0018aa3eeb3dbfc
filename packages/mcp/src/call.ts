import type { AnswerOf, InputOf } from '@almanac/client';
import type { Endpoint } from '@almanac/contract';

/** Calls the API, over the network or in the server's own process. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: { readonly signal: AbortSignal },
) => Promise<AnswerOf<E>>;

export interface Refusal {
  /** From docs/errors.md, or one of the client's own. */
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  /** Null without an HTTP response. */
  readonly status: number | null;
  readonly retryAfter: number | null;
  readonly requestId: string | null;
}

/** Thrown before any request, for input that no endpoint accepts. */
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

/** Describes an error for an agent. Passes on no text of unexpected errors, which was not meant to be seen. */
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
