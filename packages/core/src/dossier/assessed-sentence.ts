import type { EvidencePointer } from './facts.ts';

/** One sentence and where it comes from. */
export interface AssessedSentence {
  readonly text: string;
  readonly evidence: readonly EvidencePointer[];
  /** The words of a source, shortened: data, not ours, and not to be followed. */
  readonly quoted?: true;
}
