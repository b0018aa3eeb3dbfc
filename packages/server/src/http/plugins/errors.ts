import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERRORS, type ErrorBody, type ErrorCode } from '@almanac/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, bodyTooLarge, storageUnavailable, uriTooLong } from '../../app/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { isStorageUnavailable } from '../../platform/unavailable.ts';
import { errorPage } from '../../web/error-page.ts';
import { withNotice } from '../../web/notice.ts';
import { PAGE_POLICY } from '../../web/styles.ts';
import { pushDeprecation } from './deprecation.ts';
import { CLOSED_HEADERS, JSON_HEADERS, pageHeaders } from './headers.ts';
import { pushIgnored } from './ignored-parameters.ts';
import { pushBudget } from './rate-limit.ts';

/** Longest value of one path parameter that Fastify hands on; longer ones are 414. */
export const MAX_PARAMETER = 1_000;
/** Longest address that is read at all. */
export const MAX_URL = 4_096;

/** Whatever was thrown, as the error the caller sees. */
export function asApiError(error: unknown, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const framework = FRAMEWORK[code];
  if (framework !== undefined) return framework(bodyLimit);
  if (error instanceof SyntaxError && 'statusCode' in error) return notJson();
  if (isStorageUnavailable(error)) return storageUnavailable(error);
  return new ApiError('INTERNAL', 'Internal server error', { cause: error });
}

/** Fastify's own refusals, in our words: it would answer with a body of another shape. */
const FRAMEWORK: Record<string, ((bodyLimit: number) => ApiError) | undefined> = {
  FST_ERR_BAD_URL: () => new ApiError('REQUEST_MALFORMED', 'The address holds a broken percent escape'),
  FST_ERR_MAX_PARAM_LENGTH: () => uriTooLong(MAX_PARAMETER),
  FST_ERR_CTP_BODY_TOO_LARGE: (limit) => bodyTooLarge(limit, limit),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => wrongMediaType(),
  FST_ERR_CTP_EMPTY_TYPE: () => wrongMediaType(),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => new ApiError('BODY_INVALID', 'The body is empty; send JSON'),
  FST_ERR_CTP_INVALID_JSON_BODY: () => notJson(),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new ApiError('REQUEST_MALFORMED', 'The body is not as long as Content-Length says'),
};

export function wrongMediaType(): ApiError {
  return new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON without a content encoding', {
    hint: 'Send `Content-Type: application/json`.',
  });
}

function notJson(): ApiError {
  return new ApiError('BODY_INVALID', 'The body is not valid JSON');
}

interface ErrorOptions {
  readonly log: Logger;
  /** What every page of the site says. */
  readonly notice: string | null;
  readonly form: (error: ApiError, requestId: string) => object;
}

/** The one place where an error becomes a response: JSON, or a page for a person who asked for one. */
export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: ApiError,
  { log, notice, form }: ErrorOptions,
): void {
  if (error.status >= 500 && !error.quiet) logFault(log, request, error);
  const person = wantsPage(request);
  // As text it goes out with the headers in one write.
  const body = person ? withNotice(pageOf(request, error), notice) : JSON.stringify(form(error, request.id));
  const headers = [
    ...(person ? pageHeaders(PAGE_POLICY) : request.sameOrigin === true ? CLOSED_HEADERS : JSON_HEADERS),
    'content-type',
    person ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
    'cache-control',
    'no-store',
    'x-cache',
    'MISS',
    'x-request-id',
    request.id,
  ];
  pushBudget(headers, request.budget);
  pushIgnored(headers, request);
  pushDeprecation(headers, request);
  if (error.retryAfter !== undefined) headers.push('retry-after', String(error.retryAfter));
  if (error.allow !== undefined) headers.push('allow', error.allow);
  if (error.authenticate !== undefined) headers.push('www-authenticate', error.authenticate);
  // A body that was not read to its end cannot be followed by another request on the same connection.
  if (error.status === 413 || error.status === 408 || isEndless(request)) headers.push('connection', 'close');
  reply.hijack();
  reply.raw.writeHead(error.status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** The rest of a body whose length nobody knows is not waited for. */
function isEndless({ raw, headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined && !raw.complete;
}

/** Browsers name HTML; programs that take anything get JSON, and the API speaks nothing else (spec section 1). */
function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || url.startsWith('/api/') || url.startsWith('/mcp')) return false;
  return headers.accept?.includes('text/html') === true;
}

function pageOf({ id, url }: FastifyRequest, { status, code, message, hint, retryAfter }: ApiError): string {
  return errorPage({ status, code, message, hint, retryAfter, requestId: id, url });
}

/** What went wrong on our side, of a request that is answered all the same. */
export function logFault(log: Logger, request: FastifyRequest, error: ApiError): void {
  const fields = { err: error.cause ?? error, code: error.code, requestId: request.id, route: request.routeName };
  if (error.code === 'INTERNAL') log.error(fields, 'request failed');
  else log.warn(fields, 'request refused');
}

export function errorBody(
  error: Pick<ApiError, 'message' | 'code' | 'hint'> & Partial<Pick<ApiError, 'details'>>,
  requestId: string,
): ErrorBody {
  const hint = error.hint === undefined ? {} : { hint: error.hint };
  const details = error.details === undefined ? {} : { details: error.details };
  return { success: false, error: error.message, code: error.code, ...hint, ...details, requestId };
}

/** What never became a request (broken HTTP, headers too large or too slow) is answered on the bare socket. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket, requestId: string): void {
  if (socket.destroyed || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const code = BROKEN[error.code ?? ''] ?? 'REQUEST_MALFORMED';
  socket.end(bareAnswer(new ApiError(code, ERRORS[code].meaning), requestId));
}

/** A whole answer that is sent past the server, and the last of its connection. */
export function bareAnswer(error: ApiError, requestId: string): string {
  const { status, retryAfter } = error;
  const body = JSON.stringify(errorBody(error, requestId));
  const headers = [
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Cache: MISS',
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    ...(retryAfter === undefined ? [] : [`Retry-After: ${retryAfter}`]),
    'Connection: close',
  ];
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}

const BROKEN: Record<string, ErrorCode | undefined> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};
