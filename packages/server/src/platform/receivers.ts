import { lookup } from 'node:dns';
import { type Dispatcher, request } from 'undici';
import { globalOnly, hostOf, type PrivateAddress, type Resolve, refuseWritten } from './http-client-address.ts';
import { openDispatcher, type Proxy } from './http-client-proxy.ts';

export interface Receivers {
  /** The operator vouches for these hosts: they may be private and need no TLS. */
  readonly hosts: ReadonlySet<string>;
  /** Tries once, without following redirects. Throws `PrivateAddress`, or the network's error. */
  post(url: URL, message: Message): Promise<Received>;
  close(): Promise<void>;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** How many bytes of the response to return; 0 for the status only. */
  readonly wanted: number;
}

export interface Received {
  readonly status: number;
  readonly body: string;
  /** From `Retry-After`, in seconds. */
  readonly retryAfter: number | null;
}

export interface ReceiversOptions {
  readonly hosts: ReadonlySet<string>;
  readonly userAgent: string;
  readonly proxy?: Proxy | undefined;
  readonly resolve?: Resolve;
}

/** Reading a longer response costs more than a new connection. */
const READ_ON = 16 * 1024;
const READ_ON_MS = 1_000;

export function openReceivers({ hosts, userAgent, proxy, resolve = lookup }: ReceiversOptions): Receivers {
  const agent = openDispatcher(
    {
      // A slow response must not delay others of the same origin. The caller limits concurrency.
      connections: null,
      connect: { timeout: 5_000, lookup: globalOnly(hosts, resolve) },
      keepAliveTimeout: 10_000,
    },
    proxy,
  );

  return {
    hosts,
    async post(url, { headers, body, timeoutMs, signal, wanted }) {
      refuseWritten(url, hosts);
      if (proxy !== undefined) await resolved(url);
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'user-agent': userAgent },
        body,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = wanted > 0 ? await beginningOf(answer, wanted) : await left(answer);
      return { status: answer.statusCode, body: text, retryAfter: secondsOf(answer.headers['retry-after']) };
    },
    close: () => agent.destroy(),
  };

  /** A proxy resolves the name itself, so check here that it is public. */
  async function resolved(url: URL): Promise<void> {
    const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
    globalOnly(hosts, resolve)(hostOf(url), {}, (error: PrivateAddress | Error | null) =>
      error === null ? pass() : refuse(error),
    );
    await promise;
  }
}

export const NO_RECEIVERS: Receivers = {
  hosts: new Set(),
  post: () => Promise.reject(new Error('no receiver can be reached')),
  close: () => Promise.resolve(),
};

async function beginningOf({ body }: Dispatcher.ResponseData, wanted: number): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= wanted) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, wanted);
}

/** Reads a short rest, so that the connection can be reused. */
async function left({ body }: Dispatcher.ResponseData): Promise<string> {
  await body.dump({ limit: READ_ON, signal: AbortSignal.timeout(READ_ON_MS) }).catch(() => {});
  return '';
}

function secondsOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
