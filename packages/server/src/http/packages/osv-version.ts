import type { OsvUndecided } from '@almanac/contract';
import { compareText, type MatchFacts, recordOutcomes } from '@almanac/core';
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

/** Which records include the version, as the judgement evaluates each of them. */
export function decideVersion(stated: readonly OsvStated[]): OsvDecided {
  const outcomes = stated
    .flatMap(({ ecosystem, facts }) =>
      recordOutcomes(facts).map(({ id, verdict, evaluation }) => ({ ecosystem, id, verdict, evaluation })),
    )
    .sort((a, b) => compareText(a.ecosystem, b.ecosystem) || compareText(a.id, b.id));
  return {
    places: outcomes.flatMap(({ ecosystem, id, verdict }) => (verdict === 'affected' ? [{ ecosystem, key: id }] : [])),
    undecided: outcomes.flatMap(({ ecosystem, id, verdict, evaluation }) =>
      verdict === 'unknown' ? [{ id, ecosystem, reason: evaluation.proof.reason }] : [],
    ),
  };
}
