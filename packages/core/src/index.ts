export { type AliasAssertion, aliasAssertions, type NamesAliases } from './aliases/assertions.ts';
export {
  type AliasChange,
  type AliasGroup,
  changeTouches,
  groupAliases,
  LARGEST_ALIAS_GROUP,
  regroupAliases,
} from './aliases/groups.ts';
export {
  cveNamedBy,
  relatedNamesSubject,
  type SubjectFacts,
  vulnerabilitiesOfRecord,
} from './aliases/vulnerabilities.ts';
export {
  type ChannelLabels,
  type ChannelReports,
  type ChannelState,
  channelState,
} from './collection/channel-state.ts';
export { type EcosystemPlace, ecosystemPlace } from './collection/ecosystem-place.ts';
export { guessedName, type NameAndVersion } from './collection/guessed-name.ts';
export { lookupForm, lookupNames, type NamedEntry } from './collection/lookup-names.ts';
export { makersOf, type Origins } from './collection/makers.ts';
export { patchedCves } from './collection/patched-cves.ts';
export { CPE_ANY, CPE_ATTRIBUTES, CPE_NA, type Cpe, type CpeAttribute, cpeText } from './cpe/cpe.ts';
export { type CpeRelation, compareCpeAttributes, cpeCovers } from './cpe/match.ts';
export { parseCpe } from './cpe/parse.ts';
export { printCpe } from './cpe/print.ts';
export { applyDiff } from './diff/apply.ts';
export { type DiffFile, type DiffHunk, type DiffLine, type DiffProblem, MOST_DIFF_LINES } from './diff/model.ts';
export { parseDiff } from './diff/parse.ts';
export { printDiff } from './diff/print.ts';
export {
  type AffectedPackage,
  type AffectedPackages,
  type AffectedRange,
  affectedPackages,
  claimsBehind,
  SUBJECT_ORDER,
} from './dossier/affected-packages.ts';
export { type AssessedSentence, type Assessment, assessmentOf } from './dossier/assessment.ts';
export { AUTOMATION_OBSTACLES, type AutomationObstacle, obstaclesInWords } from './dossier/automation.ts';
export {
  AVAILABILITY_RULES,
  AVAILABILITY_VERDICTS,
  type Availability,
  type AvailabilityRule,
  type AvailabilityVerdict,
  availabilityOf,
} from './dossier/availability.ts';
export {
  type Canonical,
  type CanonicalRules,
  canonicalOf,
  FIELD_PREFERENCE,
  STATE_OVERRIDES,
} from './dossier/canonical.ts';
export {
  CHANGE_KINDS,
  CHANGE_SOURCES,
  type Change,
  type ChangeKind,
  type ChangeSide,
  type ChangeValue,
  changesBetween,
  EPSS_MOVED_BY,
} from './dossier/changes.ts';
export {
  type ChosenRecord,
  chooseRecords,
  type OtherRecord,
  RECORD_PREFERENCE,
  type RecordPreference,
} from './dossier/chosen.ts';
export { CONFLICT_CODES, type Conflict, type ConflictCode, type ConflictValue } from './dossier/conflict.ts';
export { conflictsOf, DATE_TOLERANCE_DAYS } from './dossier/conflicts.ts';
export { type Dossier, reconcileCve } from './dossier/dossier.ts';
export { type Evidence, readEvidence } from './dossier/evidence.ts';
export {
  EPSS_LEVELS,
  EPSS_SIGNAL_FROM,
  EXPLOIT_LEVELS,
  EXPLOIT_RULES,
  type ExploitLevel,
  type ExploitSignal,
  type ExploitSignals,
  exploitSignals,
} from './dossier/exploit-signals.ts';
export {
  type AliasFact,
  type CveFacts,
  type EpssFact,
  type EvidencePointer,
  EXPLOIT_LISTS,
  type ExploitFact,
  type ExploitList,
  type IdService,
  type KevFact,
  type RecordSource,
  type SourceCoverage,
  type SourceDocument,
} from './dossier/facts.ts';
export {
  ACTIONS,
  type Action,
  type AgentHints,
  type RecommendedAction,
  targetOf,
  upgradesOf,
} from './dossier/hints.ts';
export { FIX_STATES, type FixState, type KnownFixedVersion, type KnownFixes } from './dossier/known-fixes.ts';
export {
  IMPORTED_AFTER_DAYS,
  LIFECYCLE_TYPES,
  type Lifecycle,
  type LifecycleEvent,
  type LifecycleInterval,
  type LifecycleType,
  lifecycleOf,
} from './dossier/lifecycle.ts';
export { type AdvisoryMember, advisoryMember, type OsvMember, osvMember } from './dossier/lookup-members.ts';
export { type Primary, type PrimaryProduct, primaryOf } from './dossier/primary.ts';
export {
  CONFLICT_PENALTIES,
  GRADE_THRESHOLDS,
  type Grade,
  gradeOf,
  QUALITY_WEIGHTS,
  type Quality,
  type QualityField,
} from './dossier/quality.ts';
export { SEVERITY_RULES } from './dossier/severity.ts';
export { type LookupStatus, statusOfLookup } from './dossier/status.ts';
export { harmInWords, reachInWords } from './dossier/vector-words.ts';
export { versionSubjects } from './dossier/version-subjects.ts';
export { weaknessInWords } from './dossier/weakness-words.ts';
export { acceptWritten, type Written, writingPrompt } from './dossier/written-assessment.ts';
export { type CarriedVersion, carriedFixes, type FixSinceVersion } from './figures/carried-fix.ts';
export { CVE_GRADE_VERSION, type CveGrade, cveGrade } from './figures/cve-grade.ts';
export { type FixSince, type FixStatement, fixSince } from './figures/fix-since.ts';
export { type GradedCves, type QualityFigures, qualityFigures } from './figures/grades.ts';
export { monthsOf, type OpenMonth } from './figures/open-months.ts';
export {
  type Adjacency,
  adjacencyOf,
  buildAdjacency,
  type Direction,
  degreeOf,
  neighboursOf,
} from './graph/adjacency.ts';
export { bestKnownDependents } from './graph/best-known.ts';
export { type Chains, chainFrom, findChains } from './graph/chains.ts';
export { type Closure, type ClosureBounds, depthAt, openWalk, pathTo, type Walk } from './graph/closure.ts';
export { type Components, findComponents } from './graph/components.ts';
export { countDependents } from './graph/dependent-counts.ts';
export { behind, compareVersions } from './health/behind.ts';
export type { HealthFacts, OpenVulnerability } from './health/facts.ts';
export {
  BEHIND_POINTS,
  EPSS_FACTOR,
  EPSS_FROM,
  FIX_DAYS_POINTS,
  HEALTH_WEIGHTS,
  type HealthPart,
  type HealthScore,
  healthScore,
  KEV_FACTOR,
  LEAST_OWN_FIXED,
  MAINTAINER_POINTS,
  UPDATE_DAYS_POINTS,
  VULNERABILITY_POINTS,
  worstFirst,
} from './health/score.ts';
export * from './ids/index.ts';
export * from './lockfiles/index.ts';
export { type Candidate, candidatesOf } from './matching/candidates.ts';
export { type CveSubjects, concernedAttributes, keysOfCve, mayConcern } from './matching/concerned.ts';
export { CONFIDENCE_RULES, type ConfidenceRule, type ConfidenceRuleId } from './matching/confidence.ts';
export type {
  CollectionFact,
  ConsultedSource,
  FoundAssertion,
  KnownSubject,
  MatchFacts,
  MatchQuestion,
  RecordFact,
  TrackedIssue,
} from './matching/facts.ts';
export { fixedIn } from './matching/fixed-in.ts';
export { type IdentityContext, identityContext, identityOf, type Pointers } from './matching/identity.ts';
export {
  COLLECTION_RULES,
  EXACT_FROM,
  IDENTITY_RULES,
  type IdentityRule,
  type IdentityRuleId,
  LIKELY_FROM,
  POSSIBLE_FROM,
} from './matching/identity-rules.ts';
export type {
  Against,
  ClearedVulnerability,
  CollectionEvidence,
  Identity,
  IssueEvidence,
  Match,
  MatchEvidence,
  MatchProof,
  MatchResult,
  MatchSource,
  RecordEvidence,
} from './matching/match.ts';
export { matching, matchPackage, recordOutcomes } from './matching/match-package.ts';
export { matchesById } from './matching/matches-by-id.ts';
export { mostTelling } from './matching/most-telling.ts';
export { recordFactOf } from './matching/record-fact.ts';
export { REQUIRED_SOURCES, type RequiredSources, requiredSources } from './matching/required-sources.ts';
export { entryKeys } from './matching/subject-keys.ts';
export {
  PACKAGE_VERDICTS,
  type PackageVerdict,
  UNKNOWN_REASONS,
  type UnknownReason,
  type VerdictAnswer,
  worstVerdict,
} from './matching/verdict.ts';
export { LANGUAGES, type Language, memberByPrefix, memberOfSet } from './names/attribute-sets.ts';
export { canonicalName } from './names/canonical.ts';
export {
  type CandidatePackage,
  type CollisionVerdict,
  collisionVerdict,
  type NamedProduct,
} from './names/collision.ts';
export { pep503 } from './names/pep503.ts';
export { NAME_RULES, type NameRule } from './names/rules.ts';
export { type NameVariant, nameVariants } from './names/variants.ts';
export { baseBranch, releaseBranch } from './pull-request/base.ts';
export { type PullText } from './pull-request/claims.ts';
export { type NextVersion, nextVersion } from './pull-request/clearing.ts';
export { affecting, type ChangeFacts, type JudgedVersion } from './pull-request/facts.ts';
export type { FindingEvidence, PullFinding } from './pull-request/finding.ts';
export { type PullFix, type PullFixes, pullFixesOf } from './pull-request/fix.ts';
export { PULL_LIMITS } from './pull-request/limits.ts';
export { type PackageChange, versionChanged } from './pull-request/model.ts';
export { pullNotesOf } from './pull-request/notes.ts';
export { packageChanges } from './pull-request/read-changes.ts';
export { PULL_RULES } from './pull-request/rules/index.ts';
export type { PullRule } from './pull-request/rules/rule.ts';
export { type PullSarifAbout, pullSarif } from './pull-request/sarif.ts';
export { type Suggested, suggestText } from './pull-request/suggest.ts';
export { type FoundIn, validatePull } from './pull-request/validate.ts';
export * from './purl/index.ts';
export * from './ranges/index.ts';
export { fixesOf } from './records/fixes.ts';
export { readVulnerabilityRecord } from './records/index.ts';
export { isUnsetTime, parseInstant } from './records/instant.ts';
export {
  type AdvisoryType,
  isRecordSource,
  type RecordDocument,
  type Reference,
  type Statement,
  UNDATED,
  type VulnerabilityRecord,
} from './records/model.ts';
export { isRebuildRecord } from './records/osv-databases.ts';
export { SUBJECT_KINDS, type SubjectKind, subjectKindOf } from './records/subject-kind.ts';
export { firstPatchedVersions } from './remediation/first-patched.ts';
export { MAJOR_RULES } from './remediation/major.ts';
export type {
  Alternative,
  NamedVersion,
  PackagePlan,
  PlanFinding,
  PlanProof,
  PlanStatus,
  RecordProof,
  StayingFinding,
  StayingReason,
} from './remediation/model.ts';
export { planning, planPackage } from './remediation/plan-package.ts';
export { type OwnedPlan, type PackageTarget, planSet } from './remediation/plan-set.ts';
export { STAYING_REASONS } from './remediation/stays.ts';
export { upgradeCommand } from './remediation/upgrade-command.ts';
export { type ChannelVersion, channelVersions } from './repology/collection.ts';
export {
  type AggregatorKey,
  type AggregatorNames,
  aggregatorNames,
  attributeKey,
  mayBeProject,
  readAggregatorKey,
  readProjects,
  writeProjects,
} from './repology/names.ts';
export { type ProjectRow, readProject } from './repology/project.ts';
export {
  latestVersion,
  type RepositoryVersion,
  repositoryVersions,
  type VersionStatus,
  type VersionSummary,
  versionSummary,
} from './repology/versions.ts';
export * from './sbom/index.ts';
export { askBatches } from './scan/ask-batches.ts';
export { mergedCoverage } from './scan/merged-coverage.ts';
export {
  readScannedFile,
  type ScanEntry,
  type ScannedFile,
  type ScannedReading,
} from './scan/read-scanned-file.ts';
export {
  type AnsweredPurl,
  PENDING_OUTCOME,
  SCAN_REASONS,
  type ScanOutcome,
  type ScanReason,
  type ScanReply,
  scanOutcome,
  unaskedOutcome,
} from './scan/scan-outcome.ts';
export * from './scores/index.ts';
export { readSearchInput, type SearchInput } from './search/read-input.ts';
export { atOnce, flatMapped, grouped, sorted } from './slices.ts';
export { type BackTest, backTest, type IntervalTest, LEAST_DECIDED } from './survival/back-test.ts';
export {
  type FixBenchmark,
  fixBenchmark,
  LEAST_FIXED,
  type TimeToFix,
  tenths,
  timeToFix,
} from './survival/benchmarks.ts';
export { type FixCase, fixCase, seenAt } from './survival/fix-case.ts';
export { type FixEta, type FixEtaBasis, fixEta, type RemainingDays } from './survival/fix-eta.ts';
export { type FixCurve, fixCurves, LANDMARK_DAYS, LEAST_AT_RISK, LEAST_FIXED_AFTER } from './survival/fix-strata.ts';
export { type KeptCurve, keepCurve, readCurve } from './survival/kept-curves.ts';
export { type ChannelFix, channelFixes } from './tracker/channel-fixes.ts';
export { type AvailableFix, availableFix } from './tracker/fix-available.ts';
export { type IssueSeverity, issueSeverity } from './tracker/issue-severity.ts';
export {
  cvesOf,
  isSecurityLabelled,
  issueCves,
  issuePackages,
  isTracked,
  LABEL_SEVERITIES,
  type LabelSeverity,
  SECURITY_LABEL,
  severityOfLabels,
} from './tracker/issue-text.ts';
export {
  type FixingPull,
  indexPulls,
  isFix,
  type LinkedPull,
  PULL_RELATIONS,
  type PullIndex,
  type PullLink,
  type PullRelation,
} from './tracker/linked-pulls.ts';
export { backportOf, closedBy, mentionedIn } from './tracker/pull-text.ts';
export { askAgainAt, branchesBeyond, gateOf, isContained, type MergedPull } from './tracker/reach.ts';
export { compareRisk, RISK_RULES, type RiskFacts, type RiskRule, riskRule } from './tracker/risk.ts';
export {
  furthest,
  isChannel,
  PULL_STAGES,
  type PullProgress,
  type PullStage,
  type PullStep,
  progressOf,
} from './tracker/stage.ts';
export { type IssueFacts, type PullFacts, type ReachFacts, subjectsOf } from './tracker/tracked.ts';
export { type FixedVersion, type FixFacts, trackedFix } from './tracker/tracked-fix.ts';
export { type Recorded, trackerEvents } from './tracker/tracker-events.ts';
export * from './versions/index.ts';
export {
  type ChosenFields,
  type ChosenValue,
  chooseFields,
  type StatedRecord,
  type StatedVulnerability,
} from './vulnerability/chosen.ts';
export { LEAD_READ } from './vulnerability/lead.ts';
