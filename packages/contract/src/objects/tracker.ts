import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Epss } from './exploitation.ts';
import { Issue, OpenVerdict } from './issue.ts';
import { SeverityCounts, SeverityOrUnknown } from './severity.ts';

/** The most advanced stage reached. */
export const PullStage = z
  .enum(['open', 'closed', 'merged', 'staging', 'release', 'master', 'channel'])
  .describe(
    '`staging`, `release`, `master`: merged to that branch. `channel`: contained in a channel. `merged`: merged to another branch. `closed`: closed without merging.',
  )
  .meta({ id: 'PullStage' });
export type PullStage = z.infer<typeof PullStage>;

export const TrackerPull = z
  .object({
    number: z.int().positive(),
    title: z.string(),
    url: z.url(),
    state: z.enum(['open', 'closed', 'merged']),
    base: z.string().nullable().describe('The target branch.'),
    relation: z
      .enum(['closes', 'names_cve', 'backport', 'linked'])
      .describe("`linked`: the issue's timeline refers to it, which does not make it a fix."),
    createdAt: Timestamp,
    mergedAt: Timestamp.nullable(),
    backportOf: z.int().positive().nullable(),
    stage: PullStage,
    steps: z
      .array(
        z.object({
          step: z.enum(['opened', 'merged', 'reached']),
          branch: z.string().nullable().describe('The branch or channel.'),
          at: Timestamp.nullable().describe('Null if the time is unknown.'),
          revision: z.string().optional(),
        }),
      )
      .describe('Pull request, staging, master and channels, in the order reached.'),
    channels: z.array(
      z.object({
        channel: z.string(),
        reachedAt: Timestamp.nullable(),
        revision: z.string().nullable().describe('The first revision seen to contain it.'),
      }),
    ),
  })
  .meta({ id: 'TrackerPull' });
export type TrackerPull = z.infer<typeof TrackerPull>;

export const ChannelFix = z
  .object({
    channel: z.string(),
    state: z
      .enum(['contained', 'lacking', 'unknown', 'none'])
      .describe(
        '`unknown`: not checked. `none`: no fix has been merged. `lacking`: the channel lacks the fix, but its version may be unaffected.',
      ),
    pull: z.int().positive().nullable().describe('The pull request that brought the fix.'),
    reachedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ChannelFix' });
export type ChannelFix = z.infer<typeof ChannelFix>;

export const CveSummary = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: SeverityOrUnknown,
    score: z.number().min(0).max(10).nullable(),
    published: Timestamp.nullable(),
    epss: Epss.nullable(),
    kev: z.boolean(),
    known: z.boolean().describe('Whether a source has a record of it. An issue that mentions it is not a record.'),
  })
  .meta({ id: 'CveSummary' });
export type CveSummary = z.infer<typeof CveSummary>;

export const IssueDetail = Issue.extend({
  closedAt: Timestamp.nullable(),
  stateReason: z.string().nullable().describe('As the tracker reports it: completed, not_planned, duplicate …'),
  tracked: z.boolean().describe('False if the issue lost its label or its CVE.'),
  pullRequests: z.array(TrackerPull),
  channels: z.array(ChannelFix),
  cveSummaries: z.array(CveSummary).describe('CVEs in the title, then CVEs that occur only in the body.'),
}).meta({ id: 'IssueDetail' });
export type IssueDetail = z.infer<typeof IssueDetail>;

/** Counts include issues in every state, unless stated otherwise. */
export const TrackerStats = z
  .object({
    total: z.int().nonnegative(),
    byState: z.object({ open: z.int().nonnegative(), closed: z.int().nonnegative() }),
    openByVerdict: z
      .object({
        affected: z.int().nonnegative(),
        unknown: z.int().nonnegative(),
        not_affected: z.int().nonnegative().describe('Issues that can be closed.'),
      })
      .describe('Open issues by their verdict for the versions in channels.'),
    bySeverity: SeverityCounts,
    byAgeBand: z
      .object({
        week: z.int().nonnegative().describe('Up to 7 days.'),
        month: z.int().nonnegative().describe('Up to 30 days.'),
        quarter: z.int().nonnegative().describe('Up to 90 days.'),
        year: z.int().nonnegative().describe('Up to 365 days.'),
        older: z.int().nonnegative(),
      })
      .describe('Open issues by age. Each is in one band.'),
    withFix: z.int().nonnegative(),
    withOpenPr: z.int().nonnegative().describe('Issues with an open pull request that closes them or names their CVE.'),
    merged: z.int().nonnegative().describe('Issues with a merged fix.'),
    inChannel: z.int().nonnegative().describe('Issues whose fix is in a channel.'),
  })
  .meta({ id: 'TrackerStats' });
export type TrackerStats = z.infer<typeof TrackerStats>;

export const TrackerCve = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: SeverityOrUnknown.describe('Severity according to the sources.'),
    stage: PullStage.nullable().describe('Stage of the most advanced pull request; null if there is none.'),
    issues: z.array(
      z.object({
        number: z.int().positive(),
        title: z.string(),
        url: z.url(),
        state: z.enum(['open', 'closed']),
        created_at: Timestamp,
      }),
    ),
    pullRequests: z.array(TrackerPull),
  })
  .meta({ id: 'TrackerCve' });
export type TrackerCve = z.infer<typeof TrackerCve>;

export const TrackerChannel = z
  .object({
    name: z.string(),
    revision: z.string().nullable(),
    updatedAt: Timestamp.nullable().describe('When it advanced to this revision.'),
    ageSeconds: z.int().nonnegative().nullable().describe('Seconds from then to `timestamp`.'),
    status: z
      .string()
      .nullable()
      .describe('rolling, beta, stable, deprecated, unmaintained, or another value from upstream.'),
    variant: z.string().nullable(),
    current: z.boolean().nullable().describe('Whether nixpkgs calls it current; null if it does not say.'),
    fixes: z
      .object({
        contained: z.int().nonnegative(),
        lacking: z.int().nonnegative(),
        unknown: z.int().nonnegative().describe('Not checked.'),
      })
      .describe(
        'Tracked issues with a merged fix, by whether the channel contains it. A channel may be unaffected by a fix it lacks.',
      ),
  })
  .meta({ id: 'TrackerChannel' });
export type TrackerChannel = z.infer<typeof TrackerChannel>;

export const ExploitableCve = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: SeverityOrUnknown,
    risk: z
      .enum(['known_exploited', 'ssvc_active', 'epss_high', 'ssvc_poc', 'epss_low', 'unscored'])
      .describe(
        'The rule that determined the position. `unscored`: no source scores it, which does not mean low risk.',
      ),
    epss: Epss.extend({
      date: z.iso.date(),
      movement30d: z
        .number()
        .min(-1)
        .max(1)
        .nullable()
        .describe('Change of the score within 30 days; null if it had none then.'),
    }).nullable(),
    kev: z
      .object({
        dateAdded: z.iso.date(),
        dueDate: z.iso.date(),
        knownRansomwareCampaignUse: z.enum(['Known', 'Unknown']),
      })
      .nullable(),
    ssvc: z
      .object({
        exploitation: z.string().nullable(),
        automatable: z.string().nullable(),
        technicalImpact: z.string().nullable(),
      })
      .nullable(),
    issues: z.array(z.int().positive()).describe('Tracked issues about it.'),
    openIssues: z.int().nonnegative(),
    verdict: OpenVerdict.nullable().describe(
      'The verdict for the versions in channels; null if no issue about it is open.',
    ),
  })
  .meta({ id: 'ExploitableCve' });
export type ExploitableCve = z.infer<typeof ExploitableCve>;
