import type { Coverage } from '@almanac/contract';
import { mergedCoverage, type ScanOutcome, type ScanReply, scanOutcome } from '@almanac/core/scan';
import type { AskEvent } from './ask.ts';

/** Counts distinct purls. */
export interface QuestionCounts {
  readonly all: number;
  readonly asked: number;
  readonly answered: number;
  readonly failed: number;
}

/** The purls of a scan and their results. */
export interface Questions {
  readonly counts: QuestionCounts;
  /** Merged over all responses. */
  readonly coverage: Coverage | null;
  readonly add: (purls: readonly string[]) => void;
  readonly unanswered: () => string[];
  readonly take: (event: Exclude<AskEvent, { readonly kind: 'waiting' }>) => void;
  /** Marks unanswered purls as cancelled. */
  readonly cancel: () => void;
  /** Forgets failures. */
  readonly retry: () => void;
  readonly outcomeOf: (purl: string) => ScanOutcome | undefined;
}

export function openQuestions(): Questions {
  const all = new Set<string>();
  const asked = new Set<string>();
  const replies = new Map<string, { readonly kind: ScanReply['kind']; readonly outcome: ScanOutcome }>();
  let coverage: Coverage | null = null;

  return {
    get counts() {
      let answered = 0;
      for (const { kind } of replies.values()) if (kind === 'answer') answered += 1;
      return { all: all.size, asked: asked.size, answered, failed: replies.size - answered };
    },
    get coverage() {
      return coverage;
    },
    add(purls) {
      for (const purl of purls) all.add(purl);
    },
    unanswered,
    take(event) {
      if (event.kind === 'asked') for (const purl of event.purls) asked.add(purl);
      if (event.kind === 'failed') {
        for (const purl of event.purls) reply(purl, { kind: 'failed', reason: event.reason });
      }
      if (event.kind === 'answered') {
        for (const answer of event.answers) reply(answer.purl, { kind: 'answer', answer });
        coverage = mergedCoverage(coverage, event.coverage);
      }
    },
    cancel() {
      for (const purl of unanswered()) reply(purl, { kind: 'cancelled' });
    },
    retry() {
      for (const [purl, { kind }] of replies) if (kind !== 'answer') replies.delete(purl);
    },
    outcomeOf: (purl) => replies.get(purl)?.outcome,
  };

  /** Reads each purl's result once, however many components share it. */
  function reply(purl: string, came: ScanReply): void {
    replies.set(purl, { kind: came.kind, outcome: scanOutcome(came) });
  }

  function unanswered(): string[] {
    return [...all].filter((purl) => !replies.has(purl));
  }
}
