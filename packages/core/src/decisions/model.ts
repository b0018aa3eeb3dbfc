import type { FindingSeverity } from '../sbom/finding-severity.ts';

/** The words of VEX for what somebody decided. */
export const DECISION_STATUSES = ['not_affected', 'fixed', 'affected', 'under_investigation'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

/** The words of VEX for why something is `not_affected`. OpenVEX and CSAF use the same five. */
export const JUSTIFICATIONS = [
  'component_not_present',
  'vulnerable_code_not_present',
  'vulnerable_code_not_in_execute_path',
  'vulnerable_code_cannot_be_controlled_by_adversary',
  'inline_mitigations_already_exist',
] as const;
export type Justification = (typeof JUSTIFICATIONS)[number];

/** A record that supports a finding, and the hash of its bytes; null where they are not at hand. */
export interface RecordHash {
  readonly source: string;
  readonly id: string;
  readonly sha256: string | null;
}

/** What the evidence said when somebody decided, or says now. */
export interface DecisionEvidence {
  /** The affected versions as an expression; null where no record gives any. */
  readonly affected: string | null;
  readonly severity: FindingSeverity | null;
  /** Whether it is known to be exploited; null where that could not be found out. */
  readonly exploited: boolean | null;
  readonly records: readonly RecordHash[];
}

/** What somebody decided about one vulnerability in one package. */
export interface Decision {
  /** Any id of the vulnerability. */
  readonly vulnerability: string;
  /** Other ids of it, where the document names some. */
  readonly aliases: readonly string[];
  /** A package URL in normal form, without a version. */
  readonly package: string;
  /** The versions for which it was decided; empty: every version. */
  readonly versions: readonly string[];
  readonly status: DecisionStatus;
  readonly justification: Justification | null;
  readonly reason: string;
  readonly author: string;
  /** A date: `2026-11-16`. */
  readonly decided: string;
  /** The last day on which it applies. */
  readonly expires: string;
  /** What it rests on; null where the document has none, and then no change reopens it. */
  readonly evidence: DecisionEvidence | null;
  /** Where it was read: `almanac.toml, decision 3`. */
  readonly place: string;
}

/** What a decision comes to for a finding. */
export interface FindingDecision {
  /**
   * `suppressed`: it holds, and the finding does not count. `noted`: it holds, and the finding counts all the same. `reopened`: the
   * evidence has changed. `expired`: its time is over, or has not begun.
   */
  readonly state: 'suppressed' | 'noted' | 'reopened' | 'expired';
  readonly decision: Decision;
  /** What changed, for `reopened` and `expired`. */
  readonly sentence: string | null;
  /** Whether it could not be found out if the vulnerability is exploited by now. */
  readonly unverified: boolean;
}

/** Bounds on what is read. */
export const DECISION_LIMITS = {
  /** Of one document. */
  characters: 4 * 1024 * 1024,
  /** Of all documents together. */
  decisions: 10_000,
  documents: 20,
  versions: 100,
  records: 50,
  aliases: 100,
  /** Of a reason; any other text is bounded by `name`. */
  text: 4_000,
  name: 1_000,
  depth: 40,
} as const;

/** Decisions of a document, or why it is refused. A document with one decision that cannot be read is refused as a whole. */
export type DecisionsReading =
  | { readonly decisions: readonly Decision[]; readonly notes: readonly string[]; readonly problem: null }
  | { readonly decisions: null; readonly problem: string };
