import { type Dispatcher, request } from 'undici';
import { sleep } from './clock.ts';
import { type DownloadedFile, downloadBody } from './download.ts';
import { publicOnly, type Resolve } from './http-client-address.ts';
import { readResponseBody } from './http-client-body.ts';
import { openDispatcher, type Proxy, refusePrivate } from './http-client-proxy.ts';
import { beginningOf } from './http-client-range.ts';
import { longRest, mayRetry, openRetryBudget, retryDelay } from './http-client-retry.ts';
import { inSpan } from './tracing.ts';

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly lastModified: string | null;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

export interface HttpAnswer extends Answer {
  readonly body: Uint8Array;
}

/** To be disposed of: the file goes with it. */
export interface Download extends Answer, AsyncDisposable {
  /** Null unless the status is 200, or 206 with what `firstBytes` asked for. */
  readonly file: DownloadedFile | null;
  /** The file is only the beginning of the document. */
  readonly partial?: boolean;
}

export interface GetOptions {
  readonly signal: AbortSignal;
  /** Makes the request conditional: the answer may be 304 without a body. */
  readonly etag?: string | null;
  /** The same for upstreams without tags: the text of an earlier answer's `lastModified`. */
  readonly modifiedSince?: string | null;
  readonly accept?: string;
  /** `false`: where it redirects to is the answer. */
  readonly follow?: boolean;
  /** Unpacked; larger answers are refused. */
  readonly maxBytes?: number;
  /** Of a download: no more than the beginning, where the upstream gives parts. */
  readonly firstBytes?: number;
  /** Of a request that somebody waits for. */
  readonly hurry?: Hurry;
}

export interface Hurry {
  /** By the monotonic clock: a turn after it is of no use, and not taken. */
  readonly until: number;
  /** It is about something that the collection carries. */
  readonly carried: boolean;
}

export interface HttpClient {
  /** For documents that fit into memory. */
  get(url: string, options: GetOptions): Promise<HttpAnswer>;
  /** For all others: into a temporary file. */
  download(url: string, options: GetOptions): Promise<Download>;
  close(): Promise<void>;
}

/** What may be asked of one origin. */
export interface Origin {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses beside the usual ones by which it says that it is asked too often. */
  readonly throttles?: readonly number[];
}

/** Consulted for every request that is sent, retries and redirects included. */
export interface Pace {
  /** Resolves when the origin may be asked; rejects when it is known to be down, or would be too late for who is in a hurry. */
  before(origin: string, signal: AbortSignal, hurry?: Hurry): Promise<void>;
  /** `restMs`: for how long it asks to be left alone, longer than a request can wait. */
  after(origin: string, outcome: 'answered' | 'failed', restMs?: number | null): Promise<void>;
}

export interface HttpClientOptions {
  /** Addresses as configured. Nothing but their origins is ever asked, wherever an answer may point. */
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
}

/** We were told, by configuration or by a redirect, to go where no source of ours lives. */
export class ForbiddenOrigin extends Error {
  override readonly name = 'ForbiddenOrigin';
  constructor(origin: string, from?: string) {
    super(from === undefined ? `${origin} is not among the allowed origins` : `${from} redirects to ${origin}`);
  }
}

