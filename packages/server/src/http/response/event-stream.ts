import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pushBudget } from '../rate-limit/rate-limit.ts';
import { pushIgnored } from '../request/ignored-parameters.ts';
import { JSON_HEADERS } from './headers.ts';

/** Server-sent events on their way to one reader. */
export interface EventStream {
  /** False: the reader has not taken what it was sent before, for longer than it may. */
  send(text: string): Promise<boolean>;
  /** Tells the reader why, and lets it go. */
  end(reason: string): void;
}

/** A reader that does not take its last words is cut off. */
const LAST_WORDS_MS = 1_000;

/** Begins the answer. Nothing is compressed: each event must arrive at once. */
export function openEventStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, slowMs, signal }: { readonly type: string; readonly slowMs: number; readonly signal: AbortSignal },
): EventStream {
  reply.hijack();
  const headers = ['x-cache', 'MISS', 'x-request-id', request.id, ...JSON_HEADERS, 'content-type', type];
  // Proxies keep what they read until a buffer is full, unless they are told not to.
  headers.push('cache-control', 'no-store', 'x-accel-buffering', 'no');
  // Nothing follows a stream: a process that ends need not wait for its connection.
  headers.push('connection', 'close');
  pushBudget(headers, request.budget);
  pushIgnored(headers, request);
  const { raw } = reply;
  raw.writeHead(200, headers);
  raw.flushHeaders();
  return {
    async send(text) {
      if (raw.write(text)) return true;
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(slowMs)]);
      try {
        await once(raw, 'drain', { signal: inTime });
        return true;
      } catch (error) {
        if (signal.aborted) throw signal.reason;
        if (inTime.aborted) return false;
        throw error;
      }
    },
    end(reason) {
      raw.end(eventText({ event: 'end', data: { reason } }));
      setTimeout(() => raw.destroy(), LAST_WORDS_MS).unref();
    },
  };
}

/** One event as the HTML standard writes it; the data is JSON, which has no line breaks. */
export function eventText({
  id,
  event,
  data,
}: {
  readonly id?: string;
  readonly event: string;
  readonly data: unknown;
}): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
