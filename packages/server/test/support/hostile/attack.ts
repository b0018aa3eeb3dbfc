import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';

/** One hostile caller against a service at an address: does its worst once, and does not care what it is answered. */
export type Attack = (url: string, deps: AttackDeps) => Promise<unknown>;

export interface AttackDeps {
  /** Sends a request, reads the whole answer, so that nothing is left open, and tells its status. */
  readonly send: (url: string, sent?: Sent) => Promise<number>;
}

export interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
}

export interface Sender extends AttackDeps, AsyncDisposable {}

/** A sender with connections of its own, from one of the addresses of this machine. */
export function openSender({
  address,
  signalOf,
}: {
  address?: string;
  /** Of each request: ends it. */
  signalOf: () => AbortSignal;
}): Sender {
  const own = address === undefined ? {} : { localAddress: address };
  const dispatcher = new Agent({ ...own, headersTimeout: 0, bodyTimeout: 0 });
  return {
    async send(url, { method = 'GET', headers = {}, body = null } = {}) {
      const response = await request(url, { method, headers, body, dispatcher, signal: signalOf() });
      await response.body.dump();
      return response.statusCode;
    },
    [Symbol.asyncDispose]: () => dispatcher.destroy(),
  };
}

export function postJson(url: string, { send }: AttackDeps, body: string | Uint8Array): Promise<number> {
  return send(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** So many at once; what becomes of one does not concern the others. */
export function together(count: number, send: () => Promise<unknown>): Promise<unknown> {
  return Promise.allSettled(Array.from({ length: count }, send));
}

/** Made when it is first sent, and kept: an attacker has its bodies at hand. */
export function prepared(make: () => string): () => Uint8Array {
  let made: Uint8Array | null = null;
  return () => (made ??= Buffer.from(make()));
}
