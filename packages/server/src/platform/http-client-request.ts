import { type Dispatcher, request } from 'undici';
import type { DownloadedFile } from './download.ts';
import type { Resolve } from './http-client-address.ts';
import { type AnswerFacts, type Origin, USUAL_PATIENCE, withoutToken } from './http-client-origin.ts';
import { type Proxy, refusePrivate } from './http-client-proxy.ts';
import {
  isBadToken,
  isBlocked,
  isFailure,
  isTokenAccepted,
  mayBlameToken,
  refusalMessage,
  restAfter,
} from './http-client-retry.ts';

export interface HttpResponse extends AnswerFacts {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

export interface GetOptions {
  readonly signal: AbortSignal;
  /** Makes the request conditional; the response may be 304 without a body. */
  readonly etag?: string | null;
  /** For upstreams without tags: `lastModified` of an earlier response. */
  readonly modifiedSince?: string | null;
  readonly accept?: string;
  /** `false` returns the redirect itself. */
  readonly follow?: boolean;
  /** Limits the unpacked size. */
  readonly maxBytes?: number;
  /** For downloads: requests only the beginning, if the upstream supports ranges. */
  readonly firstBytes?: number;
  /** For requests that somebody waits for. */
  readonly hurry?: Hurry;
  readonly onNotice?: (notice: HttpNotice) => void;
}

/** A warning for operators about a request that still succeeded. `TOKEN_ACCEPTED` clears it. */
export interface HttpNotice {
  readonly code: 'TOKEN_REFUSED' | 'TOKEN_ACCEPTED' | 'BLOCKED';
  readonly detail: string;
}

export interface Hurry {
  /** On the monotonic clock. A later turn would be useless and is not taken. */
  readonly until: number;
  /** Concerns a package of the collection. */
  readonly carried: boolean;
}

/** Consulted before every request, including retries and redirects. `origin` may come from `withoutToken`. */
export interface Pace {
  /** Resolves when the origin may be asked. Rejects if it is known to be down, or too late for `hurry`. */
  before(origin: string, signal: AbortSignal, hurry?: Hurry): Promise<void>;
  /** `restMs`: how long the origin asks us to pause, if longer than a request can wait. */
  after(origin: string, outcome: 'answered' | 'failed', restMs?: number | null): Promise<void>;
}

export interface RequestOptions<T> {
  readonly encodings: string;
  readonly maxBytes: number;
  /** Defaults to the origin's patience. */
  readonly timeoutMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** The name for pacing; the origin by default. */
  readonly place?: string;
  readonly read: (response: Dispatcher.ResponseData) => Promise<T>;
}

/** Retries the token after an hour: it may have been renewed, or the upstream may have recovered. */
const BAD_TOKEN_MS = 3_600_000;

export interface HttpExchange {
  readonly url: string;
  readonly isConditional: boolean;
  readonly withToken: boolean;
  /** With the unpacked body or a file; a redirect has neither. */
  readonly answer: HttpResponse & { readonly file?: DownloadedFile | null };
  readonly waitedMs: number;
  readonly limits: { readonly headersMs: number; readonly maxBytes: number };
}

/** Called before the response is used. An exception fails the request. */
export type OnExchange = (exchange: HttpExchange) => void | Promise<void>;

interface RequestDeps {
  readonly dispatcher: Dispatcher;
  readonly userAgent: string;
  readonly pace?: Pace | undefined;
  readonly proxy?: Proxy | undefined;
  readonly resolve?: Resolve | undefined;
  readonly onExchange?: OnExchange | undefined;
  readonly onHeaders?: OnHeaders | undefined;
}

export type OnHeaders = (origin: string, headers: ReadonlyMap<string, string>) => void;

type AskOrigin = <T extends HttpResponse>(
  target: URL,
  rules: Origin,
  given: GetOptions,
  options: RequestOptions<T>,
) => Promise<T>;

/** Returns a function that sends one request to one origin when it is its turn. Omits a token that was refused. */
export function openRequests(deps: RequestDeps): AskOrigin {
  const { dispatcher, userAgent, pace = unhurried, proxy, resolve, onExchange, onHeaders } = deps;
  const badTokens = new Map<string, { readonly notice: HttpNotice; readonly until: number }>();

  return async function ask<T extends HttpResponse>(
    target: URL,
    rules: Origin,
    given: GetOptions,
    options: RequestOptions<T>,
  ): Promise<T> {
    const { host, origin } = target;
    const refused = badTokens.get(origin);
    if (rules.token === undefined) return send(target, rules, given, options);
    // The token may work for other requests, so an exhausted anonymous budget says nothing about the origin.
    const anonymous = { ...options, place: withoutToken(origin) };
    if (refused !== undefined && performance.now() < refused.until) {
      given.onNotice?.(refused.notice);
      return send(target, rules, given, anonymous);
    }
    const answer = await send(target, rules, given, { ...options, headers: rules.token.headers });
    if (!mayBlameToken(answer, rules)) {
      if (isTokenAccepted(answer, rules)) given.onNotice?.({ code: 'TOKEN_ACCEPTED', detail: host });
      return answer;
    }
    const isBad = isBadToken(answer, rules);
    // GitHub blocks addresses that keep sending bad credentials.
    if (isBad) badTokens.set(origin, { notice: reportRefusal(''), until: performance.now() + BAD_TOKEN_MS });
    const without = await send(target, rules, given, anonymous);
    if (!isBad && without.status < 400) reportRefusal(` and ${without.status} without`);
    return without;

    function reportRefusal(comparison: string): HttpNotice {
      const message = refusalMessage(answer);
      const detail = `${host} answers ${answer.status} with the token${comparison}${message && `: ${message}`}`;
      const notice = { code: 'TOKEN_REFUSED', detail } as const;
      given.onNotice?.(notice);
      return notice;
    }
  };

  async function send<T extends HttpResponse>(
    target: URL,
    rules: Origin,
    given: GetOptions,
    options: RequestOptions<T>,
  ): Promise<T> {
    const { host } = target;
    const { place = target.origin } = options;
    await pace.before(place, given.signal, given.hurry);
    const { headersMs, bodyMs, attemptMs } = { ...USUAL_PATIENCE, ...rules.patience };
    const headers = {
      ...headersOf(given, userAgent),
      ...rules.headers,
      ...options.headers,
      'accept-encoding': options.encodings,
    };
    const signal = AbortSignal.any([given.signal, AbortSignal.timeout(options.timeoutMs ?? attemptMs)]);
    try {
      if (proxy !== undefined) await refusePrivate(target, resolve);
      const sentAt = performance.now();
      const timeouts = { headersTimeout: headersMs, bodyTimeout: bodyMs };
      const response = await request(target, { dispatcher, signal, headers, ...timeouts });
      const waitedMs = performance.now() - sentAt;
      const arrived = answerOf(response);
      onHeaders?.(target.origin, arrived.headers);
      const answer = redirectOf(arrived, given) === null ? await options.read(response) : await discard<T>(response);
      await onExchange?.({
        url: target.href,
        isConditional: 'if-none-match' in headers || 'if-modified-since' in headers,
        withToken: options.headers !== undefined,
        answer,
        waitedMs,
        limits: { headersMs, maxBytes: options.maxBytes },
      });
      const failure = isFailure(answer, rules);
      const rest = failure ? restAfter(answer, rules) : null;
      if (isBlocked(answer, rules)) {
        const detail = `${host} answers ${answer.status} and is not asked for ${(rest ?? 0) / 3_600_000} hours`;
        given.onNotice?.({ code: 'BLOCKED', detail });
      }
      await pace.after(place, failure ? 'failed' : 'answered', rest);
      return answer;
    } catch (error) {
      // Our own abort says nothing about the origin.
      if (!given.signal.aborted) await pace.after(place, 'failed');
      throw error;
    }
  }
}

const unhurried: Pace = { before: async () => {}, after: async () => {} };

function headersOf(
  { etag, modifiedSince, accept = 'application/json, */*;q=0.1', firstBytes }: GetOptions,
  userAgent: string,
): Record<string, string> {
  return {
    'user-agent': userAgent,
    accept,
    ...(etag && { 'if-none-match': etag }),
    ...(modifiedSince && { 'if-modified-since': modifiedSince }),
    ...(firstBytes && { range: `bytes=0-${firstBytes - 1}` }),
  };
}

export function redirectOf({ status, headers }: HttpResponse, { follow }: GetOptions): string | null {
  if (follow === false || status < 300 || status > 399 || status === 304) return null;
  return headers.get('location') ?? null;
}

/** Redirect bodies are not read. */
async function discard<T extends HttpResponse>(response: Dispatcher.ResponseData): Promise<T> {
  await response.body.dump();
  return answerOf(response) as T;
}

export function answerOf(response: Dispatcher.ResponseData): HttpResponse {
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
