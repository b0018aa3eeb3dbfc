export type Reply<T> =
  | { readonly kind: 'answered'; readonly value: T }
  | { readonly kind: 'failed'; readonly reason: string };

export interface Pause {
  readonly seconds: number;
  readonly why: 'limit' | 'busy';
}

export interface Asking<B, T> {
  /** Rejects if the service cannot be reached. */
  readonly send: (signal: AbortSignal) => Promise<Response>;
  /** Returns null if the body does not answer the request. */
  readonly read: (body: B) => T | null;
  /** Rejects when the signal is aborted. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
  readonly waiting: (pause: Pause) => void;
}

/** Waiting for the rate limit does not count as an attempt. */
const ATTEMPTS = 3;
const PAUSE = 2;

/** Retries, and waits as long as the service says. Throws only when stopped. */
export async function askPatiently<B extends object, T>(
  { send, read, sleep, waiting }: Asking<B, T>,
  signal: AbortSignal,
): Promise<Reply<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await attemptOf(send, read, signal);
    if (reply.kind !== 'waiting') return reply;
    const { seconds, why, reason } = reply;
    if (why === 'limit') attempt = 0;
    if (attempt >= ATTEMPTS) return { kind: 'failed', reason };
    waiting({ seconds, why });
    await sleep(seconds, signal);
  }
}

interface Wait extends Pause {
  readonly kind: 'waiting';
  readonly reason: string;
}

async function attemptOf<B extends object, T>(
  send: Asking<B, T>['send'],
  read: Asking<B, T>['read'],
  signal: AbortSignal,
): Promise<Reply<T> | Wait> {
  try {
    const response = await send(signal);
    const after = Number(response.headers.get('retry-after'));
    const seconds = Number.isFinite(after) && after > 0 ? after : PAUSE;
    if (response.status === 429) return { kind: 'waiting', seconds, why: 'limit', reason: 'too many requests' };
    if (response.status === 503)
      return { kind: 'waiting', seconds, why: 'busy', reason: 'the service could not answer (503)' };
    const body = (await response.json()) as B & { readonly error?: unknown };
    if (!response.ok) return { kind: 'failed', reason: refusalOf(response.status, body) };
    const value = read(body);
    if (value === null) return { kind: 'failed', reason: 'the service answered something else than was asked' };
    return { kind: 'answered', value };
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'waiting', seconds: PAUSE, why: 'busy', reason: 'the service could not be reached' };
  }
}

function refusalOf(status: number, { error }: { readonly error?: unknown }): string {
  return `the service refused the question (${status})${typeof error === 'string' ? `: ${error}` : ''}`;
}
