import type { ErrorBody } from '@almanac/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../../app/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { errorPage } from '../../web/error-page.ts';
import { withNotice } from '../../web/notice.ts';
import { PAGE_POLICY } from '../../web/styles.ts';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { pushIgnored } from '../request/ignored-parameters.ts';
import { pushDeprecation } from '../response/deprecation.ts';
import { CLOSED_HEADERS, JSON_HEADERS, pageHeaders } from '../response/headers.ts';

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

/** Nobody waits for the rest of a body of unknown length. */
function isEndless({ raw, headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined && !raw.complete;
}

/** Browsers name HTML; programs that take anything get JSON, and the API has no other format (spec section 1). */
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