/** The answer did not come, or broke off. Of several upstreams the network's own words do not say which. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
}

const MAX_REDIRECTS = 5;
const MEGABYTE = 1024 * 1024;

/** GET for upstreams. Retries live here and nowhere else, so that they do not multiply. */
export function openHttpClient(options: HttpClientOptions): HttpClient {
  const { tries = 3, random = Math.random, pace = unhurried } = options;
  const wait = options.sleep ?? sleep;
  const origins = originsOf(options.allow);
  const budget = openRetryBudget();
  const agent = openDispatcher(
    {
      connections: 8,
      connect: { timeout: 10_000, lookup: publicOnly(options.resolve) },
      headersTimeout: 30_000,
      bodyTimeout: 30_000,
    },
    options.proxy,
  );

  async function get(url: string, given: GetOptions): Promise<HttpAnswer> {
    const maxBytes = given.maxBytes ?? options.maxBytes ?? 64 * MEGABYTE;
    return insistently(url, given, options.attemptTimeoutMs ?? 60_000, 'gzip, br', async (response) => ({
      ...answerOf(response),
      body: await readResponseBody(response, maxBytes),
    }));
  }

  async function download(url: string, given: GetOptions): Promise<Download> {
    const maxBytes = given.maxBytes ?? 1024 * MEGABYTE;
    return insistently(url, given, options.downloadTimeoutMs ?? 30 * 60_000, 'identity', async (response) => {
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
    });
  }

  async function insistently<T extends Answer>(
    url: string,
    given: GetOptions,
    timeoutMs: number,
    encodings: string,
    take: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    const { origin } = new URL(url);
    const throttles = origins.get(origin)?.throttles ?? [];
    budget.earn(origin);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await spanned(url, attempt, () => once(url, given, timeoutMs, encodings, take)).catch(failed);
      const may = attempt < tries && !given.signal.aborted && mayRetry(outcome, throttles);
      const delay = may ? retryDelay(outcome, attempt, random) : null;
      if (delay === null || !budget.spend(origin)) {
        if ('error' in outcome) throw given.signal.aborted ? outcome.error : located(outcome.error, url);
        return outcome;
      }
      await wait(delay, given.signal);
    }
  }

  /** One attempt, redirects and body included: a connection that breaks within the body is as good a reason to retry. */
  async function once<T>(
    url: string,
    given: GetOptions,
    timeoutMs: number,
    encodings: string,
    take: (response: Dispatcher.ResponseData) => Promise<T>,
  ): Promise<T> {
    let from: string | undefined;
    let target = new URL(url);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const { origin, href } = target;
      const rules = origins.get(origin);
      if (rules === undefined) throw new ForbiddenOrigin(origin, from);
      await pace.before(origin, given.signal, given.hurry);
      const headers = { ...headersOf(given, options), ...rules.headers, 'accept-encoding': encodings };
      const signal = AbortSignal.any([given.signal, AbortSignal.timeout(timeoutMs)]);
      try {
        if (options.proxy !== undefined) await refusePrivate(target, options.resolve);
        const response = await request(target, { dispatcher: agent, signal, headers });
        const location = given.follow === false ? null : redirectOf(response);
        const taken = location === null ? await take(response) : await response.body.dump();
        if (!isFailure(response.statusCode, rules)) await pace.after(origin, 'answered');
        else await pace.after(origin, 'failed', longRest(answerOf(response).headers));
        if (location === null) return taken as T;
        target = new URL(location, target);
      } catch (error) {
        // That we were told to stop says nothing about the origin.
        if (!given.signal.aborted) await pace.after(origin, 'failed');
        throw error;
      }
      from = href;
    }
    throw new Error(`${url} redirects more than ${MAX_REDIRECTS} times`);
  }

  return { get, download, close: () => agent.close() };
}

/** A span for each attempt. */
function spanned<T extends Answer>(url: string, attempt: number, ask: () => Promise<T>): Promise<T> {
  const { host } = new URL(url);
  const fields = { 'server.address': host, 'http.request.resend_count': attempt - 1 };
  return inSpan(`GET ${host}`, 'client', fields, async (note) => {
    const answer = await ask();
    note({ 'http.response.status_code': answer.status });
    return answer;
  });
}

function failed(error: unknown): { readonly error: unknown } {
  return { error };
}

function headersOf(
  { etag, modifiedSince, accept = 'application/json', firstBytes }: GetOptions,
  { userAgent }: HttpClientOptions,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept,
    ...(etag && { 'if-none-match': etag }),
    ...(modifiedSince && { 'if-modified-since': modifiedSince }),
    ...(firstBytes && { range: `bytes=0-${firstBytes - 1}` }),
  };
}

/** The same client, for requests that somebody waits for. */
export function hurried<H extends Pick<HttpClient, 'get' | 'download'>>(http: H, hurry: Hurry): H {
  return {
    ...http,
    get: (url: string, options: GetOptions) => http.get(url, { ...options, hurry }),
    download: (url: string, options: GetOptions) => http.download(url, { ...options, hurry }),
  };
}

const unhurried: Pace = { before: async () => {}, after: async () => {} };

/** Of several rules for one origin the later add to the earlier ones. */
function originsOf(allow: readonly (string | Origin)[]): Map<string, Origin> {
  const origins = new Map<string, Origin>();
  for (const given of allow) {
    const rules = typeof given === 'string' ? { url: given } : given;
    const { origin } = new URL(rules.url);
    const known = origins.get(origin);
    const throttles = [...(known?.throttles ?? []), ...(rules.throttles ?? [])];
    origins.set(origin, { ...known, ...rules, throttles, headers: { ...known?.headers, ...rules.headers } });
  }
  return origins;
}

/** Errors of the network say what happened and not where. */
function located(error: unknown, url: string): unknown {
  if (!mayRetry({ error }, [])) return error;
  const { message, code } = error as Error & { readonly code?: unknown };
  return new BrokenAnswer(`${new URL(url).host} could not be read: ${message || String(code)}`, { cause: error });
}

function redirectOf(response: Dispatcher.ResponseData): string | null {
  const { statusCode } = response;
  return statusCode >= 300 && statusCode <= 399 && statusCode !== 304 ? header(response, 'location') : null;
}

function isFailure(status: number, { throttles = [] }: Origin): boolean {
  return status === 429 || status >= 500 || throttles.includes(status);
}

function answerOf(response: Dispatcher.ResponseData): Answer {
  const names = Object.keys(response.headers);
  return {
    status: response.statusCode,
    etag: header(response, 'etag'),
    lastModified: header(response, 'last-modified'),
    headers: new Map(names.map((name) => [name.toLowerCase(), header(response, name) ?? ''])),
  };
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
