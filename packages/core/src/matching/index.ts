export type { Candidate } from './candidate.ts';
export { cvesOfCollection } from './collection-says.ts';
export { concernedAttributes, keysOfCve, mayConcern } from './concerned.ts';
export type { RecordOutcome } from './deciding-entry.ts';
export { ecosystemsMeant } from './ecosystems-meant.ts';
export type {
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
export { type IdentityContext, identityContext, identityOf } from './identity.ts';
export { LIKELY_FROM } from './identity-rules.ts';
export type { ClearedVulnerability, Match, MatchProof } from './match.ts';
export {
  judgingPackage,
  type MatchResult,
  matchesOf,
  matching,
  matchPackage,
  type PackageJudgement,
  recordsMeant,
  surestFirst,
} from './match-package.ts';
export { recordsOfMatch } from './match-records.ts';
export { matchesById } from './matches-by-id.ts';
export { mostTelling } from './most-telling.ts';
export { possibleIds } from './possible-ids.ts';
export { recordFactOf } from './record-fact.ts';
export { rejectedRecord } from './rejected-record.ts';
export { hasCurrentSources, REQUIRED_SOURCES } from './required-sources.ts';
export { openSelection } from './selection.ts';
export { entryKeys } from './subject-keys.ts';
export { judging, type MatchSummary, summarised, summaryOf } from './summarised.ts';
export {
  answerForName,
  type PackageVerdict,
  UNKNOWN_REASONS,
  type UnknownReason,
  type VerdictAnswer,
  worstVerdict,
} from './verdict.ts';
export { buildVersionGrid, type GridCell, type VersionGrid } from './version-grid.ts';
