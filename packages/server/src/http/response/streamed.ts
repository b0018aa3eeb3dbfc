import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { pushIgnored } from '../request/ignored-parameters.ts';
import { pushDeprecation } from './deprecation.ts';
import { acceptsGzip } from './send.ts';

/** An answer that is too large to be put together: it is sent piece by piece, as fast as it is taken, and kept by nobody. */
export interface Flowing {
  readonly chunks: readonly Uint8Array[];
  readonly type: string;
  readonly headers: readonly string[];
}

/** Answers the status that was sent. Whoever goes away in the middle is no fault of ours. */
export function sendFlowing(request: FastifyRequest, reply: FastifyReply, { chunks, type, headers }: Flowing): number {
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
