import type { RecordOutcome } from '../matching/evaluate/deciding-entry.ts';
import type { VersionScheme } from '../versions/scheme.ts';
import type { Choice, OpenFinding } from './choose.ts';
import type { Judge } from './judge.ts';
import type { PlanProof, RecordProof, RecordStanding } from './model.ts';

/** So many findings, so many records of each, and so many smaller candidates a proof carries; the rest is counted. */
const MAX_FINDINGS = 1_000;
const MOST_RECORDS = 8;
const MOST_SMALLER = 50;

interface Proven {
  readonly judge: Judge;
  readonly order: VersionScheme;
  readonly findings: readonly OpenFinding[];
  readonly current: string;
  readonly target: string | null;
  readonly choice: Choice;
  readonly others: number;
}

/** Every record of every finding at both versions, and why each smaller candidate is none. */
export function proofOf(proven: Proven): PlanProof {
  const { judge, order, findings, current, target, choice, others } = proven;
  const { smaller } = choice;
  const shown = findings.slice(0, MAX_FINDINGS).flatMap(({ vulnerability }) => {
    const { id, records } = vulnerability;
    const before = judge.outcomesAt(vulnerability, current);
    const after = target === null ? [] : judge.outcomesAt(vulnerability, target);
    return [
      {
        id,
        records: before.slice(0, MOST_RECORDS).map((outcome, i) => recordProof(outcome, after[i] ?? null)),
        left: Math.max(0, records.length - MOST_RECORDS),
      },
    ];
  });
  return {
    order: order.id,
    findings: shown,
    findingsLeft: findings.length - shown.length,
    othersClear: target === null ? 0 : others,
    smaller: smaller.slice(0, MOST_SMALLER),
    left: Math.max(0, smaller.length - MOST_SMALLER),
    overturn:
      target === null
        ? 'a record that names a fixed version for a finding'
        : `a record whose range includes ${target}, or one that names a smaller unaffected version`,
  };
}

/** The range of the record that proves most, in words; null where none gives one. */
export function wordsOf(outcomes: readonly RecordOutcome[]): string | null {
  const holding = outcomes.filter(({ verdict }) => verdict === 'affected');
  for (const { evaluation } of [...holding, ...outcomes]) {
    const words = evaluation.proof.range?.words;
    if (words !== undefined) return words;
  }
  return null;
}

function recordProof(before: RecordOutcome, after: RecordOutcome | null): RecordProof {
  const { proof } = before.evaluation;
  return {
    record: before.assertion.record,
    sha256: before.sha256,
    range: proof.range?.words ?? after?.evaluation.proof.range?.words ?? null,
    comparator: proof.comparator ?? after?.evaluation.proof.comparator ?? null,
    atCurrent: standing(before),
    atTarget: after === null ? null : standing(after),
    overturn: (after ?? before).evaluation.proof.overturn,
  };
}

function standing({ verdict, evaluation: { proof } }: RecordOutcome): RecordStanding {
  const { reason, bound } = proof;
  return { verdict, reason, bound: bound === null ? null : `${bound.type} ${bound.version}` };
}
