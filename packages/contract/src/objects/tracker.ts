import * as z from 'zod';
import { Timestamp } from '../envelope.ts';
import { CveId } from './cve-id.ts';
import { Epss } from './exploitation.ts';
import { Issue, OpenVerdict } from './issue.ts';
import { SeverityCounts, SeverityOrUnknown } from './severity.ts';

/** How far a pull request has come: the furthest that holds. */
export const PullStage = z
  .enum(['open', 'closed', 'merged', 'staging', 'release', 'master', 'channel'])
  .describe(
    '`staging`, `release`, `master`: merged to that branch; `channel`: a channel contains it; `merged`: merged to another branch; ' +
      '`closed`: given up.',
  )
  .meta({ id: 'PullStage' });
export type PullStage = z.infer<typeof PullStage>;

/** A pull request of the collection and its way to the channels. */
export const TrackerPull = z
  .object({
    number: z.int().positive(),
    title: z.string(),
    url: z.url(),
    state: z.enum(['open', 'closed', 'merged']),
    base: z.string().nullable().describe('The branch that it goes to.'),
    relation: z
      .enum(['closes', 'names_cve', 'backport', 'linked'])
      .describe('`linked`: the timeline of an issue points to it, which does not make it a fix.'),
    createdAt: Timestamp,
    mergedAt: Timestamp.nullable(),
    backportOf: z.int().positive().nullable(),
    stage: PullStage,
    steps: z
      .array(
        z.object({
          step: z.enum(['opened', 'merged', 'reached']),
          branch: z.string().nullable().describe('The branch or the channel.'),
          at: Timestamp.nullable().describe('Null: it happened, and nobody says when.'),
          revision: z.string().optional(),
        }),
      )
      .describe('Pull request, staging, master, channels, in the order in which they were reached.'),
    channels: z.array(
      z.object({
        channel: z.string(),
        reachedAt: Timestamp.nullable(),
        revision: z.string().nullable().describe('The first that was seen to contain it.'),
      }),
    ),
  })
  .meta({ id: 'TrackerPull' });
export type TrackerPull = z.infer<typeof TrackerPull>;

/** Whether a channel has the fix of an issue. */
export const ChannelFix = z
  .object({
    channel: z.string(),
    state: z
      .enum(['contained', 'lacking', 'unknown', 'none'])
      .describe(
        '`unknown`: it was not asked. `none`: no fix is merged that it could have. `lacking` does not say that its version is affected.',
      ),
    pull: z.int().positive().nullable().describe('The pull request that brought it there.'),
    reachedAt: Timestamp.nullable(),
  })
  .meta({ id: 'ChannelFix' });
export type ChannelFix = z.infer<typeof ChannelFix>;

/** A vulnerability in a line. */
export const CveSummary = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: SeverityOrUnknown,
    score: z.number().min(0).max(10).nullable(),
    published: Timestamp.nullable(),
    epss: Epss.nullable(),
    kev: z.boolean(),
    known: z.boolean().describe('Whether a source has a record of it: a mention in an issue is none.'),
  })
  .meta({ id: 'CveSummary' });
export type CveSummary = z.infer<typeof CveSummary>;

/** One issue with what belongs to it. */
export const IssueDetail = Issue.extend({
  closedAt: Timestamp.nullable(),
  stateReason: z.string().nullable().describe('As the tracker says it: completed, not_planned, duplicate …'),
  tracked: z.boolean().describe('False: it was tracked once, and has lost its label or its CVE.'),
  pullRequests: z.array(TrackerPull),
  channels: z.array(ChannelFix),
  cveSummaries: z.array(CveSummary).describe('Of the CVEs in the title, then of those in the body alone.'),
}).meta({ id: 'IssueDetail' });
export type IssueDetail = z.infer<typeof IssueDetail>;

/** Counts of tracked issues in every state, save where it says otherwise. */
export const TrackerStats = z
  .object({
    total: z.int().nonnegative(),
    byState: z.object({ open: z.int().nonnegative(), closed: z.int().nonnegative() }),
    openByVerdict: z
      .object({
        affected: z.int().nonnegative(),
        unknown: z.int().nonnegative(),
        not_affected: z.int().nonnegative().describe('They can be closed.'),
      })
      .describe('Open issues by the verdict about the versions in the channels.'),
    bySeverity: SeverityCounts,
    byAgeBand: z
      .object({
        week: z.int().nonnegative().describe('Up to 7 days.'),
        month: z.int().nonnegative().describe('Up to 30 days.'),
        quarter: z.int().nonnegative().describe('Up to 90 days.'),
        year: z.int().nonnegative().describe('Up to 365 days.'),
        older: z.int().nonnegative(),
      })
      .describe('Open issues by how long ago they were opened; each is in one band.'),
    withFix: z.int().nonnegative(),
    withOpenPr: z.int().nonnegative().describe('An open pull request closes it or names its CVE.'),
    merged: z.int().nonnegative().describe('A pull request that fixes it is merged.'),
    inChannel: z.int().nonnegative().describe('A channel contains such a pull request.'),
  })
  .meta({ id: 'TrackerStats' });
export type TrackerStats = z.infer<typeof TrackerStats>;

/** A CVE of the tracker with its issues and pull requests. */
export const TrackerCve = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: SeverityOrUnknown.describe('What the sources rate it.'),
    stage: PullStage.nullable().describe('Of the pull request that has come furthest; null where there is none.'),
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

/** A channel and what it lacks. */
export const TrackerChannel = z
  .object({
    name: z.string(),
    revision: z.string().nullable(),
    updatedAt: Timestamp.nullable().describe('When it moved to the revision.'),
    ageSeconds: z.int().nonnegative().nullable().describe('From then to `timestamp`.'),
    status: z
      .string()
      .nullable()
      .describe('rolling, beta, stable, deprecated, unmaintained, or another word as it came.'),
    variant: z.string().nullable(),
    current: z.boolean().nullable().describe('Whether the collection calls it current; null: it does not say.'),
    fixes: z
      .object({
        contained: z.int().nonnegative(),
        lacking: z.int().nonnegative(),
        unknown: z.int().nonnegative().describe('It was not asked whether it contains one.'),
      })
      .describe(
        'Tracked issues with a merged fix, by whether the channel contains one. What it lacks may not concern it.',
      ),
  })
  .meta({ id: 'TrackerChannel' });
export type TrackerChannel = z.infer<typeof TrackerChannel>;

/** How a CVE of the tracker is exploited, as far as anyone says. */
export const ExploitableCve = z
  .object({
    id: CveId,
    title: z.string().nullable(),
    severity: SeverityOrUnknown,
    risk: z
      .enum(['known_exploited', 'ssvc_active', 'epss_high', 'ssvc_poc', 'epss_low', 'unscored'])
      .describe('The rule that placed it; `unscored`: nobody says anything, which is not low.'),
    epss: Epss.extend({
      date: z.iso.date(),
      movement30d: z
        .number()
        .min(-1)
        .max(1)
        .nullable()
        .describe('Against the score of 30 days before; null: it had none.'),
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
    issues: z.array(z.int().positive()).describe('The tracked issues that are about it.'),
    openIssues: z.int().nonnegative(),
    verdict: OpenVerdict.nullable().describe(
      'About the versions that the channels carry; null where no issue about it is open.',
    ),
  })
  .meta({ id: 'ExploitableCve' });
export type ExploitableCve = z.infer<typeof ExploitableCve>;
