import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { Coverage } from '../objects/coverage.ts';
import { CveIdInput } from '../objects/cve-id-input.ts';
import { FlagInput } from '../objects/flag-input.ts';
import { IssueList, OpenVerdict } from '../objects/issue.ts';
import { cutIntegerInput } from '../objects/number-input.ts';
import { PageInput } from '../objects/paging.ts';
import { SeverityOrUnknown } from '../objects/severity.ts';
import { Stats } from '../objects/stats.ts';
import { IssueDetail } from '../objects/tracker.ts';
import { EXAMPLE_ISSUE, EXAMPLE_PULL, EXAMPLE_TRACKER_COVERAGE } from './tracker-examples.ts';

const FIVE_MINUTES = 300;
const LARGEST_LIMIT = 500;

const WORD = '(?:critical|high|medium|low|unknown)';

/** Severities in any order are the same query, and share a cache entry. */
const SeverityList = z
  .string()
  .regex(new RegExp(`^(?:all|${WORD}(?:,${WORD}){0,9})$`), {
    error: 'expected all, or one or more of critical, high, medium, low and unknown, separated by commas',
  })
  .transform((text) => SeverityOrUnknown.options.filter((word) => text === 'all' || text.split(',').includes(word)))
  .meta({ examples: ['critical,high'] });

const about = {
  method: 'GET',
  area: 'tracker',
  envelopeFields: Coverage,
  cache: FIVE_MINUTES,
  exampleEnvelopeFields: EXAMPLE_TRACKER_COVERAGE,
} as const;

/** Spec 2.1, 4.1 and section 8; the filters after `page` by decision. */
export const getIssues = endpoint({
  ...about,
  id: 'getIssues',
  path: '/issues',
  summary: 'List tracked CVE issues',
  query: z.object({
    severity: SeverityList.optional().describe(
      'One or more of critical, high, medium, low and unknown, separated by commas. Default: all.',
    ),
    status: z.enum(['open', 'closed', 'all']).default('all'),
    limit: cutIntegerInput({ min: 1, max: LARGEST_LIMIT, usual: 100 }).describe('Page size. Larger values mean 500.'),
    page: PageInput,
    package: z.string().min(1).max(512).optional().describe('An affected package, in any case.'),
    cve: CveIdInput.optional().describe('Named in the title or body.'),
    q: z.string().min(1).max(200).optional().describe('Words that must all occur in the title, in any case.'),
    assigned: FlagInput.optional().describe('Filter by whether the issue has an assignee.'),
    hasFix: FlagInput.optional().describe('Filter by whether a fix is available.'),
    verdict: OpenVerdict.optional().describe(
      'Open issues with this verdict for the versions in channels. `not_affected` lists issues that can be closed.',
    ),
    sort: z
      .enum(['created_at', 'updated_at', 'severity', 'oldest', 'risk'])
      .default('created_at')
      .describe(
        '`created_at`, `updated_at`: newest first. `severity`: most severe first, unknown last. `oldest`: oldest first. `risk`: open issues in the order of /exploitability, then those that can be closed, then closed issues. Ties are ordered by number, highest first (`oldest`: lowest first).',
      ),
  }),
  data: IssueList,
  rate: 'issues',
  errors: ['CVE_INVALID_ID'],
  example: { issues: [EXAMPLE_ISSUE], total: 1, page: 1, pageSize: 100 },
});

/** Spec 2.2 and 4.2. */
export const getStats = endpoint({
  ...about,
  id: 'getStats',
  path: '/stats',
  summary: 'Count tracked CVE issues',
  data: Stats,
  rate: 'general',
  example: { total: 1, bySeverity: { critical: 1, high: 0, medium: 0, low: 0, unknown: 0 }, withFix: 1, assigned: 1 },
});

/** Spec 4.10; members by decision. */
export const getIssue = endpoint({
  ...about,
  id: 'getIssue',
  path: '/issues/:id',
  summary: 'Get a tracked issue with its pull requests, channels and CVEs',
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, { error: 'expected an issue number' })
      .describe('Issue number.')
      .meta({ examples: ['412345'] }),
  }),
  data: IssueDetail,
  rate: 'general',
  errors: ['ISSUE_UNKNOWN', 'UPSTREAM_UNAVAILABLE'],
  example: {
    ...EXAMPLE_ISSUE,
    closedAt: null,
    stateReason: null,
    tracked: true,
    pullRequests: [EXAMPLE_PULL],
    channels: [
      { channel: 'nixos-unstable', state: 'contained', pull: 412350, reachedAt: '2024-04-10T06:00:00.000Z' },
      { channel: 'nixos-23.11', state: 'lacking', pull: null, reachedAt: null },
    ],
    cveSummaries: [
      {
        id: 'CVE-2024-3094',
        title: 'Xz: malicious code in distributed source',
        severity: 'critical',
        score: 10,
        published: '2024-03-29T16:51:12.588Z',
        epss: { epss: 0.85, percentile: 0.99 },
        kev: false,
        known: true,
      },
    ],
  },
});
