import type { DecisionStatus, Justification } from '@almanac/core/decisions';

/** The words of VEX that `decide` takes: written out, since to load core takes longer than to start; a test compares them with core's. */
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
