import type { Coverage, PurlAnswer } from '@almanac/contract';
import { askBatches } from '@almanac/core/scan';
import { askPatiently } from './ask-patiently.ts';

export type AskEvent =
  | { readonly kind: 'asked'; readonly purls: readonly string[] }
  | { readonly kind: 'answered'; readonly answers: readonly PurlAnswer[]; readonly coverage: Coverage }
  | { readonly kind: 'failed'; readonly purls: readonly string[]; readonly reason: string }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly why: 'limit' | 'busy' };

/** Throws only when stopped. */
export type AskPackages = (
  purls: readonly string[],
  signal: AbortSignal,
  tell: (event: AskEvent) => void,
) => Promise<void>;

export interface AskDeps {
  /** Rejects if the service cannot be reached. */
  readonly post: (purls: readonly string[], signal: AbortSignal) => Promise<Response>;
  /** Rejects when the signal is aborted. */
  readonly sleep: (seconds: number, signal: AbortSignal) => Promise<void>;
}

/** Asks in batches. An error fails only its batch; throws only when stopped. */
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
  { post, sleep }: AskDeps,
  purls: readonly string[],
  signal: AbortSignal,
  tell: (event: AskEvent) => void,
): Promise<AskEvent> {
  const reply = await askPatiently<Body, Answered>(
    {
      send: (until) => post(purls, until),
      read: (body) => answered(purls, body),
      sleep,
      waiting: (pause) => tell({ kind: 'waiting', ...pause }),
    },
    signal,
  );
  return reply.kind === 'failed' ? { ...reply, purls } : { kind: 'answered', ...reply.value };
}

interface Body extends Partial<Coverage> {
  readonly data?: { readonly results?: readonly PurlAnswer[] };
}

type Answered = Pick<Extract<AskEvent, { readonly kind: 'answered' }>, 'answers' | 'coverage'>;

/** Results must be in the order of the request. */
function answered(purls: readonly string[], { data, coverage, asOf }: Body): Answered | null {
  const answers = data?.results ?? [];
  if (answers.length !== purls.length || answers.some(({ purl }, i) => purl !== purls[i])) return null;
  return { answers, coverage: { coverage: coverage ?? [], asOf: asOf ?? null } };
}
