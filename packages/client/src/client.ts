import type { Endpoint } from '@almanac/contract';
import { DEFAULT_RETRY_POLICY, type RetryPolicy, retryAfterOf, waitBefore } from '@almanac/core/retries';
import type * as z from 'zod';
import { answerFrom, isEnveloped } from './answer.ts';
import { AlmanacError, parseError } from './error.ts';
import { buildUrl, type GivenInput } from './request.ts';
import { keptAnswers } from './response-cache.ts';
import type { AnswerOf, InputOf } from './types.ts';

export interface ClientOptions extends Partial<RetryPolicy> {
  /** `https://host/api/v1`, or `/api/v1` in a page of the same site. */
  readonly baseUrl: string;
  /** An API key from `POST /request-access`. Most endpoints don't need one. */
  readonly apiKey?: string | undefined;
  /** Timeout per attempt. */
  readonly timeoutMs?: number;
  /** Characters of responses kept for conditional requests; 0 disables the cache. */
  readonly cacheChars?: number;
  /** Called before a retry, so that you can show the delay. */
  readonly onWait?: (wait: Wait) => void;
  /** Called with the `notice` of a response: the service has only a selection of the data. */
  readonly onNotice?: (notice: string) => void;
  /** Browsers send their own and ignore this. */
  readonly userAgent?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
  readonly random?: () => number;
}

export interface Wait {
  readonly milliseconds: number;
  /** Null without a response. */
  readonly status: number | null;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
  /**
   * Calls an endpoint and returns its response. The endpoint determines the types of input and response.
   *
   * ```ts
   * import { createClient } from '@almanac/client';
   * import { getCve } from '@almanac/contract';
   *
   * const almanac = createClient({ baseUrl: 'http://127.0.0.1:8080/api/v1' });
   * const { data } = await almanac.call(getCve, { params: { id: 'CVE-2024-3094' } });
   * console.log(data.cve_id);
   * ```
   *
   * Throws `AlmanacError` if the API returns an error or cannot be reached.
   */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<AnswerOf<E>>;
  /**
   * Returns the response as text: a feed or another document as it is, otherwise JSON.
   *
   * ```ts
   * const feed = await almanac.text(getAtomFeed, { query: { severity: 'critical' } });
   * ```
   */
  text(endpoint: Endpoint, input: GivenInput, options?: CallOptions): Promise<string>;
  /**
   * Iterates over all pages of a list.
   *
   * ```ts
   * for await (const { data } of almanac.pages(getIssues, { query: { severity: 'critical' } })) {
   *   for (const issue of data.issues) console.log(issue.number, issue.title);
   * }
   * ```
   */
  pages<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): AsyncGenerator<AnswerOf<E>>;
  /**
   * Follows `getChanges` without end. To resume later, pass the last `cursor` as `after`.
   *
   * ```ts
   * for await (const { data } of almanac.follow(getChanges, { query: { packages: 'curl,openssl' } })) {
   *   for (const change of data.changes) console.log(change.record, change.summary);
   * }
   * ```
   */
  follow<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): AsyncGenerator<AnswerOf<E>>;
}

const TIMEOUT_MS = 30_000;
const KEEP = 4_000_000;
/** Must be less than `timeoutMs`, which covers the whole attempt. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 1_000;

/** Requests with side effects are retried only if the server says that it did nothing. */
const CHANGING: ReadonlySet<string> = new Set(['/request-access', '/cve/:id/ingest', '/webhooks', '/webhooks/:id']);

