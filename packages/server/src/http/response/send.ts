import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipWithTail, renderTail } from '../../app/json/per-request-tail.ts';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { pushIgnored } from '../request/ignored-parameters.ts';
import { pushDeprecation } from './deprecation.ts';
import type { RenderedResponse } from './rendered.ts';

/**
 * Sends a rendered response in one `writeHead`, past Fastify's own reply: setting headers one by one costs more than the
 * limiter and the cache together. The limit headers are made here for each request and are never cached.
 * Returns the status that was sent.
 */
export function sendRendered(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RenderedResponse,
  hit: boolean,
  now: number,
): number {
  reply.hijack();
  const headers = hit ? ['x-cache', 'HIT', 'age', ageOf(answer, now)] : ['x-cache', 'MISS'];
  headers.push('x-request-id', request.id, 'etag', answer.etag, ...answer.headers);
  pushBudget(headers, request.budget);
  pushIgnored(headers, request);
  pushDeprecation(headers, request);
  if (isKnownTo(request, answer)) {
    reply.raw.writeHead(304, headers).end();
    return 304;
  }
  const packed = answer.packed.bytes != null && acceptsGzip(request.headers['accept-encoding']);
  const body = bodyOf(answer, packed, now);
  if (packed) headers.push('content-encoding', 'gzip');
  headers.push('content-type', answer.type, 'content-length', String(body.length));
  reply.raw.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : body, 'latin1');
  return answer.status;
}

/** Compresses a response that is wanted so, where nobody has wanted it before. Null where there is nothing to wait for. */
export function packWhereWanted(request: FastifyRequest, answer: RenderedResponse): Promise<void> | null {
  const { packed } = answer;
  if (packed.bytes !== undefined || !acceptsGzip(request.headers['accept-encoding'])) return null;
  return isKnownTo(request, answer) ? null : packed.make();
}

/** What is sent, as of now. */
export function bodyOf(answer: RenderedResponse, packed: boolean, now: number): string | Buffer {
  const { body, tail } = answer;
  const gzip = packed ? (answer.packed.bytes ?? null) : null;
  if (tail === null) return gzip ?? body;
  const head = body as Buffer;
  const end = renderTail(tail, head, now);
  return gzip !== null ? gzipWithTail(gzip, tail, head.length, end) : Buffer.concat([head, end]);
}

/** RFC 9110 section 13.2.1: of an answer that is no success the condition is not looked at. */
function isKnownTo(request: FastifyRequest, { status, etag }: RenderedResponse): boolean {
  return status < 300 && etagMatches(request.headers['if-none-match'], etag);
}

/** If-None-Match by weak comparison (RFC 9110 section 13.1.2). */
function etagMatches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true; // nearly every client sends back the one tag it received
  if (header.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

function ageOf(answer: RenderedResponse, now: number): string {
  return String(Math.max(0, Math.floor((now - answer.computedAt) / 1_000)));
}

/** RFC 9110 section 12.5.3; `gzip;q=0` means "not gzip". */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !header.includes('gzip')) return false;
  return !header.includes(';') || !header.split(',').some((part) => GZIP_REFUSED.test(part.trim()));
}

const GZIP_REFUSED = /^gzip ?; ?q=0(?:\.0{0,3})?$/;
