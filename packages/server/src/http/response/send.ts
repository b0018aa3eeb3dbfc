import type { FastifyReply, FastifyRequest } from 'fastify';
import { gzipOf, tailOf } from '../../app/json/per-request-tail.ts';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { pushIgnored } from '../request/ignored-parameters.ts';
import { pushDeprecation } from './deprecation.ts';
import { etagMatches, type Finished } from './rendered.ts';

/**
 * Sends a finished answer in one `writeHead`, past Fastify's own reply: setting headers one by one costs more than the
 * limiter and the cache together. The limit headers are made here for each request and are never part of what is kept.
 * Answers the status that was sent.
 */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Finished,
  hit: boolean,
  now: number,
): number {
  reply.hijack();
  const headers = hit ? ['x-cache', 'HIT', 'age', ageOf(answer, now)] : ['x-cache', 'MISS'];
  headers.push('x-request-id', request.id, 'etag', answer.etag, ...answer.headers);
  pushBudget(headers, request.budget);
  pushIgnored(headers, request);
  pushDeprecation(headers, request);
  // RFC 9110 section 13.2.1: of an answer that is no success the condition is not looked at.
  if (answer.status < 300 && etagMatches(request.headers['if-none-match'], answer.etag)) {
    reply.raw.writeHead(304, headers).end();
    return 304;
  }
  const packed = answer.gzip !== null && acceptsGzip(request.headers['accept-encoding']);
  const body = bodyOf(answer, packed, now);
  if (packed) headers.push('content-encoding', 'gzip');
  headers.push('content-type', answer.type, 'content-length', String(body.length));
  reply.raw.writeHead(answer.status, headers).end(request.method === 'HEAD' ? undefined : body, 'latin1');
  return answer.status;
}

/** What is sent, as of now. */
export function bodyOf({ body, gzip, live }: Finished, packed: boolean, now: number): string | Buffer {
  if (live === null) return packed && gzip !== null ? gzip : body;
  const head = body as Buffer;
  const tail = tailOf(live, head, now);
  return packed && gzip !== null ? gzipOf(gzip, live, head.length, tail) : Buffer.concat([head, tail]);
}

function ageOf(answer: Finished, now: number): string {
  return String(Math.max(0, Math.floor((now - answer.computedAt) / 1_000)));
}

/** RFC 9110 section 12.5.3; `gzip;q=0` means "not gzip". */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (typeof header !== 'string' || !header.includes('gzip')) return false;
  return !header.includes(';') || !header.split(',').some((part) => GZIP_REFUSED.test(part.trim()));
}

const GZIP_REFUSED = /^gzip ?; ?q=0(?:\.0{0,3})?$/;
