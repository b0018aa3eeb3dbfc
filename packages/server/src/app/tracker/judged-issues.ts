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

/** An issue with what was decided about it. */
export interface JudgedIssue {
  readonly issue: TrackerIssue;
  readonly severity: IssueSeverity;
  readonly fix: AvailableFix<TrackerPullRow> | null;
  readonly pulls: readonly LinkedPull<TrackerPullRow>[];
}

/** Issues of the tracker at one moment. */
export interface JudgedIssues {
  /** By number. */
  readonly issues: readonly JudgedIssue[];
  /** What sources rate the CVEs that issues are about. */
  readonly severities: ReadonlyMap<string, Rating>;
  readonly fixes: KnownFixes;
}

/** Decides about these issues, by the pull requests that concern `near`; null: by all pull requests. */
export async function judged(
  db: Db,
  documents: Documents,
  issues: readonly TrackerIssue[],
  near: readonly TrackerIssue[] | null,
  before?: KnownFixes,
): Promise<JudgedIssues> {
  const subjects = [...new Set(issues.flatMap(subjectsOf))];
  const [{ pulls, links }, severities, fixes] = await Promise.all([
    trackerPulls(db, near),
    cveSeverities(db, subjects),
    trackedFixes(db, documents, issues, { before }),
  ]);
  const index = indexPulls(pulls, links);
  return {
    fixes,
    severities,
    issues: issues.map((issue) => judgeIssue(issue, index.of(issue), severities, fixes)),
  };
}

export function judgeIssue(
  issue: TrackerIssue,
  pulls: JudgedIssue['pulls'],
  severities: ReadonlyMap<string, Rating>,
  fixes: KnownFixes,
): JudgedIssue {
  const ratings = subjectsOf(issue).map((cve) => severities.get(cve) ?? null);
  return {
    issue,
    severity: issueSeverity(issue.labelSeverity, ratings),
    fix: availableFix(pulls, fixes.get(issue.number)?.fix ?? null),
    pulls,
  };
}
