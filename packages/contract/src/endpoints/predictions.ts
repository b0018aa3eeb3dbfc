import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { FixEtas } from '../objects/fix-etas.ts';
import { Paging } from '../objects/paging.ts';
import { TimeToFix } from '../objects/time-to-fix.ts';
import { getIssues } from './issues.ts';
import { EXAMPLE_ISSUE, EXAMPLE_TRACKER_COVERAGE } from './tracker-examples.ts';

const about = {
  method: 'GET',
  envelopeFields: Coverage,
  cache: 900,
  rate: 'general',
  exampleEnvelopeFields: EXAMPLE_TRACKER_COVERAGE,
} as const;

const computedAt = '2026-11-15T08:12:00.000Z';
const benchmark = {
  issues: 120,
  fixed: 90,
  open: 24,
  closedOtherwise: 6,
  p50: { days: 21.4, low: 16.2, high: 29.8 },
  p75: { days: 64, low: 48.5, high: 91.3 },
  p90: { days: 210.7, low: 133.1, high: null },
  reason: null,
};

/** Spec 4.10; members by decision. */
export const getTimeToFix = endpoint({
  ...about,
  id: 'getTimeToFix',
  path: '/analytics/time-to-fix',
  area: 'analytics',
  summary: 'Report how long tracked issues take to be fixed',
  data: TimeToFix,
  errors: ['NOT_COMPUTED_YET'],
  example: {
    overall: benchmark,
    bySeverity: { critical: benchmark, high: benchmark, medium: benchmark, low: benchmark, unknown: benchmark },
    byQuarter: [{ quarter: '2026-Q3', ...benchmark }],
    leastFixed: 10,
    observedUntil: '2026-11-15T08:05:00.000Z',
    computedAt,
  },
});

const { severity, package: named, cve, q, assigned, hasFix } = getIssues.query.shape;

const tested = { due: 412, held: 329, fixedEarlier: 38, notFixedInTime: 40, undecided: 5, notDue: 203, share: 0.808 };

/** Spec 4.10; members by decision. */
export const getFixEtas = endpoint({
  ...about,
  id: 'getFixEtas',
  path: '/fix-etas',
  area: 'tracker',
  summary: 'Estimate when open issues will be fixed',
  query: z.object({ severity, package: named, cve, q, assigned, hasFix, ...Paging.shape }),
  data: FixEtas,
  errors: ['NOT_COMPUTED_YET', 'CVE_INVALID_ID'],
  example: {
    etas: [
      {
        number: EXAMPLE_ISSUE.number,
        title: EXAMPLE_ISSUE.title,
        url: EXAMPLE_ISSUE.url,
        severity: EXAMPLE_ISSUE.severity,
        created_at: EXAMPLE_ISSUE.created_at,
        ageDays: 9.6,
        cves: EXAMPLE_ISSUE.cves,
        packages: EXAMPLE_ISSUE.packages,
        fixPullRequest: true,
        estimate: { medianDays: 6.2, interval50: { low: 2.1, high: 17.9 }, interval80: { low: 0.6, high: 58.3 } },
        reason: null,
        basis: {
          severity: 'critical',
          fixPullRequest: true,
          fromDays: 7,
          pooled: 'none',
          issues: 64,
          fixed: 51,
          atRisk: 58,
          fixedAfter: 46,
          horizonDays: 812.4,
        },
      },
    ],
    backTest: {
      cuts: ['2025-11-20T08:05:00.000Z', '2026-05-19T08:05:00.000Z'],
      estimates: 615,
      withoutEstimate: 14,
      interval50: { ...tested, share: 0.512, held: 208, fixedEarlier: 99, notFixedInTime: 100 },
      interval80: tested,
    },
    rules: { leastAtRisk: 20, leastFixedAfter: 10, fromDays: [0, 1, 3, 7, 14, 30, 60, 90, 180, 365, 730] },
    computedAt,
    total: 1,
    page: 1,
    pageSize: 50,
  },
});
