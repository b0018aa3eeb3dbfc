import type { FastifyReply, FastifyRequest } from 'fastify';
import { CORS_HEADERS, PREFLIGHT_HEADERS } from './headers.ts';
import { pushBudget } from './rate-limit.ts';

/** OPTIONS on any address: what a browser asks before it sends a header of ours from another origin. */
export function sendPreflight(request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  const headers = request.sameOrigin === true ? [] : [...CORS_HEADERS, ...PREFLIGHT_HEADERS];
  headers.push('cache-control', 'no-store', 'x-cache', 'MISS', 'x-request-id', request.id);
  pushBudget(headers, request.budget);
  reply.raw.writeHead(204, headers).end();
}
