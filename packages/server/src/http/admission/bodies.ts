import { Transform } from 'node:stream';
import { type RawBody, UPLOAD_BYTES } from '@almanac/contract';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { bodyTooLarge, overloaded } from '../../app/errors.ts';
import { callerFrom } from '../rate-limit/caller.ts';
import { byteBudget } from './byte-budget.ts';
import type { CallerBudgets } from './caller-budgets.ts';

/** What a request's body takes until the request is answered. */
export interface BodyUse {
  /** The most bytes of it. */
  readonly limit: number;
  /** Reserves so many more, or throws; a body that grows large becomes an upload. */
  grow(bytes: number): void;
  /** Takes a place for a document that has arrived, or throws. Other bodies need none. */
  enterDocument(): void;
}

export interface Bodies {
  /** Returns why a body of the announced length is not taken, before anything of it is read. */
  announced(request: FastifyRequest, reply: FastifyReply, rawBody?: RawBody): Error | undefined;
  /** Counts a body as it arrives: one that is announced and held back takes nothing from others. */
  arriving(request: FastifyRequest, payload: RequestPayload): RequestPayload;
  /** Returns why a body that has arrived is not worked on. */
  arrived(request: FastifyRequest): Error | undefined;
  readonly bytes: number;
}

export interface BodiesOptions {
  readonly callers: CallerBudgets;
  /** Bytes in memory at the same time. */
  readonly maxBytes: number;
  /** Documents that are read and examined at the same time. */
  readonly maxDocuments: number;
}

/** Places for documents that only callers with a key may take. */
const KEYED_DOCUMENTS = 2;
/** A sender has 15 s; most need less. */
const RETRY_AFTER = 5;

/** Bodies are buffered whole: their bytes are reserved as they arrive, and released with the response. */
export function openBodies({ callers, maxBytes, maxDocuments }: BodiesOptions): Bodies {
  const budget = byteBudget(maxBytes);
  let documents = 0;

  return {
    announced(request, reply, rawBody) {
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      const announced = Number(request.headers['content-length'] ?? 0);
      const use = open(request, reply, rawBody);
      try {
        if (announced > use.limit) throw bodyTooLarge(use.limit, mostOf(request));
        if (rawBody !== undefined || announced > UPLOAD_BYTES) use.becomeUpload();
        use.refuseBeyond(announced);
        request.bodyUse = use;
        return undefined;
      } catch (error) {
        use.end();
        return error as Error;
      }
    },
    arriving(request, payload) {
      const { bodyUse: use } = request;
      if (use == null) return payload;
      let received = 0;
      const counted = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          received += chunk.length;
          try {
            if (received > use.limit) throw bodyTooLarge(use.limit, mostOf(request));
            use.grow(chunk.length);
            done(null, chunk);
          } catch (error) {
            done(error as Error);
          }
        },
      });
      payload.once('error', (error) => counted.destroy(error));
      return payload.pipe(counted);
    },
    arrived({ bodyUse }) {
      try {
        bodyUse?.enterDocument();
        return undefined;
      } catch (error) {
        return error as Error;
      }
    },
    get bytes() {
      return budget.used;
    },
  };

  function open(request: FastifyRequest, reply: FastifyReply, rawBody: RawBody | undefined) {
    const caller = callerFrom(request);
    const most = mostOf(request);
    const endings: (() => void)[] = [];
    let held = 0;
    let ended = false;
    let isUpload = false;
    const use = {
      limit: caller.authenticated ? most : Math.min(most, rawBody?.limitWithoutKey ?? most),
      grow(bytes: number) {
        if (ended) return;
        if (held + bytes > UPLOAD_BYTES) use.becomeUpload();
        use.refuseBeyond(bytes);
        budget.reserve(bytes);
        held += bytes;
      },
      refuseBeyond(bytes: number) {
        if (budget.hasRoom(bytes, caller.authenticated)) return;
        throw overloaded({ budget: 'bodyBytes', limit: budget.limit, retryAfter: RETRY_AFTER });
      },
      becomeUpload() {
        if (isUpload) return;
        endings.push(callers.enter('uploads', caller));
        isUpload = true;
      },
      enterDocument() {
        if (rawBody === undefined || ended) return;
        if (documents >= (caller.authenticated ? maxDocuments : maxDocuments - KEYED_DOCUMENTS)) {
          throw overloaded({ budget: 'documents', limit: maxDocuments, retryAfter: RETRY_AFTER });
        }
        documents += 1;
        endings.push(() => (documents -= 1));
      },
      end() {
        if (ended) return;
        ended = true;
        budget.release(held);
        for (const ending of endings) ending();
      },
    };
    // Whether it was answered or its sender went away.
    reply.raw.once('close', () => use.end());
    return use;
  }
}

function mostOf({ routeOptions }: FastifyRequest): number {
  return routeOptions.bodyLimit;
}
