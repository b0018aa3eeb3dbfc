import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { OpenVerdict } from '../objects/issue.ts';
import { Paged, Paging } from '../objects/paging.ts';
import { ExploitableCve, PullStage, TrackerChannel, TrackerCve, TrackerStats } from '../objects/tracker.ts';
import { EXAMPLE_ISSUE, EXAMPLE_PULL, EXAMPLE_TRACKER_COVERAGE } from './tracker-examples.ts';

const about = {
  method: 'GET',
  area: 'tracker',
  envelopeFields: Coverage,
  cache: 300,
  rate: 'general',
  exampleEnvelopeFields: EXAMPLE_TRACKER_COVERAGE,
} as const;

/** Spec 4.10; members by decision. */
export const getTrackerStats = endpoint({
  ...about,
  id: 'getTrackerStats',
  path: '/tracker/stats',
  summary: 'Count tracked issues by state, severity, age and fix progress',
  data: TrackerStats,
  example: {
    total: 1,
    byState: { open: 1, closed: 0 },
    openByVerdict: { affected: 0, unknown: 0, not_affected: 1 },
    bySeverity: { critical: 1, high: 0, medium: 0, low: 0, unknown: 0 },
    byAgeBand: { week: 0, month: 1, quarter: 0, year: 0, older: 0 },
    withFix: 1,
    withOpenPr: 0,
    merged: 1,
    inChannel: 1,
  },
});

/** Spec 4.10; members by decision. */
export const getTrackerCves = endpoint({
  ...about,
  id: 'getTrackerCves',
  path: '/tracker/cves',
  summary: 'List tracked CVEs with their issues and pull requests',
  query: z.object({
    status: z.enum(['open', 'closed', 'all']).default('all').describe('`open`: at least one issue is open.'),
    stage: z
      .union([PullStage, z.enum(['none', 'all'])])
      .default('all')
      .describe('Stage of the most advanced pull request; `none` if there is no pull request.'),
    ...Paging.shape,
  }),
  data: Paged.extend({
    cves: z.array(TrackerCve).describe('Ordered by newest issue first.'),
  }).meta({ id: 'TrackerCves' }),
  example: {
    cves: [
      {
        id: 'CVE-2024-3094',
        title: 'Xz: malicious code in distributed source',
        severity: 'critical',
        stage: 'channel',
        issues: [
          {
            number: EXAMPLE_ISSUE.number,
            title: EXAMPLE_ISSUE.title,
            url: EXAMPLE_ISSUE.url,
            state: EXAMPLE_ISSUE.state,
            created_at: EXAMPLE_ISSUE.created_at,
          },
        ],
        pullRequests: [EXAMPLE_PULL],
      },
    ],
    total: 1,
    page: 1,
    pageSize: 50,
  },
});

/** Spec 4.10; members by decision. */
export const getTrackerChannels = endpoint({
  ...about,
  id: 'getTrackerChannels',
  path: '/tracker/channels',
  summary: 'List nixpkgs channels with revision, age, status and missing fixes',
  data: z.object({ channels: z.array(TrackerChannel) }).meta({ id: 'TrackerChannels' }),
  example: {
    channels: [
      {
        name: 'nixos-unstable',
        revision: '5ad6e7b5f3a1c0d2e4f60718293a4b5c6d7e8f90',
        updatedAt: '2026-11-14T04:12:00.000Z',
        ageSeconds: 101_880,
        status: 'rolling',
        variant: 'primary',
        current: true,
        fixes: { contained: 1, lacking: 0, unknown: 0 },
      },
    ],
  },
});

/** Spec 4.10; members and order by decision. */
export const getExploitability = endpoint({
  ...about,
  id: 'getExploitability',
  path: '/exploitability',
  summary: 'List EPSS, KEV and SSVC for every tracked CVE, greatest risk first',
  query: z.object({
    status: z.enum(['open', 'closed', 'all']).default('all').describe('`open`: at least one issue is open.'),
    verdict: OpenVerdict.optional().describe('CVEs with an open issue that has this verdict.'),
    ...Paging.shape,
  }),
  data: Paged.extend({
    cves: z.array(ExploitableCve).describe('Ordered by the matching rule in `rules`, then EPSS, severity and ID.'),
    rules: z.array(z.object({ rule: z.string(), meaning: z.string() })).describe('Worst first.'),
  }).meta({ id: 'Exploitability' }),
  example: {
    cves: [
      {
        id: 'CVE-2024-3094',
        title: 'Xz: malicious code in distributed source',
        severity: 'critical',
        risk: 'epss_high',
        epss: { epss: 0.85, percentile: 0.99, date: '2026-11-14', movement30d: 0.01 },
        kev: null,
        ssvc: { exploitation: 'poc', automatable: 'yes', technicalImpact: 'total' },
        issues: [412345],
        openIssues: 1,
        verdict: 'not_affected',
      },
    ],
    rules: [{ rule: 'epss_high', meaning: 'EPSS is at least 0.1.' }],
    total: 1,
    page: 1,
    pageSize: 50,
  },
});
