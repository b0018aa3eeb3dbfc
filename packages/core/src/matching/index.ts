export { cvesOfCollection } from './decide/collection-says.ts';
export { hasCurrentSources, REQUIRED_SOURCES } from './decide/required-sources.ts';
export {
  answerForName,
  mostTelling,
  type PackageVerdict,
  UNKNOWN_REASONS,
  type UnknownReason,
  type VerdictAnswer,
  worstVerdict,
} from './decide/verdict.ts';
export type { RecordOutcome } from './evaluate/deciding-entry.ts';
export { type MatchSummary, matchAndSummarise, summarise, summaryOf } from './explain/summarised.ts';
export { buildVersionGrid, type GridCell, type VersionGrid } from './explain/version-grid.ts';
export type {
  Candidate,
  CollectionFact,
  ConsultedSource,
  DataSelection,
  FoundAssertion,
  KnownSubject,
  MatchFacts,
  MatchQuestion,
  RecordFact,
  TrackedIssue,
} from './facts.ts';
export { possibleIds } from './load/possible-ids.ts';
export {
  factOfRecord,
  packRecordFact,
  recordFactOf,
  rejectedRecord,
  unpackRecordFact,
} from './load/record-facts.ts';
export { openSelection } from './load/selection.ts';
export type { ClearedVulnerability, Match, MatchProof } from './match.ts';
export { matchesById, recordsOfMatch } from './match.ts';
export {
  judgePackage,
  type MatchResult,
  matchesOf,
  matchPackage,
  type PackageJudgement,
  recordsMeant,
  surestFirst,
} from './match-package.ts';
export { concernedAttributes, keysOfCve, mayConcern } from './resolve/concerned.ts';
export { ecosystemsMeant, identityContext, identityOf } from './resolve/identity.ts';
export type { IdentityContext } from './resolve/identity-context.ts';
export { LIKELY_FROM } from './resolve/identity-rules.ts';
export { entryKeys } from './resolve/subject-keys.ts';
