import type { KnownExploitation } from '@almanac/core/scan';
import type { KeptHead } from '@almanac/offline/browser';
import type {
  AnsweringSnapshot,
  Opening,
  Refusal,
  SnapshotAnswer,
  SnapshotDelivery,
  SnapshotOrder,
  SnapshotProof,
} from './snapshot-messages.ts';
import type { WorkerTurns } from './worker-turns.ts';

export interface SnapshotNews {
  reading(done: number, all: number): void;
  /** Called when reading ends, whatever the result. */
  idle(): void;
  /** `isKept`: whether a rolled-back log will be detected next time. */
  answered(snapshot: AnsweringSnapshot, isKept: boolean): void;
  refused(refusal: Refusal): void;
}

export interface SnapshotClient {
  ask(purls: readonly string[], signal: AbortSignal): Promise<SnapshotAnswer | { readonly refusal: Refusal }>;
  exploitation(ids: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, KnownExploitation>>;
  proof(purl: string): Promise<SnapshotProof>;
  /** The next request opens the newest snapshot. */
  end(): void;
}

export interface ClientDeps {
  readonly worker: WorkerTurns<SnapshotOrder, SnapshotDelivery>;
  readonly published: Pick<Opening, 'address' | 'key'>;
  readonly head: KeptHead;
  readonly now: () => number;
  readonly news: SnapshotNews;
}

export function snapshotClient({ worker, published, head, now, news }: ClientDeps): SnapshotClient {
  const opening = (): Opening => ({ ...published, verified: head.read(published.key), now: now() });
  const never = new AbortController().signal;

  return {
    async ask(purls, signal) {
      news.reading(0, purls.length);
      const delivery = await asked(purls, signal);
      if (delivery.kind === 'refused') {
        news.refused(delivery.refusal);
        return { refusal: delivery.refusal };
      }
      const { answer } = expected(delivery, 'ask');
      news.answered(answer.snapshot, head.keep(published.key, answer.snapshot.head));
      return answer;
    },
    async exploitation(ids, signal) {
      return expected(await worker.order({ kind: 'exploitation', opening: opening(), ids }, signal), 'exploitation')
        .known;
    },
    async proof(purl) {
      return expected(await worker.order({ kind: 'proof', opening: opening(), purl }, never), 'proof').proof;
    },
    end: () => worker.end(),
  };

  /** Rejects only when stopped. A worker that fails to start counts as a refusal. */
  async function asked(purls: readonly string[], signal: AbortSignal): Promise<SnapshotDelivery> {
    try {
      return await worker.order({ kind: 'ask', opening: opening(), purls }, signal, (told) => {
        if (told.kind === 'progress') news.reading(told.done, purls.length);
      });
    } catch (error) {
      if (signal.aborted) throw error;
      return { kind: 'refused', refusal: { code: null, message: String(error) } };
    } finally {
      news.idle();
    }
  }
}

function expected<K extends SnapshotDelivery['kind']>(
  delivery: SnapshotDelivery,
  kind: K,
): Extract<SnapshotDelivery, { readonly kind: K }> {
  if (delivery.kind === 'refused') throw new Error(delivery.refusal.message);
  if (delivery.kind !== kind) throw new Error('The snapshot was not read');
  return delivery as Extract<SnapshotDelivery, { readonly kind: K }>;
}
