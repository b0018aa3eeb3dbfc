import { channelFixes } from '@almanac/core/tracker';
import { loadChannels } from '../../queries/channels.ts';
import { reachAsked } from '../../queries/reach-asked.ts';
import { trackerIssues } from '../../queries/tracker-issues.ts';
import { cveSummaries } from '../cve/cve-summaries.ts';
import type { Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { coverageOf } from '../search/coverage.ts';
import { judgedIssues } from './judged-issues.ts';
import { pullOf, summaryOf, toJudgedIssue } from './objects.ts';
import { readOpenVerdicts } from './open-verdicts.ts';
import { TRACKER_SOURCES } from './sources.ts';

/** An issue with its pull requests, its way to the channels and its CVEs. Not tracked and not found out are two errors. */
export async function wholeIssue(
  { databases, documents, sourceStates }: Pick<Deps, 'databases' | 'documents' | 'sourceStates'>,
  number: number,
) {
  const envelopeFields = await coverageOf(sourceStates, [...TRACKER_SOURCES, 'channels', 'epss', 'kev']);
  const data = await databases.readWithFallback(async (db) => {
    const found = await trackerIssues(db, { number });
    const [one] = found;
    if (one === undefined) return null;
    const [[about], known, summaries, verdicts] = await Promise.all([
      judgedIssues(db, documents, found),
      loadChannels(db),
      cveSummaries(db, [...one.cves, ...one.relatedCves].slice(0, MOST_SUMMARIES)),
      readOpenVerdicts({ databases, sourceStates }),
    ]);
    if (about === undefined) return null;
    const names = known.map(({ name }) => name);
    const asked = await reachAsked(
      db,
      about.pulls.map(({ pull }) => pull.number),
    );
    return {
      ...toJudgedIssue(about, verdicts.ofIssue(one)),
      closedAt: one.closedAt,
      stateReason: one.stateReason,
      tracked: one.tracked,
      pullRequests: about.pulls.map(pullOf),
      channels: channelFixes(about.pulls, names, asked),
      cveSummaries: summaries.map(summaryOf),
    };
  });
  if (data !== null) return { data, envelopeFields };
  const tracker = envelopeFields.coverage.find(({ source }) => source === 'nixpkgs');
  if (tracker === undefined || tracker.checkedAt === null) {
    throw new ApiError('UPSTREAM_UNAVAILABLE', 'The tracker has not been read yet', {
      retryAfter: 60,
      hint: `We have no data about issue ${number} yet.`,
    });
  }
  throw new ApiError('ISSUE_UNKNOWN', `Issue ${number} is not tracked`, {
    hint: 'GET /issues lists tracked issues.',
  });
}

/** An issue that lists more is a dump; the list of its ids is whole all the same. */
const MOST_SUMMARIES = 200;
