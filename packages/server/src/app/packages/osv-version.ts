import type { OsvUndecided } from '@almanac/contract';
import { compareText } from '@almanac/core/ids';
import type { RecordOutcome } from '@almanac/core/matching';

/** A record of OSV under one of the ecosystems in which it speaks of the package. */
export interface OsvPlace {
  readonly ecosystem: string;
  readonly key: string;
}

/** A package of one ecosystem, and what each record of OSV about it comes to. */
export interface OsvStated {
  /** Without a release. */
  readonly ecosystem: string;
  readonly outcomes: readonly RecordOutcome[];
}

export interface OsvDecided {
  /** Records that include the version, ordered by ecosystem and id. */
  readonly places: readonly OsvPlace[];
  readonly undecided: readonly OsvUndecided[];
}

/** Which records include the version, as the judgement has evaluated each of them. */
export function decidingVersion(stated: readonly OsvStated[]): OsvDecided {
  const outcomes = stated.flatMap(({ ecosystem, outcomes: own }) =>
    own.map(({ id, verdict, evaluation }) => ({ ecosystem, id, verdict, reason: evaluation.proof.reason })),
  );
  const ordered = outcomes.toSorted((a, b) => compareText(a.ecosystem, b.ecosystem) || compareText(a.id, b.id));
  return {
    places: ordered.flatMap(({ ecosystem, id, verdict }) => (verdict === 'affected' ? [{ ecosystem, key: id }] : [])),
    undecided: ordered.flatMap(({ ecosystem, id, verdict, reason }) =>
      verdict === 'unknown' ? [{ id, ecosystem, reason }] : [],
    ),
  };
}
