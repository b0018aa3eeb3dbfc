/**
 * Thrown for API errors and failed requests. Branch on `code`; messages may change.
 *
 * ```ts
 * try {
 *   await almanac.call(getCve, { params: { id: 'CVE-2026-99999' } });
 * } catch (error) {
 *   if (error instanceof AlmanacError && error.code === 'CVE_UNKNOWN') console.log(error.hint);
 * }
 * ```
 */
export class AlmanacError extends Error {
  override readonly name = 'AlmanacError';
  /** A code of the API's catalogue, or the client's own `UNREACHABLE`, `TIMEOUT` or `NOT_UNDERSTOOD`. */
  readonly code: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** How to fix the problem, if the API says so. */
  readonly hint: string | null;
  readonly requestId: string | null;
  /** Seconds to wait before retrying. */
  readonly retryAfter: number | null;

  constructor(code: string, message: string, more: Partial<AlmanacErrorMore> = {}) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.status = more.status ?? null;
    this.hint = more.hint ?? null;
    this.requestId = more.requestId ?? null;
    this.retryAfter = more.retryAfter ?? null;
  }
}

interface AlmanacErrorMore {
  readonly status: number;
  readonly hint: string | null;
  readonly requestId: string | null;
  readonly retryAfter: number | null;
  readonly cause: unknown;
}

/** Parses an error response, whatever its body: a proxy may have written it. */
export function parseError(status: number, text: string, retryAfter: number | null): AlmanacError {
  const body = parsed(text);
  const said = (name: string) => (typeof body[name] === 'string' ? body[name] : null);
  const code = said('code');
  if (code === null) {
    return new AlmanacError('NOT_UNDERSTOOD', `The answer has status ${status} and is not one of the API`, {
      status,
      retryAfter,
    });
  }
  return new AlmanacError(code, said('error') ?? code, {
    status,
    hint: said('hint'),
    requestId: said('requestId'),
    retryAfter,
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
