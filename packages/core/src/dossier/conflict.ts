/** The codes of disagreement: stable, clients branch on them. */
export const CONFLICT_CODES = [
  'STATE_DISAGREES',
  'RANGE_DISAGREES',
  'FIX_DISAGREES',
  'SEVERITY_DISAGREES',
  'SCORE_DISAGREES_WITH_VECTOR',
  'DATE_DISAGREES',
  'ALIAS_ONE_SIDED',
] as const;
export type ConflictCode = (typeof CONFLICT_CODES)[number];

/** One thing about which sources disagree, what was made of it, and by which rule. */
export interface Conflict {
  readonly code: ConflictCode;
  readonly field: string;
  readonly values: readonly ConflictValue[];
  readonly chosen: string | null;
  readonly rule: string;
}

export interface ConflictValue {
  readonly source: string;
  readonly record: string;
  readonly value: string;
}
