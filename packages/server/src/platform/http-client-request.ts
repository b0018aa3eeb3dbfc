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
  readonly onNotice?: (notice: HttpNotice) => void;
}

/** Something about an upstream that a person should know of, though the request went on; `TOKEN_ACCEPTED` ends a refusal. */
export interface HttpNotice {
  readonly code: 'TOKEN_REFUSED' | 'TOKEN_ACCEPTED' | 'BLOCKED';
  readonly detail: string;
}

export interface Hurry {
  /** By the monotonic clock: a turn after it is of no use, and not taken. */
  readonly until: number;
  /** It is about something that the collection carries. */
  readonly carried: boolean;
}

/** Consulted for every request that is sent, retries and redirects included. `origin` may be one `withoutToken`. */
export interface Pace {
  /** Resolves when the origin may be asked; rejects when it is known to be down, or would be too late for who is in a hurry. */
  before(origin: string, signal: AbortSignal, hurry?: Hurry): Promise<void>;
  /** `restMs`: for how long it asks to be left alone, longer than a request can wait. */
  after(origin: string, outcome: 'answered' | 'failed', restMs?: number | null): Promise<void>;
}

/** How one document is asked for and read. */
export interface RequestOptions<T> {
  readonly encodings: string;
  readonly maxBytes: number;
  /** The origin's patience when left out. */
  readonly timeoutMs?: number | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** By which name it is paced; the origin's by default. */
  readonly place?: string;
  readonly read: (response: Dispatcher.ResponseData) => Promise<T>;
}

/** A token that was refused may have been renewed by then, or the refusal was a fault of the upstream's. */
const BAD_TOKEN_MS = 3_600_000;

/** One request as it was sent, and its answer. A redirect is an exchange of its own. */
export interface HttpExchange {
  readonly url: string;
  readonly isConditional: boolean;
  readonly withToken: boolean;
  /** With the unpacked body or the file that it went to; with neither for a redirect. */
  readonly answer: HttpResponse & { readonly file?: DownloadedFile | null };
  /** From the request to the headers of the answer. */
  readonly waitedMs: number;
  readonly limits: { readonly headersMs: number; readonly maxBytes: number };
}

/** Called before the answer is used; what it throws fails the request. */
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

/** Called when the headers of an answer have arrived, before its body is read. */
export type OnHeaders = (origin: string, headers: ReadonlyMap<string, string>) => void;

type AskOrigin = <T extends HttpResponse>(
  target: URL,
  rules: Origin,
  given: GetOptions,
  options: RequestOptions<T>,
) => Promise<T>;

/** Opens the function that sends one request to one origin, in its turn. A token that is refused is left out. */
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
    // The token may be good for other requests, so that a spent budget of those without one says nothing about the origin.
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
    // GitHub blocks addresses that go on sending bad credentials.
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
      // That we were told to stop says nothing about the origin.
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

/** Returns where to ask instead, where redirects are followed. */
export function redirectOf({ status, headers }: HttpResponse, { follow }: GetOptions): string | null {
  if (follow === false || status < 300 || status > 399 || status === 304) return null;
  return headers.get('location') ?? null;
}

/** Nothing reads the body of a redirect. */
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
