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

/** Tracker statistics (spec 4.10; members by decision). */
export const getTrackerStats = endpoint({
  ...about,
  id: 'getTrackerStats',
  path: '/tracker/stats',
  summary: 'Counts of tracked issues by state, severity, age, and how far their fixes have come',
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

/** CVEs of the tracker (spec 4.10; members by decision). */
export const getTrackerCves = endpoint({
  ...about,
  id: 'getTrackerCves',
  path: '/tracker/cves',
  summary: 'CVEs of the tracker with their issues, pull requests and how far each has come',
  query: z.object({
    status: z.enum(['open', 'closed', 'all']).default('all').describe('`open`: an issue about it is open.'),
    stage: z
      .union([PullStage, z.enum(['none', 'all'])])
      .default('all')
      .describe('Of the pull request that has come furthest; `none`: there is no pull request.'),
    ...Paging.shape,
  }),
  data: Paged.extend({
    cves: z.array(TrackerCve).describe('Those of the newest issue first.'),
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

/** Release channels (spec 4.10; members by decision). */
export const getTrackerChannels = endpoint({
  ...about,
  id: 'getTrackerChannels',
  path: '/tracker/channels',
  summary: 'The channels of the collection: revision, age, status, and how many tracked fixes each lacks',
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

/** How the CVEs of the tracker are exploited (spec 4.10; members and order by decision). */
export const getExploitability = endpoint({
  ...about,
  id: 'getExploitability',
  path: '/exploitability',
  summary: 'EPSS, KEV and SSVC of every CVE of the tracker, the greatest risk first',
  query: z.object({
    status: z.enum(['open', 'closed', 'all']).default('all').describe('`open`: an issue about it is open.'),
    verdict: OpenVerdict.optional().describe('Those with an open issue and this verdict.'),
    ...Paging.shape,
  }),
  data: Paged.extend({
    cves: z
      .array(ExploitableCve)
      .describe('By the rule that holds, in the order of `rules`; then by EPSS, by severity and by id.'),
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
    rules: [{ rule: 'epss_high', meaning: 'EPSS gives at least 0.1.' }],
    total: 1,
    page: 1,
    pageSize: 50,
  },
});
