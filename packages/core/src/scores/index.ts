export { type CvssPart, type CvssReading, readCvss } from './cvss.ts';
export { percent } from './percent.ts';
export {
  type CvssVersion,
  formatRating,
  RATINGS,
  type Rating,
  ratingOfWord,
  severityRank,
  toRating as ratingOf,
} from './rating.ts';
export {
  chooseSeverity,
  type ReconciledSeverity,
  reconcileSeverity,
  SEVERITY_ORIGINS,
  type SeverityClaim,
  type SeverityConflict,
  type SeverityValue,
} from './severity.ts';
export {
  decideSsvc,
  type MissionWellbeing,
  readSsvc,
  SSVC_DECISIONS,
  type SsvcDecision,
  type SsvcPoints,
} from './ssvc.ts';
export { printVector, readVector } from './vector.ts';
