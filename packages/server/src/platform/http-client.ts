import type { Dispatcher } from 'undici';
import { sleep } from './clock.ts';
import { type DownloadedFile, downloadBody } from './download.ts';
import { publicOnly, type Resolve } from './http-client-address.ts';
import { beginningOf, readResponseBody } from './http-client-body.ts';
import { mergeOrigins, type Origin, USUAL_PATIENCE } from './http-client-origin.ts';
import { openDispatcher, type Proxy } from './http-client-proxy.ts';
import {
  answerOf,
  type GetOptions,
  type HttpResponse,
  type Hurry,
  type OnExchange,
  type OnHeaders,
  openRequests,
  type Pace,
  type RequestOptions,
  redirectOf,
} from './http-client-request.ts';
import { MAX_WAIT_MS, mayRetry, openRetryBudget, retryDelay } from './http-client-retry.ts';
import { inSpan } from './tracing.ts';

export interface HttpAnswer extends HttpResponse {
  readonly body: Uint8Array;
}

/** Disposing of it deletes the file. */
export interface Download extends HttpResponse, AsyncDisposable {
  /** Null unless the status is 200, or 206 in response to `firstBytes`. */
  readonly file: DownloadedFile | null;
  /** The file is only the beginning of the document. */
  readonly partial?: boolean;
}

export interface HttpClient {
  /** For documents that fit into memory. */
  get(url: string, options: GetOptions): Promise<HttpAnswer>;
  /** For larger documents. Writes a temporary file. */
  download(url: string, options: GetOptions): Promise<Download>;
  close(): Promise<void>;
}

export interface HttpClientOptions {
  /** Only these origins are requested, wherever a response points. */
  readonly allow: readonly (string | Origin)[];
  readonly userAgent: string;
  readonly pace?: Pace;
  readonly proxy?: Proxy | undefined;
  readonly resolve?: Resolve;
  readonly maxBytes?: number;
  readonly attemptTimeoutMs?: number;
  readonly downloadTimeoutMs?: number;
  readonly tries?: number;
  readonly sleep?: typeof sleep;
  readonly random?: () => number;
  readonly onExchange?: OnExchange;
  readonly onHeaders?: OnHeaders | undefined;
}

/** Configuration or a redirect led to an origin that no source uses. */
export class ForbiddenOrigin extends Error {
  override readonly name = 'ForbiddenOrigin';
  constructor(origin: string, from?: string) {
    super(from === undefined ? `${origin} is not among the allowed origins` : `${from} redirects to ${origin}`);
  }
}

