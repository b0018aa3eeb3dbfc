import { type Endpoint, type PlannedEndpoint, planned } from './endpoint.ts';
import { getCve, getEvidence } from './endpoints/cve.ts';
import { postBatch } from './endpoints/cve-batch.ts';
import { getDossier, postIngest } from './endpoints/cve-dossier.ts';
import { getAssessment, getExploitSignals, getLifecycle } from './endpoints/cve-judgement.ts';
import { getCveAt, getHistory } from './endpoints/cve-time.ts';
import { getAtomFeed, getRssFeed } from './endpoints/feeds.ts';
import { getHealth, getOpenapi, getSources, getVersion } from './endpoints/meta.ts';
import { getMitreRecent, getRecentAdvisories, getTrending } from './endpoints/recent.ts';
import { getSearch } from './endpoints/search.ts';

/** Every endpoint of the contract, in its order: 4.1 to 4.9, then the table of 4.10. */
export const CATALOGUE: readonly (Endpoint | PlannedEndpoint)[] = [
  planned('GET', '/issues', 'tracked CVE issues'),
  planned('GET', '/stats', 'counts of tracked CVE issues'),
  planned('GET', '/osv/:package', 'OSV vulnerabilities of a package'),
  planned('GET', '/osv-details/:id', 'one OSV record'),
  planned('GET', '/vulns/:package', 'enriched CVE matches of a package, with confidence'),
  planned('GET', '/repology/:package', 'package versions per repository'),
  getCve,
  getDossier,
  planned('POST', '/request-access', 'access request with an OAuth token'),

  planned('GET', '/tracker/stats', 'tracker statistics'),
  planned('GET', '/tracker/cves', 'tracker CVEs with linked pull requests'),
  planned('GET', '/tracker/channels', 'release-channel status'),
  planned('GET', '/tracker/repology/:package', 'package version info'),
  planned('GET', '/issues/:id', 'one tracker issue by number'),
  getSources,
  planned('GET', '/ecosystem-stats', 'aggregate ecosystem vulnerability counts'),
  getRecentAdvisories,
  postBatch,
  getHistory,
  getCveAt,
  getSearch,
  getMitreRecent,
  planned('GET', '/exploitability', 'EPSS scores and KEV status for tracked CVEs'),
  getLifecycle,
  getExploitSignals,
  getAssessment,
  planned('GET', '/fix-etas', 'fix ETA predictions'),
  planned('GET', '/rebuild-impact', 'package rebuild impact'),
  planned('GET', '/rebuild-impact/:name', 'rebuild impact of one package'),
  getTrending,
  planned('GET', '/severity-breakdown', 'vulnerabilities by severity'),
  planned('GET', '/fix-rate', 'fix availability statistics'),
  planned('GET', '/package/:name/history', 'package vulnerability history'),
  planned('GET', '/package-health', 'package maintenance health scores'),
  planned('GET', '/analytics/time-to-fix', 'time-to-fix benchmarks'),
  planned('GET', '/data-quality/stats', 'data-quality score distribution'),
  planned('GET', '/ghsa', 'advisory-database advisories (requires auth)'),
  planned('POST', '/pr/validate', 'validate a package-collection pull-request diff'),
  planned('POST', '/pr/fix', 'generate fixes for pull-request issues'),
  planned('POST', '/remediation/plan', 'minimal upgrade plan to fix CVEs'),
  planned('GET', '/purl/:purl', 'vulnerability lookup by package URL'),
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
export const ADDITIONS: readonly Endpoint[] = [getEvidence, postIngest];

/** The endpoints that are answered: routed by the server, described in OpenAPI and on the reference page. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...CATALOGUE.filter((entry): entry is Endpoint => !('planned' in entry)),
  ...ADDITIONS,
];

/** The endpoints that are still to be built. */
export const PLANNED: readonly PlannedEndpoint[] = CATALOGUE.filter((entry) => 'planned' in entry);
