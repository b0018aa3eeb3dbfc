export { breakingChanges } from './breaking.ts';
export { ADDITIONS, CATALOGUE, ENDPOINTS, PLANNED } from './catalogue.ts';
export { type Area, Empty, type Endpoint, endpoint, type PlannedEndpoint, planned } from './endpoint.ts';
export { getCve, getEvidence } from './endpoints/cve.ts';
export { postBatch } from './endpoints/cve-batch.ts';
export { getDossier, postIngest } from './endpoints/cve-dossier.ts';
export { getAssessment, getExploitSignals, getLifecycle } from './endpoints/cve-judgement.ts';
export { getCveAt, getHistory } from './endpoints/cve-time.ts';
export { getAtomFeed, getRssFeed } from './endpoints/feeds.ts';
export { getHealth, getOpenapi, getSources, getVersion } from './endpoints/meta.ts';
export { getMitreRecent, getRecentAdvisories, getTrending } from './endpoints/recent.ts';
export { getSearch } from './endpoints/search.ts';
export { answerOf, exampleAnswer, Timestamp } from './envelope.ts';
export {
  BODY_ERRORS,
  ERRORS,
  ErrorBody,
  type ErrorCode,
  exampleError,
  GENERAL_ERRORS,
  INPUT_ERRORS,
  REQUEST_ERRORS,
} from './errors.ts';
export { errorsPage } from './errors-page.ts';
export { Coverage, CoverageRow } from './objects/coverage.ts';
export {
  AgentHints,
  Availability,
  Canonical,
  Conflict,
  CveDossier,
  DossierQuality,
  DossierSummary,
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
export { instantOf } from './objects/date-input.ts';
export { Epss, Kev } from './objects/exploitation.ts';
export { Issue, IssueLabel, IssueList } from './objects/issue.ts';
export { OsvAffected, OsvDetails, OsvEvent, OsvRange, OsvSeverity } from './objects/osv-details.ts';
export { OsvItem, OsvQueryResult } from './objects/osv-query.ts';
export { PackageVersions, RepositoryVersion } from './objects/package-versions.ts';
export { AnnouncedCve, RecentAdvisory, TrendingCve } from './objects/recent.ts';
export { SearchPage, SearchResult } from './objects/search.ts';
export { Severity, SeverityCounts, SeverityOrUnknown } from './objects/severity.ts';
export { Sha256 } from './objects/sha256.ts';
export { type FrozenPart, type SourceRun, SourceStatus, type SourceWarning } from './objects/source.ts';
export { SOURCE_IDS, SourceId } from './objects/source-id.ts';
export { Stats } from './objects/stats.ts';
export { PackageVerdict, Proof, Verdict } from './objects/verdict.ts';
export { Match, OtherMatch, VulnsResult } from './objects/vulns.ts';
export { type Deployment, openapiDocument, templateOf } from './openapi/document.ts';
export { errorsOf } from './openapi/responses.ts';
export type { OpenapiDocument, Operation, Parameter, Ref, Response, Schema } from './openapi/types.ts';
export { PROMISES } from './promises.ts';
export { RATE_WINDOW_SECONDS, RATES, type RateClass } from './rates.ts';
