import { endpoint } from '../endpoint.ts';
import { DataQuality, EcosystemStats, FixRate, SeverityBreakdown } from '../objects/aggregates.ts';
import { Coverage } from '../objects/coverage.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FIFTEEN_MINUTES = 900;

/** The worker computes these figures when data changes, so requests only read them. */
const counted = {
  method: 'GET',
  envelopeFields: Coverage,
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  errors: ['NOT_COMPUTED_YET'],
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
} as const;

const computedAt = '2026-11-15T08:12:00.000Z';
const bySeverity = { critical: 10, high: 40, medium: 35, low: 5, none: 0, unknown: 10 };

/** Spec 4.10; members by decision. */
export const getSeverityBreakdown = endpoint({
  ...counted,
  id: 'getSeverityBreakdown',
  path: '/severity-breakdown',
  area: 'analytics',
  summary: 'Count vulnerabilities by severity, year and ecosystem',
  data: SeverityBreakdown,
  example: {
    total: 100,
    bySeverity,
    byYear: [{ year: 2026, total: 100, bySeverity }],
    byEcosystem: [
      { ecosystem: 'npm', total: 2, bySeverity: { critical: 1, high: 1, medium: 0, low: 0, none: 0, unknown: 0 } },
    ],
    malware: 12,
    computedAt,
  },
});

const counts = { records: 120, vulnerabilities: 80, packages: 64, withdrawn: 3, malware: 12 };

/** Spec 4.10. */
export const getEcosystemStats = endpoint({
  ...counted,
  id: 'getEcosystemStats',
  path: '/ecosystem-stats',
  area: 'analytics',
  summary: 'Count records, vulnerabilities and packages per ecosystem',
  data: EcosystemStats,
  example: {
    ecosystems: [{ ecosystem: 'npm', ...counts, lastChanged: '2026-11-15T08:05:00.000Z', state: 'ok' }],
    totals: { ecosystems: 1, ...counts },
    withoutEcosystem: 0,
    computedAt,
  },
});

const half = { total: 2, fixed: 1, rate: 0.5 };

/** Spec 4.10. */
export const getFixRate = endpoint({
  ...counted,
  id: 'getFixRate',
  path: '/fix-rate',
  area: 'analytics',
  summary: 'Report how many vulnerabilities have a fix, and how many fixes have reached nixpkgs',
  data: FixRate,
  example: {
    overall: half,
    bySeverity: { critical: half, high: half, medium: half, low: half, none: half, unknown: half },
    byEcosystem: [{ ecosystem: 'npm', ...half }],
    byMonth: [{ month: '2026-11', ...half }],
    tracker: {
      total: 40,
      fixKnown: 30,
      merged: 20,
      channels: [{ channel: 'nixos-unstable', contained: 18, lacking: 2, unknown: 0 }],
    },
    trackerReason: null,
    computedAt,
  },
});

const graded = { total: 100, averageScore: 71.3, grades: { A: 20, B: 30, C: 25, D: 15, F: 10 } };

/** Spec 4.10. */
export const getDataQuality = endpoint({
  ...counted,
  id: 'getDataQuality',
  path: '/data-quality/stats',
  area: 'analytics',
  summary: 'Report completeness and consistency of CVE data by year and assigner',
  data: DataQuality,
  example: {
    ...graded,
    scores: [{ from: 90, to: 100, count: 20 }],
    missingFields: { fixedVersions: 48 },
    conflicts: { RANGE_DISAGREES: 7 },
    byYear: [{ year: 2026, ...graded }],
    byAssigner: [{ assigner: 'mitre', ...graded }],
    assignersLeftOut: 0,
    computedAt,
  },
});
