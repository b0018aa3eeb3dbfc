import { lookup } from 'node:dns';
import { type Dispatcher, request } from 'undici';
import { globalOnly, hostOf, type PrivateAddress, type Resolve, refuseWritten } from './http-client-address.ts';
import { openDispatcher, type Proxy } from './http-client-proxy.ts';

/** Addresses that callers chose, to which something is posted. */
export interface Receivers {
  /** Hosts for which the operator answers: they may be private, and without TLS. */
  readonly hosts: ReadonlySet<string>;
  /** One attempt; redirects are not followed. Throws `PrivateAddress`, or why there is no answer. */
  post(url: URL, message: Message): Promise<Received>;
  close(): Promise<void>;
}

export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Bytes of the answer that are of interest; 0: its status alone. */
  readonly wanted: number;
}

export interface Received {
  readonly status: number;
  /** As much as was wanted. */
  readonly body: string;
  /** Of `Retry-After`, in seconds. */
  readonly retryAfter: number | null;
}

export interface ReceiversOptions {
  readonly hosts: ReadonlySet<string>;
  readonly userAgent: string;
  readonly proxy?: Proxy | undefined;
  readonly resolve?: Resolve;
}

/** A receiver that says more than this is cut off; keeping its connection is not worth reading on. */
const READ_ON = 16 * 1024;
const READ_ON_MS = 1_000;

export function openReceivers({ hosts, userAgent, proxy, resolve = lookup }: ReceiversOptions): Receivers {
  const agent = openDispatcher(
    {
      // Slow answers of one path must not keep others of the same origin waiting; who posts bounds how many are under way.
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

  /** A proxy looks the name up by itself: it has to be public here, too. */
  async function resolved(url: URL): Promise<void> {
    const { promise, resolve: pass, reject: refuse } = Promise.withResolvers<void>();
    globalOnly(hosts, resolve)(hostOf(url), {}, (error: PrivateAddress | Error | null) =>
      error === null ? pass() : refuse(error),
    );
    await promise;
  }
}

/** Nobody can be reached. */
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

/** The status says all. The rest is read so that the connection can be used again, as long as that is cheap. */
async function left({ body }: Dispatcher.ResponseData): Promise<string> {
  await body.dump({ limit: READ_ON, signal: AbortSignal.timeout(READ_ON_MS) }).catch(() => {});
  return '';
}

function secondsOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
