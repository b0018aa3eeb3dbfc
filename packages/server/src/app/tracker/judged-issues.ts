import type { Rating } from '@almanac/core/scores';
import {
  type AvailableFix,
  availableFix,
  type IssueSeverity,
  indexPulls,
  issueSeverity,
  type LinkedPull,
  subjectsOf,
} from '@almanac/core/tracker';
import type { Documents } from '../../queries/documents.ts';
import type { TrackerIssue } from '../../queries/tracker-issues.ts';
import { type TrackerPullRow, trackerPulls } from '../../queries/tracker-pulls.ts';
import type { Db } from '../../store/database.ts';
import { cveSeverities } from '../cve/cve-severities.ts';
import { type KnownFixes, trackedFixes } from './tracked-fixes.ts';

/** An issue with its severity and its pull requests: a few statements tell these of every issue. */
export interface RatedIssue {
  readonly issue: TrackerIssue;
  readonly severity: IssueSeverity;
  readonly pulls: readonly LinkedPull<TrackerPullRow>[];
}

/** The same with its fix: to find the fixed version, the records of its CVEs are read and its packages judged. */
export interface JudgedIssue extends RatedIssue {
  readonly fix: AvailableFix<TrackerPullRow> | null;
}

export interface RatedIssues {
  /** By number. */
  readonly issues: readonly RatedIssue[];
  /** What sources rate the CVEs that issues are about. */
  readonly severities: ReadonlyMap<string, Rating>;
}

/** Rates these issues and links the pull requests that concern `near`; null: all pull requests. */
export async function ratedIssues(
  db: Db,
  issues: readonly TrackerIssue[],
  near: readonly TrackerIssue[] | null,
): Promise<RatedIssues> {
  const [{ pulls, links }, severities] = await Promise.all([
    trackerPulls(db, near),
    cveSeverities(db, [...new Set(issues.flatMap(subjectsOf))]),
  ]);
  const index = indexPulls(pulls, links);
  return { severities, issues: issues.map((issue) => rateIssue(issue, index.of(issue), severities)) };
}

export function rateIssue(
  issue: TrackerIssue,
  pulls: RatedIssue['pulls'],
  severities: ReadonlyMap<string, Rating>,
): RatedIssue {
  const ratings = subjectsOf(issue).map((cve) => severities.get(cve) ?? null);
  return { issue, severity: issueSeverity(issue.labelSeverity, ratings), pulls };
}

export function withFix(rated: RatedIssue, fixes: KnownFixes): JudgedIssue {
  return { ...rated, fix: availableFix(rated.pulls, fixes.get(rated.issue.number)?.fix ?? null) };
}

/** Everything about a few issues. */
export async function judgedIssues(
  db: Db,
  documents: Documents,
  issues: readonly TrackerIssue[],
): Promise<readonly JudgedIssue[]> {
  const [rated, fixes] = await Promise.all([ratedIssues(db, issues, issues), trackedFixes(db, documents, issues)]);
  return rated.issues.map((one) => withFix(one, fixes));
}
