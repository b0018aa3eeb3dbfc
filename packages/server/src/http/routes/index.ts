import type { Page } from '../page.ts';
import type { Route } from '../route.ts';
import { requestAccess } from './access/request-access.ts';
import { dataQuality } from './analytics/data-quality.ts';
import { ecosystemStats } from './analytics/ecosystem-stats.ts';
import { fixRate } from './analytics/fix-rate.ts';
import { severityBreakdown } from './analytics/severity-breakdown.ts';
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
import { mitreRecent } from './feeds/mitre-recent.ts';
import { recentAdvisories } from './feeds/recent-advisories.ts';
import { rss } from './feeds/rss.ts';
import { trending } from './feeds/trending.ts';
import { health } from './meta/health.ts';
import { openapi } from './meta/openapi.ts';
import { sources } from './meta/sources.ts';
import { version } from './meta/version.ts';
import { ghsa } from './packages/ghsa.ts';
import { packageHistoryRoute } from './packages/history.ts';
import { osv } from './packages/osv.ts';
import { osvDetails } from './packages/osv-details.ts';
import { purl } from './packages/purl.ts';
import { purls } from './packages/purls.ts';
import { repology } from './packages/repology.ts';
import { vulns } from './packages/vulns.ts';
import { cve } from './pages/cve.ts';
import { docs } from './pages/docs.ts';
import { home } from './pages/home.ts';
import { issueList } from './pages/issues.ts';
import { packages } from './pages/package.ts';
import { searching } from './pages/search.ts';
import { status } from './pages/status.ts';
import { search } from './search/search.ts';
import { trackerChannels } from './tracker/channels.ts';
import { trackerCves } from './tracker/cves.ts';
import { exploitability } from './tracker/exploitability.ts';
import { issue } from './tracker/issue.ts';
import { issues } from './tracker/issues.ts';
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
  openapi,
  search,
  recentAdvisories,
  mitreRecent,
  trending,
  rss,
  atom,
  ecosystemStats,
  severityBreakdown,
  fixRate,
  dataQuality,
  packageHistoryRoute,
  osv,
  osvDetails,
  purl,
  purls,
  vulns,
  issues,
  issue,
  stats,
  trackerStats,
  trackerCves,
  trackerChannels,
  exploitability,
  requestAccess,
  ghsa,
  repology,
  trackerRepology,
];

/** Every page of the site. */
export const PAGES: readonly Page[] = [home, searching, issueList, packages, status, docs, cve];
