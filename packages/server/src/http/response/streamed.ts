import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { pushIgnored } from '../request/ignored-parameters.ts';
import { pushDeprecation } from './deprecation.ts';
import type { RenderedResponse } from './rendered.ts';
import { acceptsGzip } from './send.ts';

/** A response that is too large for one buffer: it is sent piece by piece, as fast as it is taken, and never cached. */
export interface StreamedResponse {
  readonly chunks: readonly Uint8Array[];
  readonly type: string;
  readonly headers: readonly string[];
}

export function assertBuffered(response: RenderedResponse | StreamedResponse): RenderedResponse {
  if ('chunks' in response) throw new Error('a streamed response cannot be cached');
  return response;
}

/** Returns the status that was sent. Whoever goes away in the middle is no fault of ours. */
export function sendStreamed(
  request: FastifyRequest,
  reply: FastifyReply,
  { chunks, type, headers }: StreamedResponse,
): number {
  reply.hijack();
  const packed = acceptsGzip(request.headers['accept-encoding']);
  const all = ['x-cache', 'MISS', 'x-request-id', request.id, ...headers, 'content-type', type];
  pushBudget(all, request.budget);
  pushIgnored(all, request);
  pushDeprecation(all, request);
  if (packed) all.push('content-encoding', 'gzip');
  else all.push('content-length', String(chunks.reduce((sum, { length }) => sum + length, 0)));
  reply.raw.writeHead(200, all);
  const source = Readable.from(chunks, { objectMode: true, highWaterMark: 1 });
  // The lowest level: it takes a tenth of the time of the usual one, and proofs repeat themselves.
  const flow = packed
    ? pipeline(source, createGzip({ level: constants.Z_BEST_SPEED }), reply.raw)
    : pipeline(source, reply.raw);
  flow.catch(() => reply.raw.destroy());
  return 200;
}