/** The response did not arrive, or broke off. Names the upstream, which the network's own error does not. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

const MAX_REDIRECTS = 5;
const MEGABYTE = 1024 * 1024;

/** Sends GET requests to upstreams. All retries happen here, so that they don't multiply. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { random = Math.random, sleep: wait = sleep } = options;
  const origins = mergeOrigins(options.allow);
  const budget = openRetryBudget();
  const agent = openDispatcher(
    { connections: 8, connect: { timeout: 10_000, lookup: publicOnly(options.resolve) } },
    options.proxy,
  );
  const ask = openRequests({ ...options, dispatcher: agent });

  async function get(url: string, given: GetOptions): Promise<HttpAnswer> {
    const maxBytes = given.maxBytes ?? options.maxBytes ?? 64 * MEGABYTE;
    const read = async (response: Dispatcher.ResponseData): Promise<HttpAnswer> => ({
      ...answerOf(response),
      body: await readResponseBody(response, maxBytes),
    });
    return insistently(url, given, { encodings: 'gzip, br', maxBytes, timeoutMs: options.attemptTimeoutMs, read });
  }

  async function download(url: string, given: GetOptions): Promise<Download> {
    const maxBytes = given.maxBytes ?? 1024 * MEGABYTE;
    const read = async (response: Dispatcher.ResponseData): Promise<Download> => {
      const answer = answerOf(response);
      const part = answer.status === 206 ? beginningOf(answer.headers, given.firstBytes) : null;
      if (answer.status !== 200 && part === null) {
        await response.body.dump();
        return { ...answer, file: null, [Symbol.asyncDispose]: async () => {} };
      }
      const { file, remove } = await downloadBody(response, maxBytes);
      if (part === null) return { ...answer, file, [Symbol.asyncDispose]: remove };
      if (file.size === part.bytes) return { ...answer, file, partial: part.partial, [Symbol.asyncDispose]: remove };
      await remove();
      return { ...answer, file: null, [Symbol.asyncDispose]: async () => {} };
    };
    return insistently(url, given, {
      encodings: 'identity',
      maxBytes,
      timeoutMs: options.downloadTimeoutMs ?? 30 * 60_000,
      read,
    });
  }

  async function insistently<T extends HttpResponse>(
    url: string,
    given: GetOptions,
    request: RequestOptions<T>,
  ): Promise<T> {
    const { origin } = new URL(url);
    const rules = origins.get(origin) ?? { url };
    const tries = options.tries ?? rules.patience?.tries ?? USUAL_PATIENCE.tries;
    budget.earn(origin);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await spanned(url, attempt, () => once(url, given, request)).catch(failed);
      const may = attempt < tries && !given.signal.aborted && mayRetry(outcome, rules);
      const delay = may ? retryDelay(outcome, attempt, rules, random) : null;
      if (delay === null || isTooLate(delay, given.hurry) || !mayAskAgain(origin, delay)) {
        if ('error' in outcome) throw given.signal.aborted ? outcome.error : located(outcome.error, url);
        return outcome;
      }
      await wait(delay, given.signal);
    }
  }

  /** A single request after half a minute does not burden an upstream in trouble. */
  function mayAskAgain(origin: string, delayMs: number): boolean {
    return delayMs >= MAX_WAIT_MS || budget.spend(origin);
  }

  /** Covers redirects and the body, because a connection that breaks within the body deserves a retry, too. */
  async function once<T extends HttpResponse>(url: string, given: GetOptions, request: RequestOptions<T>): Promise<T> {
    let from: string | undefined;
    let target = new URL(url);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const { origin, href } = target;
      const rules = origins.get(origin);
      if (rules === undefined) throw new ForbiddenOrigin(origin, from);
      const answer = await ask(target, rules, given, request);
      const location = redirectOf(answer, given);
      if (location === null) return answer;
      target = new URL(location, target);
      from = href;
    }
    throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times`);
  }

  return { get, download, close: () => agent.close() };
}

function spanned<T extends HttpResponse>(url: string, attempt: number, ask: () => Promise<T>): Promise<T> {
  const { host } = new URL(url);
  const fields = { 'server.address': host, 'http.request.resend_count': attempt - 1 };
  return inSpan(`GET ${host}`, 'client', fields, async (note) => {
    const answer = await ask();
    note({ 'http.response.status_code': answer.status });
    return answer;
  });
}

function isTooLate(delayMs: number, hurry: Hurry | undefined): boolean {
  return hurry !== undefined && performance.now() + delayMs > hurry.until;
}

function failed(error: unknown): { readonly error: unknown } {
  return { error };
}

export function withOptions<H extends Pick<HttpClient, 'get' | 'download'>>(
  http: H,
  more: Pick<GetOptions, 'hurry' | 'onNotice'>,
): H {
  return {
    ...http,
    get: (url: string, options: GetOptions) => http.get(url, { ...options, ...more }),
    download: (url: string, options: GetOptions) => http.download(url, { ...options, ...more }),
  };
}

/** Adds the URL, which network errors lack. */
function located(error: unknown, url: string): unknown {
  if (!mayRetry({ error }, { url })) return error;
  const { message, code } = error as Error & { readonly code?: unknown };
  return new BrokenAnswer(`${new URL(url).host} could not be read: ${message || String(code)}`, { cause: error });
}
