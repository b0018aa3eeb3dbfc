import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../app/errors.ts';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { CORS_HEADERS, PREFLIGHT_HEADERS } from '../response/headers.ts';

/** OPTIONS on any address: what a browser asks before it sends a header of ours from another origin. */
export function sendPreflight(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const headers = request.sameOrigin === true ? [] : [...CORS_HEADERS, ...PREFLIGHT_HEADERS];
  headers.push('cache-control', 'no-store', 'x-cache', 'MISS', 'x-request-id', request.id);
  pushBudget(headers, request.budget);
  reply.raw.writeHead(204, headers).end();
}

type Entrance = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

/** It counts and is not refused for that: to a page a refused preflight is no answer at all, and not one that says how long to wait. */
export function neverLimited(enter: Entrance): Entrance {
  return (request, reply, done) =>
    enter(request, reply, (error) => {
      done(error instanceof ApiError && error.code === 'RATE_LIMITED' ? undefined : error);
    });
}
