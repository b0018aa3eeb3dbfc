import { type PurlAnswer, type ScanOutcome, scanOutcome } from '@almanac/core/scan';

export const NOT_PULLED = 'the part of the snapshot that may have it was not pulled: almanac db pull --for gets it';

/** Null: the local snapshot lacks the part that may have the package. */
export function outcomeOf(answer: PurlAnswer | null): ScanOutcome {
  return scanOutcome(answer === null ? { kind: 'failed', reason: NOT_PULLED } : { kind: 'answer', answer });
}
