import { type AskedSnapshot, answerBySnapshot, NotAtHand, type ScanOutcome, scanOutcome } from '@almanac/core/scan';
import { isHeld } from './held.ts';
import type { HeldSnapshot } from './open-held.ts';

/** What is known of a package. `patched`: vulnerabilities for which, by the document that names it, a patch is applied. */
export async function outcomeOf(asked: AskedSnapshot, purl: string, patched?: readonly string[]): Promise<ScanOutcome> {
  const answer = await answerBySnapshot(asked, purl, patched);
  return scanOutcome(answer === null ? { kind: 'failed', reason: NOT_PULLED } : { kind: 'answer', answer });
}

export const NOT_PULLED = 'the part of the snapshot that may have it was not pulled: almanac db pull --for gets it';

/** What was pulled of the snapshot is at hand. */
export function askedSnapshot({ snapshot, state: { held } }: Pick<HeldSnapshot, 'snapshot' | 'state'>): AskedSnapshot {
  return {
    snapshot,
    visit(partition, place) {
      // Without a place it is about the index, which is held with the first shard.
      if (place === null ? !held.has(partition) : !isHeld(held, place)) throw new NotAtHand();
    },
  };
}
