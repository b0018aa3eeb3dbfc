export { askBatches } from './ask-batches.ts';
export { type EvidencedEntry, evidenceDocuments, evidencedEntries } from './evidence-documents.ts';
export {
  type BatchAnswer,
  EXPLOITATION_UNKNOWN,
  exploitationIn,
  isKnownExploited,
  type KnownExploitation,
  MOST_IN_BATCH,
} from './exploitation-answer.ts';
export { findingRank, NO_FINDING_RANK, riskWords, throughWords } from './finding-words.ts';
export { mergedCoverage } from './merged-coverage.ts';
export { outcomeRank, worstFinding } from './outcome-rank.ts';
export { plannedPurls } from './planned-purls.ts';
export {
  type BriefAnswer,
  type BriefResult,
  type BriefRisk,
  briefMatch,
  briefResult,
  knownRisk,
  type MergedRisk,
  mergedRisk,
  type PurlAnswer,
  purlAnswer,
  type ShownAdvice,
  shortMatch,
  toShown,
} from './purl-answer.ts';
export { type PurlQuestion, purlQuestion } from './purl-question.ts';
export { MAX_PASTED, readPastedText } from './read-pasted-text.ts';
export {
  type FoundPackage,
  readInstalledPackages,
  readRpmDatabase,
  readScannedFile,
  type ScanEntry,
  type ScannedReading,
} from './read-scanned-file.ts';
export {
  PENDING_OUTCOME,
  SCAN_REASONS,
  type ScanOutcome,
  type ScanReason,
  type ScanReply,
  scanOutcome,
  toFinding,
  unaskedOutcome,
} from './scan-outcome.ts';
export {
  type AskedSnapshot,
  answerBySnapshot,
  coverageOfSnapshot,
  exploitationBySnapshot,
  judgeBySnapshot,
  NotAtHand,
  OF_COLLECTION,
} from './snapshot-answers.ts';
