import { Agent, type Dispatcher, request } from 'undici';
import { sleep } from './clock.ts';
import { readBody } from './http-client-body.ts';
import { mayRetry, retryDelay } from './http-client-retry.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: Uint8Array;
}

export interface GetOptions {
  readonly signal: AbortSignal;
  /** Makes the request conditional: the answer may be 304 without a body. */
  readonly etag?: string | null;
  readonly accept?: string;
}

export interface HttpClient {
  get(url: string, options: GetOptions): Promise<HttpAnswer>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** Addresses as configured. Nothing but their origins is ever asked, wherever an answer may point. */
  readonly allow: readonly string[];
  readonly userAgent: string;
  readonly maxBytes?: number;
  readonly attemptTimeoutMs?: number;
  readonly tries?: number;
  readonly sleep?: typeof sleep;
  readonly random?: () => number;
}

/** We were told, by configuration or by a redirect, to go where no source of ours lives. */
export class ForbiddenOrigin extends Error {
  override readonly name = 'ForbiddenOrigin';
  constructor(origin: string, from?: string) {
    super(from === undefined ? `${origin} is not among the allowed origins` : `${from} redirects to ${origin}`);
  }
}

const MAX_REDIRECTS = 5;

/** GET for upstreams. Retries live here and nowhere else, so that they do not multiply. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { tries = 3, attemptTimeoutMs = 60_000, random = Math.random } = options;
  const wait = options.sleep ?? sleep;
  const allowed = new Set(options.allow.map((url) => new URL(url).origin));
  const agent = new Agent({
    connections: 8,
    connect: { timeout: 10_000 },
    headersTimeout: 30_000,
    bodyTimeout: 30_000,
  });

  async function get(url: string, given: GetOptions): Promise<HttpAnswer> {
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await once(url, given).catch((error: unknown) => ({ error }));
      const delay = attempt < tries && mayRetry(outcome) ? retryDelay(outcome, attempt, random) : null;
      if (delay === null || given.signal.aborted) {
        if ('error' in outcome) throw outcome.error;
        return { status: outcome.status, etag: outcome.etag, body: outcome.body };
      }
      await wait(delay, given.signal);
    }
  }

  /** One attempt, redirects and body included: a connection that breaks within the body is as good a reason to retry. */
  async function once(url: string, given: GetOptions): Promise<HttpAnswer & { retryAfter: string | null }> {
    const signal = AbortSignal.any([given.signal, AbortSignal.timeout(attemptTimeoutMs)]);
    let from: string | undefined;
    let target = new URL(url);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      if (!allowed.has(target.origin)) throw new ForbiddenOrigin(target.origin, from);
      const response = await request(target, { dispatcher: agent, signal, headers: headersOf(given) });
      const location = header(response, 'location');
      if (response.statusCode < 300 || response.statusCode > 399 || response.statusCode === 304 || location === null) {
        const body = await readBody(response, options.maxBytes ?? 64 * 1024 * 1024);
        const [etag, retryAfter] = [header(response, 'etag'), header(response, 'retry-after')];
        return { status: response.statusCode, etag, retryAfter, body };
      }
      await response.body.dump();
      from = target.href;
      target = new URL(location, target);
    }
    throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times`);
  }

  function headersOf({ etag, accept = 'application/json' }: GetOptions): Record<string, string> {
    const headers = { 'user-agent': options.userAgent, accept, 'accept-encoding': 'gzip, br' };
    return etag ? { ...headers, 'if-none-match': etag } : headers;
  }

  return { get, close: () => agent.close() };
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
