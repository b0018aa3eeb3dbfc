export { breakingChanges } from './breaking.ts';
export { CATALOGUE, ENDPOINTS, PLANNED } from './catalogue.ts';
export { type Area, Empty, type Endpoint, endpoint, type PlannedEndpoint, planned } from './endpoint.ts';
export { getHealth, getOpenapi, getSources, getVersion } from './endpoints/meta.ts';
export { answerOf, exampleAnswer, Timestamp } from './envelope.ts';
export {
  BODY_ERRORS,
  ERRORS,
  ErrorBody,
  type ErrorCode,
  exampleError,
  GENERAL_ERRORS,
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
} from './objects/cve-lookup.ts';
export { Epss, Kev } from './objects/exploitation.ts';
export { Issue, IssueLabel, IssueList } from './objects/issue.ts';
export { OsvAffected, OsvDetails, OsvEvent, OsvRange, OsvSeverity } from './objects/osv-details.ts';
export { OsvItem, OsvQueryResult } from './objects/osv-query.ts';
export { PackageVersions, RepositoryVersion } from './objects/package-versions.ts';
export { Severity, SeverityCounts, SeverityOrUnknown } from './objects/severity.ts';
export { Sha256 } from './objects/sha256.ts';
export { SourceStatus } from './objects/source.ts';
export { SOURCE_IDS, SourceId } from './objects/source-id.ts';
export { Stats } from './objects/stats.ts';
export { PackageVerdict, Proof, Verdict } from './objects/verdict.ts';
export { Match, OtherMatch, VulnsResult } from './objects/vulns.ts';
export { type Deployment, openapiDocument, templateOf } from './openapi/document.ts';
export { errorsOf } from './openapi/responses.ts';
export type { OpenapiDocument, Operation, Parameter, Ref, Response, Schema } from './openapi/types.ts';
export { PROMISES } from './promises.ts';
export { RATE_WINDOW_SECONDS, RATES, type RateClass } from './rates.ts';
