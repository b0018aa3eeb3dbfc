import {
  type BudgetDetails,
  type CallerBudget,
  ERRORS,
  type ErrorCode,
  type ProcessBudget,
  WEBHOOK_BOUNDS,
} from '@almanac/contract';

/** An error the caller is meant to see. Anything else becomes a 500 with a fixed text. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly hint: string | undefined;
  /** Seconds after which asking again makes sense. */
  readonly retryAfter: number | undefined;
  /** Methods the address does take. */
  readonly allow: string | undefined;
  /** What to send to be let in: `WWW-Authenticate`. */
  readonly authenticate: string | undefined;
  /** Of a refusal by a budget. */
  readonly details: BudgetDetails | undefined;
  /** Counted, but not logged one by one: there may be thousands a second. */
  readonly quiet: boolean;

  constructor(
    code: ErrorCode,
    message: string,
    extra: {
      hint?: string;
      retryAfter?: number;
      allow?: string;
      authenticate?: string;
      details?: BudgetDetails;
      quiet?: boolean;
      cause?: unknown;
    } = {},
  ) {
    // It is an answer: where it was made is of no interest, and at thousands a second stacks cost more than the answers.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { cause: extra.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = ERRORS[code].status;
    this.hint = extra.hint;
    this.retryAfter = extra.retryAfter;
    this.allow = extra.allow;
    this.authenticate = extra.authenticate;
    this.details = extra.details;
    this.quiet = extra.quiet ?? false;
  }
}

export function invalidParameter(name: string, problem: string, hint?: string): ApiError {
  return new ApiError('INVALID_PARAMETER', `Parameter '${name}' ${problem}`, hint === undefined ? {} : { hint });
}

export function rateLimited(limit: number, retryAfter: number): ApiError {
  return new ApiError('RATE_LIMITED', `Rate limit of ${limit} requests per minute reached`, {
    retryAfter,
    hint: `Retry in ${retryAfter} s. /api/v1/openapi.json lists the limit of each endpoint.`,
  });
}

/** `used`: the shared budget that is used up, where it is one. */
export function overloaded(used?: {
  readonly budget: ProcessBudget;
  readonly limit: number;
  readonly retryAfter?: number;
}): ApiError {
  const retryAfter = used?.retryAfter ?? 1;
  return new ApiError('OVERLOADED', 'The service is overloaded', {
    retryAfter,
    ...(used === undefined
      ? {}
      : { details: { budget: used.budget, scope: 'process', limit: used.limit, retryAfter } }),
    quiet: true,
  });
}

/** A budget of the caller's own, beside its requests a minute. */
export function budgetExceeded(budget: CallerBudget | 'network', limit: number, retryAfter: number): ApiError {
  const { error, hint } = EXCEEDED[budget];
  return new ApiError('BUDGET_EXCEEDED', error(limit), {
    retryAfter,
    hint,
    details: { budget, scope: 'caller', limit, retryAfter },
    quiet: true,
  });
}

const EXCEEDED: Record<CallerBudget | 'network', { readonly error: (limit: number) => string; readonly hint: string }> =
  {
    connections: {
      error: (limit) => `Too many open connections from this address (limit ${limit})`,
      hint: 'Reuse connections.',
    },
    computing: {
      error: (limit) => `Too many concurrent requests (limit ${limit})`,
      hint: 'Wait for a response before you send the next request.',
    },
    uploads: {
      error: (limit) => `Too many concurrent uploads (limit ${limit})`,
      hint: "Wait for one document's response before you send the next.",
    },
    following: {
      error: (limit) => `Too many requests waiting for changes, streams included (limit ${limit})`,
      hint: 'Follow all packages in one request, or close a stream before you open another.',
    },
    liveFetches: {
      error: (limit) => `Too many lookups of IDs or names that are not stored (limit ${limit} per minute)`,
      hint: 'Try again later.',
    },
    entries: {
      error: (limit) => `Too many records evaluated (limit ${limit} per minute)`,
      hint: 'Cached responses are still available. Request fewer packages that have thousands of records.',
    },
    network: {
      error: (limit) => `Too many requests from this IPv6 /48 (limit ${limit} per minute)`,
      hint: 'Use an API key: its limit does not depend on the address.',
    },
  };

/** Fewer bytes are taken of a caller without a key. */
export function bodyTooLarge(limit: number, withKey: number): ApiError {
  const hint = withKey > limit ? { hint: `With an API key up to ${withKey} bytes are taken.` } : {};
  return new ApiError('BODY_TOO_LARGE', `The body is larger than ${limit} bytes`, hint);
}

export function webhookUrlTooLong(length: number, limit: number): ApiError {
  return new ApiError('WEBHOOK_URL_TOO_LONG', `The URL has ${length} characters (maximum ${limit})`);
}

export function webhookUnknown(): ApiError {
  return new ApiError('WEBHOOK_UNKNOWN', 'No webhook with this ID', {
    hint: 'GET /api/v1/webhooks lists your webhooks.',
  });
}

