import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiError } from '../app/errors.ts';
import type { Logger } from '../platform/logger.ts';
import type { Memory } from './admission/memory.ts';
import type { Stopping } from './admission/stopping.ts';
import { errorBody, sendError } from './errors/send-error.ts';
import { toApiError } from './errors/to-api-error.ts';
import type { Executed } from './pipeline.ts';
import { callerFrom } from './rate-limit/caller.ts';
import type { Observe } from './request/observe.ts';
import { packWhereWanted, sendRendered } from './response/send.ts';
import { sendStreamed } from './response/streamed.ts';

/** Sends responses, each of them observed once. */
export interface Responder {
  /** A promise where the response has to be compressed first, by another thread. */
  send(request: FastifyRequest, reply: FastifyReply, executed: Executed): Promise<void> | void;
  refuse(request: FastifyRequest, reply: FastifyReply, error: unknown, form?: ErrorForm): void;
  /** Before a response that is written elsewhere; `quiet`: it is not logged. */
  sending(request: FastifyRequest, reply: FastifyReply, status: number, quiet?: boolean): void;
}

/** Smaller responses are in the buffers of the socket at once. */
const HELD_RESPONSE = 256 << 10;

export type ErrorForm = (error: ApiError, requestId: string) => object;

export function openResponder({
  stopping,
  observe,
  log,
  notice,
  bodyLimit,
  memory,
  now,
}: {
  stopping: Stopping;
  observe: Observe;
  log: Logger;
  /** What every page of the site says. */
  notice: string | null;
  bodyLimit: number;
  memory: Memory;
  now: () => number;
}): Responder {
  return {
    send(request, reply, { response, hit }) {
      const sendNow = () => {
        try {
          holdUntilSent(request, reply, response);
        } catch (error) {
          return this.refuse(request, reply, error);
        }
        stopping.beforeSending(reply.raw);
        const status =
          'chunks' in response
            ? sendStreamed(request, reply, response)
            : sendRendered(request, reply, response, hit, now());
        observe(request, status, hit);
      };
      const packing = 'chunks' in response ? null : packWhereWanted(request, response);
      return packing === null ? sendNow() : packing.then(sendNow);
    },
    refuse(request, reply, error, form = errorBody) {
      if (reply.sent) return;
      const known = toApiError(error, request.routeOptions?.bodyLimit ?? bodyLimit);
      stopping.beforeSending(reply.raw);
      sendError(request, reply, known, { log, notice, form });
      observe(request, known.status, false, known.quiet || undefined);
    },
    sending(request, reply, status, quiet) {
      stopping.beforeSending(reply.raw);
      observe(request, status, false, quiet);
    },
  };

  /** A response that its reader takes slowly stays in memory meanwhile. */
  function holdUntilSent(request: FastifyRequest, reply: FastifyReply, response: Executed['response']): void {
    const bytes = 'chunks' in response ? sumBy(response.chunks) : response.body.length;
    if (bytes < HELD_RESPONSE) return;
    const account = memory.open(callerFrom(request).authenticated);
    account.take(bytes);
    reply.raw.once('close', () => account.close());
  }
}

function sumBy(chunks: readonly Uint8Array[]): number {
  return chunks.reduce((sum, { length }) => sum + length, 0);
}
