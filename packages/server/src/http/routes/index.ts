import type { Page } from '../page.ts';
import type { Route } from '../route.ts';
import { requestAccess } from './access/request-access.ts';
import { dataQuality } from './analytics/data-quality.ts';
import { ecosystemStats } from './analytics/ecosystem-stats.ts';
import { fixEtas } from './analytics/fix-etas.ts';
import { fixRate } from './analytics/fix-rate.ts';
import { packageHealth } from './analytics/package-health.ts';
import { severityBreakdown } from './analytics/severity-breakdown.ts';
import { timeToFix } from './analytics/time-to-fix.ts';
import { assessment } from './cve/ai-assessment.ts';
import { at } from './cve/at.ts';
import { batch } from './cve/batch.ts';
import { dossier } from './cve/dossier.ts';
import { evidence } from './cve/evidence.ts';
import { exploitSignals } from './cve/exploit-signals.ts';
import { history } from './cve/history.ts';
import { ingest } from './cve/ingest.ts';
import { lifecycle } from './cve/lifecycle.ts';
import { lookup } from './cve/lookup.ts';
import { atom } from './feeds/atom.ts';
import { changes } from './feeds/changes.ts';
import { changeStream } from './feeds/changes-stream.ts';
import { freshnessFeed } from './feeds/freshness-feed.ts';
import { mitreRecent } from './feeds/mitre-recent.ts';
import { myAtom } from './feeds/my-atom.ts';
import { myBadge } from './feeds/my-badge.ts';
import { myJsonFeed } from './feeds/my-json-feed.ts';
import { recentAdvisories } from './feeds/recent-advisories.ts';
import { rss } from './feeds/rss.ts';
import { trending } from './feeds/trending.ts';
import { webhook } from './feeds/webhook.ts';
import { webhookEnd } from './feeds/webhook-end.ts';
import { webhookRegister } from './feeds/webhook-register.ts';
import { webhooks } from './feeds/webhooks.ts';
import { graphAffected } from './graph/affected.ts';
import { rebuildImpact } from './graph/rebuild-impact.ts';
import { rebuildImpacts } from './graph/rebuild-impacts.ts';
import { graphRelated } from './graph/related.ts';
import { graphStats } from './graph/stats.ts';
import { transitive } from './graph/transitive.ts';
import { graphVulns } from './graph/vulns.ts';
import { weakness } from './graph/weakness.ts';
import { freshness } from './meta/freshness.ts';
import { health } from './meta/health.ts';
import { openapi } from './meta/openapi.ts';
import { sources } from './meta/sources.ts';
import { version } from './meta/version.ts';
import { ghsa } from './packages/ghsa.ts';
import { packageHistoryRoute } from './packages/history.ts';
import { myPackagesRoute } from './packages/my-packages.ts';
import { osv } from './packages/osv.ts';
import { osvDetails } from './packages/osv-details.ts';
import { purl } from './packages/purl.ts';
import { purls } from './packages/purls.ts';
import { repology } from './packages/repology.ts';
import { vulns } from './packages/vulns.ts';
import { almanacJson } from './pages/almanac-json.ts';
import { apiPolicy } from './pages/api-policy.ts';
import { assets } from './pages/assets.ts';
import { compare } from './pages/compare.ts';
import { cve } from './pages/cve.ts';
import { cveHistoryPages } from './pages/cve-history.ts';
import { docs } from './pages/docs.ts';
import { docsGroup } from './pages/docs-group.ts';
import { guide } from './pages/guide.ts';
import { guideMarkdown } from './pages/guide-markdown.ts';
import { guideList } from './pages/guides.ts';
import { home } from './pages/home.ts';
import { insight } from './pages/insight.ts';
import { insights } from './pages/insights.ts';
import { issuePages } from './pages/issue.ts';
import { issueList } from './pages/issues.ts';
import { llms } from './pages/llms.ts';
import { llmsFull } from './pages/llms-full.ts';
import { my } from './pages/my.ts';
import { packages } from './pages/package.ts';
import { robots } from './pages/robots.ts';
import { scan } from './pages/scan.ts';
import { searching } from './pages/search.ts';
import { securityTxt } from './pages/security-txt.ts';
import { sitemap } from './pages/sitemap.ts';
import { status } from './pages/status.ts';
import { why } from './pages/why.ts';
import { formats } from './sbom/formats.ts';
import { remediation } from './sbom/remediation.ts';
import { sbom } from './sbom/sbom.ts';
import { sbomTimeTravel } from './sbom/time-travel.ts';
import { search } from './search/search.ts';
import { trackerChannels } from './tracker/channels.ts';
import { trackerCves } from './tracker/cves.ts';
import { exploitability } from './tracker/exploitability.ts';
import { issue } from './tracker/issue.ts';
import { issues } from './tracker/issues.ts';
import { prFix } from './tracker/pr-fix.ts';
import { prValidate } from './tracker/pr-validate.ts';
import { trackerRepology } from './tracker/repology.ts';
import { stats } from './tracker/stats.ts';
import { trackerStats } from './tracker/tracker-stats.ts';

/** Every endpoint that is answered, one file each; a test compares this list with the folder and with the contract. */
export const ROUTES: readonly Route[] = [
  lookup,
  dossier,
  ingest,
  batch,
  history,
  at,
  lifecycle,
  exploitSignals,
  assessment,
  evidence,
  health,
  version,
  sources,
  freshness,
  freshnessFeed,
  openapi,
  search,
  recentAdvisories,
  mitreRecent,
  trending,
  rss,
  atom,
  changes,
  changeStream,
  webhookRegister,
  webhooks,
  webhook,
  webhookEnd,
  myAtom,
  myJsonFeed,
  myBadge,
  ecosystemStats,
  severityBreakdown,
  fixRate,
  timeToFix,
  fixEtas,
  packageHealth,
  dataQuality,
  packageHistoryRoute,
  osv,
  osvDetails,
  purl,
  purls,
  myPackagesRoute,
  sbom,
  sbomTimeTravel,
  formats,
  vulns,
  remediation,
  issues,
  issue,
  stats,
  trackerStats,
  trackerCves,
  trackerChannels,
  exploitability,
  prValidate,
  prFix,
  requestAccess,
  ghsa,
  repology,
  trackerRepology,
  rebuildImpacts,
  rebuildImpact,
  graphStats,
  graphAffected,
  graphRelated,
  graphVulns,
  transitive,
  weakness,
];

/** Every page of the site. */
export const PAGES: readonly Page[] = [
  home,
  searching,
  my,
  scan,
  compare,
  issueList,
  issuePages,
  insights,
  insight,
  packages,
  why,
  status,
  docs,
  docsGroup,
  guideList,
  guide,
  guideMarkdown,
  assets,
  llms,
  llmsFull,
  robots,
  sitemap,
  securityTxt,
  apiPolicy,
  almanacJson,
  cve,
  cveHistoryPages,
];
