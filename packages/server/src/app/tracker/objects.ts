import type { CveSummary, Issue, TrackerPull } from '@almanac/contract';
import type { Rating } from '@almanac/core/scores';
import { type FixedVersion, type LinkedPull, type OpenVerdict, progressOf } from '@almanac/core/tracker';
import type { TrackerPullRow } from '../../queries/tracker-pulls.ts';
import type { CveSummaryRow } from '../cve/cve-summaries.ts';
import type { JudgedIssue } from './judged-issues.ts';

/** The issue as the contract writes it (2.1). */
export function issueOf({ issue, severity, fix }: JudgedIssue): Issue {
  return {
    number: issue.number,
    title: issue.title,
    url: issue.url,
    state: issue.state,
    severity: severity.severity,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    labels: issue.labels.map(({ name, color }) => ({ name, color })),
    cves: [...issue.cves],
    packages: [...issue.packages],
    hasFixAvailable: fix !== null,
    assignees: [...issue.assignees],
    relatedCves: [...issue.relatedCves],
    severitySource: severity.source,
    fix: fix === null ? null : fixOf(fix),
  };
}

/** An answer with 500 issues stays small. */
const MAX_PLACES = 10;

/** The issue with its verdict, for lists that judge it. */
export function toJudgedIssue(judged: JudgedIssue, verdict: OpenVerdict | null): Issue {
  if (verdict === null) return { ...issueOf(judged), channelVerdict: null };
  const places = verdict.places.slice(0, MAX_PLACES).map(({ attribute, channel, version, verdict: own }) => ({
    attribute,
    channel,
    version,
    verdict: own,
  }));
  const lists = { affectedBy: [...verdict.affectedBy], undecided: [...verdict.undecided], places };
  const channelVerdict = { verdict: verdict.verdict, unknownReasons: [...verdict.unknownReasons], ...lists };
  return { ...issueOf(judged), channelVerdict };
}

function fixOf({ version, pull }: NonNullable<JudgedIssue['fix']>): NonNullable<Issue['fix']> {
  return {
    ...(version === null ? {} : { version: versionOf(version) }),
    ...(pull === null
      ? {}
      : {
          pullRequest: {
            number: pull.pull.number,
            url: pull.pull.url,
            mergedAt: pull.pull.mergedAt,
            relation: pull.relation,
          },
        }),
  };
}

function versionOf({ cve, source, record, subject: { name, ecosystem }, version }: FixedVersion) {
  return { cve, source, record, package: name, ecosystem, version };
}

/** The pull request with its way to the channels. */
export function pullOf({ pull, relation }: LinkedPull<TrackerPullRow>): TrackerPull {
  const { stage, steps, channels } = progressOf(pull);
  const { number, title, url, state, base, createdAt, mergedAt, backportOf } = pull;
  return {
    number,
    title,
    url,
    state,
    base,
    relation,
    createdAt,
    mergedAt,
    backportOf,
    stage,
    steps: [...steps],
    channels: channels.map(({ branch, reachedAt, revision }) => ({ channel: branch, reachedAt, revision })),
  };
}

/** A CVE in a line. */
export function summaryOf(row: CveSummaryRow): CveSummary {
  const { id, title, score, published, epss, percentile, kev, known } = row;
  return {
    id,
    title,
    severity: severityWord(row.severity),
    score,
    published: published?.toISOString() ?? null,
    epss: epss === null || percentile === null ? null : { epss, percentile },
    kev,
    known,
  };
}

/** Rated with a score of 0 is not unknown. */
export function severityWord(rating: Rating | null): CveSummary['severity'] {
  if (rating === null) return 'unknown';
  return rating === 'none' ? 'low' : rating;
}
