import type { Endpoint } from './endpoint.ts';
import { postRequestAccess } from './endpoints/access.ts';
import { getDataQuality, getEcosystemStats, getFixRate, getSeverityBreakdown } from './endpoints/aggregates.ts';
import { getChangeStream, getChanges } from './endpoints/changes.ts';
import { getCve, getEvidence } from './endpoints/cve.ts';
import { postBatch } from './endpoints/cve-batch.ts';
import { getDossier, postIngest } from './endpoints/cve-dossier.ts';
import { getAssessment, getExploitSignals, getLifecycle } from './endpoints/cve-judgement.ts';
import { getCveAt, getHistory } from './endpoints/cve-time.ts';
import { getAtomFeed, getRssFeed } from './endpoints/feeds.ts';
import { getFreshness, getFreshnessFeed } from './endpoints/freshness.ts';
import { getGhsa } from './endpoints/ghsa.ts';
import { getGraphAffected, getGraphRelated, getGraphStats, getWeaknessCves } from './endpoints/graph.ts';
import { getGraphTransitive, getGraphVulns } from './endpoints/graph-package.ts';
import { getIssue, getIssues, getStats } from './endpoints/issues.ts';
import { getHealth, getOpenapi, getSources, getVersion } from './endpoints/meta.ts';
import { getMyAtom, getMyBadge, getMyJsonFeed, postMyPackages } from './endpoints/my-packages.ts';
import { getOsv, getOsvDetails } from './endpoints/osv.ts';
import { getPackageHealth } from './endpoints/package-health.ts';
import { getPackageHistory } from './endpoints/package-history.ts';
import { getRepology, getTrackerRepology } from './endpoints/package-versions.ts';
import { getVulns } from './endpoints/packages.ts';
import { postPrFix, postPrValidate } from './endpoints/pr.ts';
import { getFixEtas, getTimeToFix } from './endpoints/predictions.ts';
import { getPurl, postPurls } from './endpoints/purl.ts';
import { getRebuildImpact, getRebuildImpacts } from './endpoints/rebuild-impact.ts';
import { getMitreRecent, getRecentAdvisories, getTrending } from './endpoints/recent.ts';
import { postRemediationPlan } from './endpoints/remediation.ts';
import { getSbomFormats, postSbom, postSbomTimeTravel } from './endpoints/sbom.ts';
import { getSearch } from './endpoints/search.ts';
import { getExploitability, getTrackerChannels, getTrackerCves, getTrackerStats } from './endpoints/tracker.ts';
import { deleteWebhook, getWebhook, getWebhooks, postWebhook } from './endpoints/webhooks.ts';

/** Endpoints in the order of the specification: 4.1 to 4.9, then the table in 4.10. */
export const CATALOGUE: readonly Endpoint[] = [
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
  getFixEtas,
  getRebuildImpacts,
  getRebuildImpact,
  getTrending,
  getSeverityBreakdown,
  getFixRate,
  getPackageHistory,
  getPackageHealth,
  getTimeToFix,
  getDataQuality,
  getGhsa,
  postPrValidate,
  postPrFix,
  postRemediationPlan,
  getPurl,
  postSbom,
  postSbomTimeTravel,
  getSbomFormats,
  getRssFeed,
  getAtomFeed,
  getGraphStats,
  getGraphAffected,
  getGraphRelated,
  getGraphVulns,
  getGraphTransitive,
  getWeaknessCves,
  getHealth,
  getVersion,
  getOpenapi,
];

/** Endpoints that the specification does not list. */
export const ADDITIONS: readonly Endpoint[] = [
  getEvidence,
  postIngest,
  postPurls,
  postMyPackages,
  getMyAtom,
  getMyJsonFeed,
  getMyBadge,
  getChanges,
  getChangeStream,
  postWebhook,
  getWebhooks,
  getWebhook,
  deleteWebhook,
  getFreshness,
  getFreshnessFeed,
];

/** Endpoints served, described in OpenAPI and shown on the reference page. */
export const ENDPOINTS: readonly Endpoint[] = [...CATALOGUE, ...ADDITIONS];
