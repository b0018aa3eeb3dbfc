import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Timestamp } from '../envelope.ts';
import { Coverage } from '../objects/coverage.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { integerInput } from '../objects/number-input.ts';
import { Paged, Paging } from '../objects/paging.ts';
import { AnnouncedCve, RecentAdvisory, TrendingCve } from '../objects/recent.ts';
import { Severity } from '../objects/severity.ts';
import { EXAMPLE_COVERAGE } from './cve-examples.ts';

const FIVE_MINUTES = 300;
const FIFTEEN_MINUTES = 900;

/** Spec 4.10; members by decision. */
export const getRecentAdvisories = endpoint({
  id: 'getRecentAdvisories',
  method: 'GET',
  path: '/recent-advisories',
  area: 'feeds',
  summary: 'List advisories published in the last twelve hours',
  query: z.object({
    severity: Severity.optional(),
    ecosystem: z.string().min(1).max(60).optional().describe('An OSV ecosystem name without a release, in any case.'),
    malware: FlagInput.optional().describe('Include malicious package reports, which are excluded by default.'),
    ...Paging.shape,
  }),
  data: Paged.extend({
    advisories: z.array(RecentAdvisory).describe('Newest first, followed by late arrivals.'),
    window: z.object({
      from: Timestamp,
      to: Timestamp,
      lateFrom: Timestamp.describe('Late arrivals must have been published after this time.'),
    }),
  }).meta({ id: 'RecentAdvisories' }),
  envelopeFields: Coverage,
  cache: FIVE_MINUTES,
  rate: 'general',
  example: {
    advisories: [
      {
        id: 'CVE-2026-12345',
        aliases: ['GHSA-xxxx-xxxx-xxxx'],
        title: 'Arbitrary file read in example',
        severity: 'high',
        ecosystems: ['npm'],
        packages: [{ ecosystem: 'npm', name: 'example' }],
        published: '2026-11-15T06:00:00.000Z',
        observedAt: '2026-11-15T06:14:00.000Z',
        source: 'advisory',
        url: 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx',
        late: false,
      },
    ],
    window: {
      from: '2026-11-14T20:30:00.000Z',
      to: '2026-11-15T08:30:00.000Z',
      lateFrom: '2026-10-16T08:30:00.000Z',
    },
    total: 1,
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
});

/** Spec 4.10. */
export const getMitreRecent = endpoint({
  id: 'getMitreRecent',
  method: 'GET',
  path: '/mitre/recent',
  area: 'feeds',
  summary: 'List CVEs recently announced by the CVE list, newest first',
  query: Paging,
  data: Paged.extend({
    cves: z.array(AnnouncedCve),
    totalType: z.enum(['exact', 'at_least']),
  }).meta({ id: 'AnnouncedCves' }),
  envelopeFields: Coverage,
  cache: FIVE_MINUTES,
  rate: 'general',
  example: {
    cves: [
      {
        id: 'CVE-2026-12345',
        change: 'new',
        announcedAt: '2026-11-15T08:20:00.000Z',
        modified: '2026-11-15T08:12:31.000Z',
        awaiting: false,
        title: 'Arbitrary file read in example',
        severity: 'high',
        score: 7.5,
        epss: null,
        kev: false,
        published: '2026-11-15T08:12:31.000Z',
        withdrawn: false,
      },
    ],
    total: 1,
    totalType: 'exact',
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
});

/** Spec 4.10; weights by decision. */
export const getTrending = endpoint({
  id: 'getTrending',
  method: 'GET',
  path: '/trending',
  area: 'feeds',
  summary: 'List vulnerabilities with the most recent activity',
  query: z.object({
    days: integerInput({ min: 1, max: 30, usual: 7 }),
    ...Paging.shape,
  }),
  data: Paged.extend({
    cves: z.array(TrendingCve).describe('At most 100, by descending weight.'),
    weights: z.record(z.string(), z.number()).describe('The weight of each kind of change.'),
  }).meta({ id: 'TrendingCves' }),
  envelopeFields: Coverage,
  cache: FIFTEEN_MINUTES,
  rate: 'general',
  example: {
    cves: [
      {
        id: 'CVE-2026-12345',
        title: 'Arbitrary file read in example',
        severity: 'high',
        epss: { epss: 0.62, percentile: 0.98 },
        kev: true,
        changedAt: '2026-11-14T17:00:00.000Z',
        changes: [{ kind: 'kev_added', source: 'kev', at: '2026-11-14T17:00:00.000Z' }],
        weight: 10,
      },
    ],
    weights: { kev_added: 10 },
    total: 1,
    page: 1,
    pageSize: 50,
  },
  exampleEnvelopeFields: EXAMPLE_COVERAGE,
});
