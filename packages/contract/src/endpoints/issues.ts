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

/** One word or several with commas between; in whatever order they come they are one question. */
const SeverityList = z
  .string()
  .regex(new RegExp(`^(?:all|${WORD}(?:,${WORD}){0,9})$`), {
    error: 'expected critical, high, medium, low or unknown, or several of them with commas between, or all',
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

/** Tracked issues (spec 2.1, 4.1, section 8; the filters below `page` by decision). */
export const getIssues = endpoint({
  ...about,
  id: 'getIssues',
  path: '/issues',
  summary: 'Tracked CVE issues',
  query: z.object({
    severity: SeverityList.optional().describe('One of the five words, or several with commas between; default all.'),
    status: z.enum(['open', 'closed', 'all']).default('all'),
    limit: cutIntegerInput({ min: 1, max: LARGEST_LIMIT, usual: 100 }).describe('At most 500; more is cut.'),
    page: PageInput,
    package: z.string().min(1).max(512).optional().describe('The name of an affected package, in any case.'),
    cve: CveIdInput.optional().describe('Named in the title or in the body.'),
    q: z.string().min(1).max(200).optional().describe('Words that must all occur in the title, in any case.'),
    assigned: FlagInput.optional().describe('Whether anyone is assigned.'),
    hasFix: FlagInput.optional().describe('Whether a fix is available.'),
    verdict: OpenVerdict.optional().describe(
      'Open issues with this verdict about the versions in the channels; `not_affected` lists the issues that can be closed.',
    ),
    sort: z
      .enum(['created_at', 'updated_at', 'severity', 'oldest', 'risk'])
      .default('created_at')
      .describe(
        '`created_at`, `updated_at`: the latest first; `severity`: the worst first, unknown ones last; `oldest`: the longest there first; ' +
          '`risk`: open ones first, those last among them that can be closed; then known to be exploited, likely to be, and so on as in ' +
          '/exploitability. ' +
          'What is equal goes by number, the highest first (`oldest`: the lowest first).',
      ),
  }),
  data: IssueList,
  rate: 'issues',
  errors: ['CVE_INVALID_ID'],
  example: { issues: [EXAMPLE_ISSUE], total: 1, page: 1, pageSize: 100 },
});

/** Counts of tracked issues in every state (spec 2.2, 4.2). */
export const getStats = endpoint({
  ...about,
  id: 'getStats',
  path: '/stats',
  summary: 'Counts of tracked CVE issues, open and closed',
  data: Stats,
  rate: 'general',
  example: { total: 1, bySeverity: { critical: 1, high: 0, medium: 0, low: 0, unknown: 0 }, withFix: 1, assigned: 1 },
});

/** One issue (spec 4.10; members by decision). */
export const getIssue = endpoint({
  ...about,
  id: 'getIssue',
  path: '/issues/:id',
  summary: 'One tracked issue with its pull requests, their way to the channels, and its CVEs',
  params: z.object({
    id: z
      .string()
      .regex(/^[1-9]\d{0,8}$/, { error: 'expected the number of an issue' })
      .describe('The number of an issue.')
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
