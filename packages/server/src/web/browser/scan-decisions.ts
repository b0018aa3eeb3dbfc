import { type DecisionIndex, type DecisionsReading, decideOutcome, indexDecisions } from '@almanac/core/decisions';
import type { Component } from '@almanac/core/sbom';
import { isKnownExploited, type KnownExploitation, type ScanOutcome } from '@almanac/core/scan';
import type { Row } from './select-rows.ts';

/** Decisions never leave the page. */
export interface PageDecisions {
  /** Replaces earlier decisions. */
  take(reading: DecisionsReading): void;
  readonly reading: DecisionsReading | null;
  decide(component: Component, outcome: ScanOutcome, now: number): ScanOutcome;
  /** CVEs with a decision whose exploitation status has not been loaded. */
  toAsk(rows: readonly Row[]): string[];
  learn(exploitation: ReadonlyMap<string, KnownExploitation>): void;
}

export function openPageDecisions(): PageDecisions {
  let reading: DecisionsReading | null = null;
  let index: DecisionIndex = indexDecisions([]);
  const known = new Map<string, KnownExploitation>();
  return {
    get reading() {
      return reading;
    },
    take(next) {
      reading = next;
      index = indexDecisions(next.decisions ?? []);
    },
    decide: (component, outcome, now) =>
      decideOutcome(component, outcome, index, { now, exploited: (finding) => isKnownExploited(finding, known) }),
    toAsk(rows) {
      const ids = rows.flatMap(({ outcome: { findings } }) =>
        findings.flatMap(({ id, aliases, decision }) => (decision === undefined ? [] : [id, ...aliases])),
      );
      return [...new Set(ids)].filter((id) => id.startsWith('CVE-') && !known.has(id));
    },
    learn(exploitation) {
      for (const [id, one] of exploitation) known.set(id, one);
    },
  };
}
