import type { Endpoint } from '@almanac/contract';
import { DEFAULT_RETRY_POLICY, type RetryPolicy, retryAfterOf, waitBefore } from '@almanac/core/retries';
import type * as z from 'zod';
import { answerFrom, isEnveloped } from './answer.ts';
import { AlmanacError, errorOf } from './error.ts';
import { addressOf, type GivenInput } from './request.ts';
import { keptAnswers } from './response-cache.ts';
import type { AnswerOf, InputOf } from './types.ts';

export interface ClientOptions extends Partial<RetryPolicy> {
  /** `https://host/api/v1`; in a page of the same site `/api/v1` will do. */
  readonly baseUrl: string;
  /** From `POST /request-access`; most endpoints need none. */
  readonly apiKey?: string | undefined;
  /** Milliseconds for one attempt. */
  readonly timeoutMs?: number;
  /** Characters of answers that are kept to be asked for conditionally; 0: none. */
  readonly cacheChars?: number;
  /** Told before a wait, to show it to a person. */
  readonly onWait?: (wait: Wait) => void;
  /** Called with the notice of every answer that has one: the service has a selection of the data. */
  readonly onNotice?: (notice: string) => void;
  /** Not for browsers: they have their own, and the API lets no page name another. */
  readonly userAgent?: string;
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
  readonly random?: () => number;
}

export interface Wait {
  readonly milliseconds: number;
  /** Null: no answer came. */
  readonly status: number | null;
  /** The attempt that failed, from 1. */
  readonly attempt: number;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
  /** Calls an endpoint of the contract; what it takes and answers follows from the endpoint passed. */
  call<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): Promise<AnswerOf<E>>;
  /** The answer as it is sent: of a feed or another document the document itself, else the JSON. */
  text(endpoint: Endpoint, input: GivenInput, options?: CallOptions): Promise<string>;
  /** All pages of a list, one after the other, by cursor where there is one, else by number. */
  pages<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): AsyncGenerator<AnswerOf<E>>;
  /** Answers of `getChanges`, one after the other and without an end: each has the cursor from which the next goes on. */
  follow<E extends Endpoint>(endpoint: E, input: InputOf<E>, options?: CallOptions): AsyncGenerator<AnswerOf<E>>;
}

const TIMEOUT_MS = 30_000;
const KEEP = 4_000_000;
/** Less than `timeoutMs`, which is for the whole of an attempt. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 1_000;

/** POST and DELETE that change something on the server: not sent again unless the server says that nothing was done. */
const CHANGING: ReadonlySet<string> = new Set(['/request-access', '/cve/:id/ingest', '/webhooks', '/webhooks/:id']);

export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs = TIMEOUT_MS, now = Date.now, random = Math.random } = options;
  const policy: RetryPolicy = { ...DEFAULT_RETRY_POLICY, ...options };
  const kept = keptAnswers(options.cacheChars ?? KEEP);
  const send = options.fetch ?? globalThis.fetch;

  async function text(endpoint: Endpoint, input: GivenInput, more?: CallOptions): Promise<string> {
    const said = await sent(endpoint, input, more);
    // Whoever passes it on must not pass on the page of a proxy.
    if (isEnveloped(endpoint)) parseAnswer(said, options);
    return said;
  }

  async function sent(endpoint: Endpoint, input: GivenInput, { signal }: CallOptions = {}): Promise<string> {
    const address = addressOf(baseUrl, endpoint, input);
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

  /** The text of an answer, or why there is none. Only what the caller did, such as aborting, is thrown. */
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
        headers: headersOf(body, before?.etag),
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      });
      const said = await response.text();
      if (response.status === 304 && before !== undefined) return before.text;
      if (!response.ok) return errorOf(response.status, said, retryAfterOf(response.headers.get('retry-after'), now()));
      const etag = response.headers.get('etag');
      if (endpoint.method === 'GET' && etag !== null) kept.set(address, { etag, text: said });
      return said;
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      if (deadline.aborted) return new AlmanacError('TIMEOUT', `No answer within ${timeoutMs} ms`, { cause });
      return new AlmanacError('UNREACHABLE', `${hostOf(address)} cannot be reached`, { cause });
    }
  }

  function headersOf(body: unknown, etag: string | undefined): Record<string, string> {
    return {
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
      ...(body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json' }),
      ...(etag === undefined ? {} : { 'if-none-match': etag }),
      ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
    };
  }

  async function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, more?: CallOptions): Promise<AnswerOf<E>> {
    if (endpoint.unwrapped)
      throw new TypeError(`${endpoint.path} answers a document of its own: ask for it with text()`);
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
      // Where nobody waited for us, we wait here.
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

/** The query of the next page; null after the last. */
function followingPage(data: z.output<Endpoint['data']>): Record<string, string | number> | null {
  const { nextCursor, total, page, pageSize } = (data ?? {}) as Record<string, unknown>;
  if (typeof nextCursor === 'string') return { cursor: nextCursor };
  if (nextCursor === null || typeof total !== 'number' || typeof page !== 'number' || typeof pageSize !== 'number') {
    return null;
  }
  return page * pageSize < total ? { page: page + 1 } : null;
}

/** A relative address is one of the page's own host. */
function hostOf(address: string): string {
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
