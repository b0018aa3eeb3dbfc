export { breakingChanges } from './breaking.ts';
export {
  BudgetDetails,
  CALLER_BUDGETS,
  type CallerBudget,
  NETWORK_SHARES,
  PROCESS_BUDGETS,
  type ProcessBudget,
  UPLOAD_BYTES,
} from './budgets.ts';
export { ADDITIONS, CATALOGUE, ENDPOINTS } from './catalogue.ts';
export { type Deprecation, deprecationHeaders, NOTICE_DAYS } from './deprecation.ts';
export {
  type Area,
  Empty,
  type Endpoint,
  endpoint,
  type RawBody,
} from './endpoint.ts';
export * from './endpoints/access.ts';
export * from './endpoints/aggregates.ts';
export * from './endpoints/changes.ts';
export * from './endpoints/cve.ts';
export * from './endpoints/cve-batch.ts';
export * from './endpoints/cve-dossier.ts';
export * from './endpoints/cve-judgement.ts';
export * from './endpoints/cve-time.ts';
export * from './endpoints/feeds.ts';
export * from './endpoints/freshness.ts';
export * from './endpoints/ghsa.ts';
export * from './endpoints/graph.ts';
export * from './endpoints/graph-package.ts';
export * from './endpoints/issues.ts';
export * from './endpoints/meta.ts';
export * from './endpoints/my-packages.ts';
export * from './endpoints/osv.ts';
export * from './endpoints/package-health.ts';
export * from './endpoints/package-history.ts';
export * from './endpoints/package-versions.ts';
export * from './endpoints/packages.ts';
export * from './endpoints/pr.ts';
export * from './endpoints/predictions.ts';
export * from './endpoints/purl.ts';
export * from './endpoints/rebuild-impact.ts';
export * from './endpoints/recent.ts';
export * from './endpoints/remediation.ts';
export * from './endpoints/sbom.ts';
export * from './endpoints/search.ts';
export * from './endpoints/tracker.ts';
export * from './endpoints/webhooks.ts';
export { exampleAnswer, Timestamp, toResponseSchema as answerOf } from './envelope.ts';
export {
  BODY_ERRORS,
  ERRORS,
  ErrorBody,
  type ErrorCode,
  exampleError,
  GENERAL_ERRORS,
  INPUT_ERRORS,
  KEY_ERRORS,
  REQUEST_ERRORS,
} from './errors.ts';
export { errorsPage } from './errors-page.ts';
export { expectedText } from './expected-text.ts';
export { Access, AccessPolicy, DeviceFlow } from './objects/access.ts';
export type { PackageAdvice, VulnerabilityAdvice } from './objects/advice.ts';
export { DataQuality, EcosystemStats, FixRate, SeverityBreakdown } from './objects/aggregates.ts';
export { Coverage, CoverageRow } from './objects/coverage.ts';
export {
  AgentHints,
  Availability,
  Canonical,
  Conflict,
  CveDossier,
  DossierQuality,
  DossierSummary,
  FreshOutcome,
  Provenance,
} from './objects/cve-dossier.ts';
export { CveId } from './objects/cve-id.ts';
export {
  CveLookup,
  CveLookupBeside,
  CvePrimary,
  Integrity,
  LookupQuality,
  LookupStatus,
  RecordMention,
} from './objects/cve-lookup.ts';
export { toInstant as instantOf, toPastInstant as pastInstantOf } from './objects/date-input.ts';
export type { DateRange } from './objects/date-range-input.ts';
export { Decision, DecisionCounts, FindingDecision } from './objects/decision.ts';
export { Epss, Kev } from './objects/exploitation.ts';
export { FixEta, FixEtas } from './objects/fix-etas.ts';
export { FreshnessStatement } from './objects/freshness.ts';
export { GhsaAdvisory } from './objects/ghsa.ts';
export { GraphAffected, GraphRelated, GraphStats, GraphTransitive, GraphVulns, WeaknessCves } from './objects/graph.ts';
export { Issue, IssueFix, IssueLabel, IssueList, IssueVerdict, OpenVerdict } from './objects/issue.ts';
export { JsonFeed, MyFinding, MyPackages, MyRow } from './objects/my-packages.ts';
export { OsvAffected, OsvDetails, OsvEvent, OsvRange, OsvSeverity } from './objects/osv-details.ts';
export { OsvItem, OsvQueryResult, OsvUndecided } from './objects/osv-query.ts';
export { PackageHealth, PackageHealthList } from './objects/package-health.ts';
export { PackageEvent, PackageHistory } from './objects/package-history.ts';
export { ChannelVersion, PackageVersions, RepositoryVersion } from './objects/package-versions.ts';
export { Basis } from './objects/past.ts';
export {
  MOST_DIFF_BYTES,
  PullFinding,
  PullFix,
  PullFixes,
  PullPackage,
  PullRequestInput,
  PullValidation,
} from './objects/pr.ts';
export { BriefMatch, ParsedPurl, PurlAnswer, PurlResult } from './objects/purl.ts';
export { RebuildImpact, RebuildImpacts } from './objects/rebuild-impact.ts';
export { AnnouncedCve, RecentAdvisory, TrendingCve } from './objects/recent.ts';
export { RecordChange, VerdictChange } from './objects/record-change.ts';
export { RecordHash } from './objects/record-hash.ts';
export {
  PackageTarget,
  PlanFinding,
  PlannedCve,
  RemediationPlan,
  RemediationResult,
  StayingFinding,
} from './objects/remediation.ts';
export {
  SbomComponent,
  SbomCounts,
  SbomDocument,
  SbomFinding,
  SbomFindings,
  SbomReason,
  SbomResult,
} from './objects/sbom.ts';
export {
  DatedFinding,
  DatedRecord,
  SbomDifference,
  SbomExposure,
  SbomThenAndNow,
} from './objects/sbom-then-and-now.ts';
export { SearchPage, SearchResult } from './objects/search.ts';
export { Severity, SeverityCounts, SeverityOrUnknown } from './objects/severity.ts';
export { Sha256 } from './objects/sha256.ts';
export {
  type FrozenPart,
  isRead,
  type RequiredSources,
  type SourceRun,
  SourceStatus,
  SourceWarning,
} from './objects/source.ts';
export { SOURCE_IDS, SourceId } from './objects/source-id.ts';
export { Stats } from './objects/stats.ts';
export { FixBenchmark, TimeToFix } from './objects/time-to-fix.ts';
export {
  ChannelFix,
  CveSummary,
  ExploitableCve,
  IssueDetail,
  PullStage,
  TrackerChannel,
  TrackerCve,
  TrackerPull,
  TrackerStats,
} from './objects/tracker.ts';
export { LookedUp, PackageVerdict, Proof, UnknownReason, Verdict } from './objects/verdict.ts';
export { Match, OtherMatch, VulnsResult } from './objects/vulns.ts';
export { DeadLetter, Webhook, WebhookDelivery } from './objects/webhook.ts';
export { type Deployment, openapiDocument, openapiSteps, toPathTemplate as templateOf } from './openapi/document.ts';
export { listErrors as errorsOf } from './openapi/responses.ts';
export type { OpenapiDocument, Operation, Parameter, Ref, Response, Schema } from './openapi/types.ts';
export { PROMISES } from './promises.ts';
export { countRequests, RATE_WINDOW_SECONDS, RATES, type RateClass, rateWithKey, type Weight } from './rates.ts';
