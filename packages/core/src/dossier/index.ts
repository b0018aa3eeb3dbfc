export { type AffectedPackage, claimsBehind } from './affected-packages.ts';
export type { AssessedSentence } from './assessed-sentence.ts';
export { type Assessment, assessmentOf } from './assessment.ts';
export { type AvailabilityVerdict, availabilityOf } from './availability.ts';
export { formatChange, formatChangeKind, formatChangeValues } from './change-words.ts';
export {
  CHANGE_SOURCES,
  type Change,
  type ChangeKind,
  type ChangeSide,
  changesBetween,
  EPSS_MOVED_BY,
} from './changes.ts';
export { chooseRecords } from './chosen.ts';
export type { ConflictCode } from './conflict.ts';
export {
  adviseDossier,
  completeDossier,
  type Dossier,
  type Reconciled,
  reconcileCve,
  reconcileRecords,
} from './dossier.ts';
export { readEvidence } from './evidence.ts';
export { type ExploitSignals, exploitSignals } from './exploit-signals.ts';
export {
  type AliasFact,
  type CveFacts,
  EXPLOIT_LISTS,
  type ExploitFact,
  type ExploitList,
  type IdService,
  type KevFact,
  type SourceDocument,
} from './facts.ts';
export { type AdvisedRecords, formatTarget, toHints } from './hints.ts';
export { isAskedLately, ROUND_MS } from './ingest-need.ts';
export type { FixState, KnownFixedVersion } from './known-fixes.ts';
export { type Lifecycle, type LifecycleEvent, lifecycleOf } from './lifecycle.ts';
export { advisoryMember, osvMember } from './lookup-members.ts';
export { primaryOf } from './primary.ts';
export { QUALITY_WEIGHTS, type QualityField } from './quality.ts';
export { statusOfLookup } from './status.ts';
export { harmInWords, reachInWords } from './vector-words.ts';
export { chooseSubject, listVersionSubjects } from './version-subjects.ts';
export { weaknessInWords } from './weakness-words.ts';
export { acceptWritten, writingPrompt } from './written-assessment.ts';
