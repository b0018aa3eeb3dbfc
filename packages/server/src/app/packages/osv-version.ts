import type { OsvUndecided } from '@almanac/contract';
import { compareText } from '@almanac/core/ids';
import { type MatchFacts, recordOutcomes } from '@almanac/core/matching';
import type { Verdict } from '@almanac/core/ranges';
import { sorted } from '@almanac/core/slices';
import type { OsvPlace } from '../../queries/osv-of-packages.ts';

/** A package of one ecosystem, and what OSV states about it. */
export interface OsvStated {
  /** Without a release. */
  readonly ecosystem: string;
  readonly facts: MatchFacts;
}

export interface OsvDecided {
  /** Records that include the version, ordered by ecosystem and id. */
  readonly places: readonly OsvPlace[];
  readonly undecided: readonly OsvUndecided[];
}

/** Which records include the version, as the judgement evaluates each of them; in slices. */
export function* decidingVersion(stated: readonly OsvStated[]): Generator<void, OsvDecided> {
  const outcomes: { ecosystem: string; id: string; verdict: Verdict; reason: string }[] = [];
  for (const { ecosystem, facts } of stated) {
    for (const { id, verdict, evaluation } of yield* recordOutcomes(facts)) {
      outcomes.push({ ecosystem, id, verdict, reason: evaluation.proof.reason });
    }
  }
  const ordered = yield* sorted(outcomes, (a, b) => compareText(a.ecosystem, b.ecosystem) || compareText(a.id, b.id));
  return {
    places: ordered.flatMap(({ ecosystem, id, verdict }) => (verdict === 'affected' ? [{ ecosystem, key: id }] : [])),
    undecided: ordered.flatMap(({ ecosystem, id, verdict, reason }) =>
      verdict === 'unknown' ? [{ id, ecosystem, reason }] : [],
    ),
  };
}