export function webhookLimit(): ApiError {
  return new ApiError('WEBHOOK_LIMIT', `An account can have at most ${WEBHOOK_BOUNDS.perAccount} webhooks`, {
    hint: 'DELETE /api/v1/webhooks/<id> makes room.',
  });
}

/** To which address a name leads is not said: inside a network that is nobody's business. */
export function addressRefused(host: string): ApiError {
  return new ApiError('WEBHOOK_ADDRESS_REFUSED', `${host} does not resolve to a public address`);
}

export function challengeFailed(what: string, cause?: unknown): ApiError {
  return new ApiError('WEBHOOK_CHALLENGE_FAILED', `The endpoint ${what}`, {
    hint: 'Respond with status 200 and the JSON {"challenge": "<the value sent>"} within 5 s. Redirects are not followed.',
    cause,
  });
}

export function cursorGone(): ApiError {
  return new ApiError('CURSOR_GONE', 'The cursor is no longer valid', {
    hint: 'Reload your data and continue without `after`, or use after=start.',
  });
}

export function deadlineExceeded(milliseconds: number): ApiError {
  return new ApiError('OVERLOADED', `The request took longer than ${milliseconds} ms`, { retryAfter: 2 });
}

export function storageUnavailable(cause: unknown): ApiError {
  return new ApiError('STORAGE_UNAVAILABLE', 'The database is unavailable', { retryAfter: 5, cause });
}

const REALM = 'Bearer realm="almanac"';

export function authRequired(why = 'This endpoint requires an API key'): ApiError {
  return new ApiError('AUTH_REQUIRED', why, {
    hint: 'Send `Authorization: Bearer <key>`. POST /api/v1/request-access issues keys.',
    authenticate: REALM,
  });
}

/** It is not repeated: it may be a valid key of something else. */
export function keyInvalid(isToken: boolean): ApiError {
  return new ApiError('KEY_INVALID', 'The API key is invalid or revoked', {
    hint: isToken
      ? "This looks like an identity provider's token. Exchange it for a key with POST /api/v1/request-access."
      : 'Check the key, or send none. POST /api/v1/request-access issues keys.',
    authenticate: `${REALM}, error="invalid_token"`,
  });
}

/** Never "invalid": whoever has a key would throw it away. */
export function keyUnavailable(): ApiError {
  return new ApiError('STORAGE_UNAVAILABLE', 'The API key cannot be checked at the moment', { retryAfter: 5 });
}

export function accessPending(): ApiError {
  return new ApiError('ACCESS_PENDING', 'Access for this account has not been approved yet', {
    hint: 'An operator has to approve it. Call POST /api/v1/request-access again later.',
  });
}

export function accessDenied(): ApiError {
  return new ApiError('ACCESS_DENIED', 'Access for this account was revoked');
}

export function tokenInvalid(): ApiError {
  return new ApiError('TOKEN_INVALID', 'The identity provider rejected the token', {
    hint: 'Restart the device flow. GET /api/v1/version lists its URLs and client ID.',
    authenticate: `${REALM}, error="invalid_token"`,
  });
}

export function providerAway(retryAfter: number | null, cause: unknown): ApiError {
  return new ApiError('UPSTREAM_UNAVAILABLE', 'The identity provider is unavailable', {
    retryAfter: retryAfter ?? 30,
    cause,
  });
}

export function routeUnknown(path: string): ApiError {
  return new ApiError('ROUTE_UNKNOWN', `No endpoint at ${shown(path)}`, {
    hint: 'See GET /api/v1/openapi.json for all endpoints.',
  });
}

export function methodNotAllowed(method: string, allow: string): ApiError {
  return new ApiError('METHOD_NOT_ALLOWED', `${method} is not allowed here`, { allow, hint: `Use ${allow}.` });
}

export function uriTooLong(limit: number): ApiError {
  return new ApiError('URI_TOO_LONG', `The URL is longer than ${limit} characters`);
}

export function hostMissing(): ApiError {
  return new ApiError('REQUEST_MALFORMED', 'The request has no Host header');
}

export function hostRepeated(): ApiError {
  return new ApiError('REQUEST_MALFORMED', 'The request has more than one Host header');
}

/** Nobody reads it any more: it is for the log and the metrics, where it is no fault of ours. */
export function requestCutShort(cause: unknown): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The request did not arrive completely', { cause });
}

/** Likewise: the request was read, and its sender went away before the answer was made. */
export function callerGone(): ApiError {
  return new ApiError('REQUEST_TIMEOUT', 'The client closed the connection', { quiet: true });
}

/** A caller's text inside a message: short, and with nothing in it that a terminal or a log would act on. */
export function shown(text: string): string {
  const printable = text.replaceAll(/[^\x20-\x7e]/g, '?');
  return printable.length > 80 ? `${printable.slice(0, 80)}…` : printable;
}
