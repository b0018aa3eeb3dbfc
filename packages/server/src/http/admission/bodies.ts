import { Transform } from 'node:stream';
import { type RawBody, UPLOAD_BYTES } from '@almanac/contract';
import type { FastifyReply, FastifyRequest, RequestPayload } from 'fastify';
import { bodyTooLarge, overloaded } from '../../app/errors.ts';
import { callerFrom } from '../rate-limit/caller.ts';
import type { CallerBudgets } from './caller-budgets.ts';
import type { Memory } from './memory.ts';

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
}

export interface BodiesOptions {
  readonly callers: CallerBudgets;
  readonly memory: Memory;
  /** Documents that are read and examined at the same time. */
  readonly maxDocuments: number;
}

/** Places for documents that only callers with a key may take. */
const KEYED_DOCUMENTS = 2;
/** Seconds until a document is likely to be examined. */
const RETRY_AFTER = 5;

/** Bodies are buffered whole: they take memory as they arrive, and give it back with the response. */
export function openBodies({ callers, memory, maxDocuments }: BodiesOptions): Bodies {
  let documents = 0;

  return {
    announced(request, reply, rawBody) {
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      const announced = Number(request.headers['content-length'] ?? 0);
      const use = open(request, reply, rawBody);
      try {
        if (announced > use.limit) throw bodyTooLarge(use.limit, mostOf(request));
        if (rawBody !== undefined || announced > UPLOAD_BYTES) use.becomeUpload();
        use.account.check(announced);
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
  };

  function open(request: FastifyRequest, reply: FastifyReply, rawBody: RawBody | undefined) {
    const caller = callerFrom(request);
    const most = mostOf(request);
    const account = memory.open(caller.authenticated);
    const endings: (() => void)[] = [() => account.close()];
    let held = 0;
    let ended = false;
    let isUpload = false;
    const use = {
      account,
      limit: caller.authenticated ? most : Math.min(most, rawBody?.limitWithoutKey ?? most),
      grow(bytes: number) {
        if (ended) return;
        if (held + bytes > UPLOAD_BYTES) use.becomeUpload();
        account.take(bytes);
        held += bytes;
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
