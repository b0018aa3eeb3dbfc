import type { Coverage, PurlAnswer } from '@almanac/contract';
import { askBatches } from '@almanac/core/scan';

/** What happens while the service is asked. */
export type AskEvent =
  | { readonly kind: 'asked'; readonly purls: readonly string[] }
  | { readonly kind: 'answered'; readonly answers: readonly PurlAnswer[]; readonly coverage: Coverage }
  | { readonly kind: 'failed'; readonly purls: readonly string[]; readonly reason: string }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly why: 'limit' | 'busy' };

export interface AskDeps {
  /** Sends purls; rejects where the service cannot be reached. */
  readonly post: (purls: readonly string[], signal: AbortSignal) => Promise<Response>;
  /** Rejects when the signal is given. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** How often a request is made before it counts as failed. Waiting for the limit is not counted. */
const ATTEMPTS = 3;
const PAUSE = 2;

/** Asks about all, batch after batch. What cannot be answered fails its batch alone; ends early, by an exception, only when stopped. */
export async function askAll(
  deps: AskDeps,
  purls: readonly string[],
  signal: AbortSignal,
  tell: (event: AskEvent) => void,
): Promise<void> {
  for (const batch of askBatches(purls)) {
    tell({ kind: 'asked', purls: batch });
    tell(await askBatch(deps, batch, signal, tell));
  }
}

async function askBatch(
  deps: AskDeps,
  purls: readonly string[],
  signal: AbortSignal,
  tell: (event: AskEvent) => void,
): Promise<AskEvent> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await attemptOf(deps, purls, signal);
    if (reply.kind === 'answered' || reply.kind === 'failed') return reply;
    if (reply.why === 'limit') attempt = 0;
    if (attempt >= ATTEMPTS) return { kind: 'failed', purls, reason: reply.reason };
    tell({ kind: 'waiting', seconds: reply.seconds, why: reply.why });
    await deps.sleep(reply.seconds, signal);
  }
}

type Attempt = Exclude<AskEvent, { kind: 'waiting' | 'asked' }> | Wait;
interface Wait {
  readonly kind: 'waiting';
  readonly seconds: number;
  readonly why: 'limit' | 'busy';
  readonly reason: string;
}

async function attemptOf({ post }: AskDeps, purls: readonly string[], signal: AbortSignal): Promise<Attempt> {
  try {
    const response = await post(purls, signal);
    const after = Number(response.headers.get('retry-after'));
    const seconds = Number.isFinite(after) && after > 0 ? after : PAUSE;
    if (response.status === 429) return { kind: 'waiting', seconds, why: 'limit', reason: 'too many requests' };
    if (response.status === 503)
      return { kind: 'waiting', seconds, why: 'busy', reason: 'the service could not answer (503)' };
    const body = (await response.json()) as Body;
    if (!response.ok) return { kind: 'failed', purls, reason: refusalOf(response.status, body) };
    return answered(purls, body);
  } catch (error) {
    if (signal.aborted) throw error;
    return { kind: 'waiting', seconds: PAUSE, why: 'busy', reason: 'the service could not be reached' };
  }
}

interface Body extends Partial<Coverage> {
  readonly data?: { readonly results?: readonly PurlAnswer[] };
  readonly error?: string;
}

function refusalOf(status: number, { error }: Body): string {
  return `the service refused the question (${status})${typeof error === 'string' ? `: ${error}` : ''}`;
}

/** Answers stand in the order of the questions; anything else is no answer. */
function answered(purls: readonly string[], { data, coverage, asOf }: Body): Attempt {
  const answers = data?.results ?? [];
  if (answers.length !== purls.length || answers.some(({ purl }, i) => purl !== purls[i])) {
    return { kind: 'failed', purls, reason: 'the service answered something else than was asked' };
  }
  return { kind: 'answered', answers, coverage: { coverage: coverage ?? [], asOf: asOf ?? null } };
}