/**
 * Creates a client of an Almanac API, for Node and browsers. Retries failed requests, and repeats unchanged ones
 * conditionally.
 *
 * ```ts
 * import { createClient } from '@almanac/client';
 * import { postPurls } from '@almanac/contract';
 *
 * const almanac = createClient({ baseUrl: 'http://127.0.0.1:8080/api/v1' });
 * const { data } = await almanac.call(postPurls, { body: { purls: ['pkg:npm/lodash@4.17.20'] } });
 * for (const { purl, verdict } of data.results) console.log(purl, verdict);
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, now = Date.now, random = Math.random } = options;
  const policy: RetryPolicy = { ...DEFAULT_RETRY_POLICY, ...options };
  const kept = keptAnswers(options.cacheChars ?? KEEP);
  const send = options.fetch ?? globalThis.fetch;

  async function text(endpoint: Endpoint, input: GivenInput, more?: CallOptions): Promise<string> {
    const said = await sent(endpoint, input, more);
    // Callers that pass the text on must not pass on a proxy's error page.
    if (isEnveloped(endpoint)) parseAnswer(said, options);
    return said;
  }

  async function sent(endpoint: Endpoint, input: GivenInput, { signal }: CallOptions = {}): Promise<string> {
    const address = buildUrl(baseUrl, endpoint, input);
    const idempotent = endpoint.method === 'GET' || !CHANGING.has(endpoint.path);
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await tried(endpoint, address, input, signal);
      if (typeof outcome === 'string') return outcome;
      const { status, retryAfter } = outcome;
      const wait = waitBefore(attempt, { status, retryAfter, idempotent }, policy, random);
      if (wait === null) throw outcome;
      options.onWait?.({ milliseconds: wait, status, attempt });
      await sleep(wait, signal);
    }
  }

  /** Returns errors of the API or network, and throws only if the caller aborts. */
  async function tried(
    endpoint: Endpoint,
    address: string,
    { body }: GivenInput,
    signal: AbortSignal | undefined,
  ): Promise<string | AlmanacError> {
    const before = endpoint.method === 'GET' ? kept.get(address) : undefined;
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(address, {
        method: endpoint.method,
        headers: buildHeaders(body, before?.etag),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      const said = await response.text();
      if (response.status === 304 && before !== undefined) return before.text;
      if (!response.ok)
        return parseError(response.status, said, retryAfterOf(response.headers.get('retry-after'), now()));
      const etag = response.headers.get('etag');
      if (endpoint.method === 'GET' && etag !== null) kept.set(address, { etag, text: said });
      return said;
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      if (deadline.aborted) return new AlmanacError('TIMEOUT', `No response within ${timeoutMs} ms`, { cause });
      return new AlmanacError('UNREACHABLE', `${parseHost(address)} cannot be reached`, { cause });
    }
  }

  function buildHeaders(body: unknown, etag: string | undefined): Record<string, string> {
    return {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }),
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
    };
  }

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, more?: CallOptions): Promise<AnswerOf<E>> {
    if (endpoint.unwrapped) throw new TypeError(`${endpoint.path} does not return JSON: use text()`);
    return parseAnswer(await sent(endpoint, input as GivenInput, more), options) as AnswerOf<E>;
  }

  async function* pages<E extends Endpoint>(endpoint: E, input: InputOf<E>, more?: CallOptions) {
    let next: InputOf<E> | null = input;
    while (next !== null) {
      const answer: AnswerOf<E> = await call(endpoint, next, more);
      yield answer;
      const query = followingPage(answer.data);
      next = query === null ? null : { ...next, query: { ...(next.query as object), ...query } };
    }
  }

  async function* follow<E extends Endpoint>(endpoint: E, input: InputOf<E>, more?: CallOptions) {
    for (let next = input; ; ) {
      const asked = now();
      const answer: AnswerOf<E> = await call(endpoint, next, more);
      yield answer;
      const { cursor, more: atOnce, changes } = answer.data as FollowedData;
      next = { ...next, query: { wait: WAIT_SECONDS, ...(next.query as object), after: cursor } };
      // Pauses here if the server did not wait.
      const rest = PAUSE_MS - (now() - asked);
      if (!atOnce && changes.length === 0 && rest > 0) await sleep(rest, more?.signal);
    }
  }

  return { call, text, pages, follow };
}

interface FollowedData {
  readonly cursor: string;
  readonly more: boolean;
  readonly changes: readonly unknown[];
}

/** Returns null after the last page. */
function followingPage(data: z.output<Endpoint['data']>): Record<string, string | number> | null {
  const { nextCursor, total, page, pageSize } = (data ?? {}) as Record<string, unknown>;
  if (typeof nextCursor === 'string') return { cursor: nextCursor };
  if (nextCursor === null || typeof total !== 'number' || typeof page !== 'number' || typeof pageSize !== 'number') {
    return null;
  }
  return page * pageSize < total ? { page: page + 1 } : null;
}

/** A relative URL belongs to the page's own host. */
function parseHost(address: string): string {
  return URL.canParse(address) ? new URL(address).host : 'The API';
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

function parseAnswer(text: string, { onNotice }: ClientOptions): object {
  const answer = answerFrom(text);
  if ('notice' in answer && typeof answer.notice === 'string') onNotice?.(answer.notice);
  return answer;
}
