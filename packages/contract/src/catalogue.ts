import { type Endpoint, type PlannedEndpoint, planned } from './endpoint.ts';
import { postRequestAccess } from './endpoints/access.ts';
import { getDataQuality, getEcosystemStats, getFixRate, getSeverityBreakdown } from './endpoints/aggregates.ts';
import { getCve, getEvidence } from './endpoints/cve.ts';
import { postBatch } from './endpoints/cve-batch.ts';
import { getDossier, postIngest } from './endpoints/cve-dossier.ts';
import { getAssessment, getExploitSignals, getLifecycle } from './endpoints/cve-judgement.ts';
import { getCveAt, getHistory } from './endpoints/cve-time.ts';
import { getAtomFeed, getRssFeed } from './endpoints/feeds.ts';
import { getGhsa } from './endpoints/ghsa.ts';
import { getIssue, getIssues, getStats } from './endpoints/issues.ts';
import { getHealth, getOpenapi, getSources, getVersion } from './endpoints/meta.ts';
import { getOsv, getOsvDetails } from './endpoints/osv.ts';
import { getPackageHistory } from './endpoints/package-history.ts';
import { getRepology, getTrackerRepology } from './endpoints/package-versions.ts';
import { getVulns } from './endpoints/packages.ts';
import { getPurl, postPurls } from './endpoints/purl.ts';
import { getMitreRecent, getRecentAdvisories, getTrending } from './endpoints/recent.ts';
import { getSearch } from './endpoints/search.ts';
import { getExploitability, getTrackerChannels, getTrackerCves, getTrackerStats } from './endpoints/tracker.ts';

/** Every endpoint of the contract, in its order: 4.1 to 4.9, then the table of 4.10. */
export const CATALOGUE: readonly (Endpoint | PlannedEndpoint)[] = [
  getIssues,
  getStats,
  getOsv,
  getOsvDetails,
  getVulns,
  getRepology,
  getCve,
  getDossier,
  postRequestAccess,

  getTrackerStats,
  getTrackerCves,
  getTrackerChannels,
  getTrackerRepology,
  getIssue,
  getSources,
  getEcosystemStats,
  getRecentAdvisories,
  postBatch,
  getHistory,
  getCveAt,
  getSearch,
  getMitreRecent,
  getExploitability,
  getLifecycle,
  getExploitSignals,
  getAssessment,
  planned('GET', '/fix-etas', 'fix ETA predictions'),
  planned('GET', '/rebuild-impact', 'package rebuild impact'),
  planned('GET', '/rebuild-impact/:name', 'rebuild impact of one package'),
  getTrending,
  getSeverityBreakdown,
  getFixRate,
  getPackageHistory,
  planned('GET', '/package-health', 'package maintenance health scores'),
  planned('GET', '/analytics/time-to-fix', 'time-to-fix benchmarks'),
  getDataQuality,
  getGhsa,
  planned('POST', '/pr/validate', 'validate a package-collection pull-request diff'),
  planned('POST', '/pr/fix', 'generate fixes for pull-request issues'),
  planned('POST', '/remediation/plan', 'minimal upgrade plan to fix CVEs'),
  getPurl,
  planned('POST', '/sbom', 'analyze an SBOM (requires auth)'),
  planned('POST', '/sbom/time-travel', 'SBOM exposure at a past date'),
  planned('GET', '/sbom/formats', 'supported SBOM formats and PURL types'),
  getRssFeed,
  getAtomFeed,
  planned('GET', '/graph/stats', 'graph node and relationship counts'),
  planned('GET', '/graph/cve/:id/affected', 'packages affected by a CVE'),
  planned('GET', '/graph/cve/:id/related', 'related CVEs (shared packages or weaknesses)'),
  planned('GET', '/graph/package/:name/vulns', 'CVEs affecting a package'),
  planned('GET', '/graph/package/:name/transitive', 'transitive vulnerabilities via dependencies'),
  planned('GET', '/graph/cwe/:id/cves', 'CVEs by weakness type'),
  getHealth,
  getVersion,
  getOpenapi,
];

/** Endpoints beside those that the contract names. */
export const ADDITIONS: readonly Endpoint[] = [getEvidence, postIngest, postPurls];

/** The endpoints that are answered: routed by the server, described in OpenAPI and on the reference page. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...CATALOGUE.filter((entry): entry is Endpoint => !('planned' in entry)),
  ...ADDITIONS,
];

/** The endpoints that are still to be built. */
export const PLANNED: readonly PlannedEndpoint[] = CATALOGUE.filter((entry) => 'planned' in entry);
