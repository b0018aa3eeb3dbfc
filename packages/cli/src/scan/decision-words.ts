import type { DecisionStatus, Justification } from '@almanac/core/decisions';

/** Listed here because loading core takes longer than starting; a test compares both lists. */
export const STATUSES = [
  'not_affected',
  'fixed',
  'affected',
  'under_investigation',
] as const satisfies readonly DecisionStatus[];

export const JUSTIFICATION_WORDS = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const satisfies readonly Justification[];
