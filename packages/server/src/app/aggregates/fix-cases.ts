import { type FixCase, fixCase } from '@almanac/core/survival';
import { indexPulls, issueSeverity, subjectsOf } from '@almanac/core/tracker';
import { type TrackerIssue, trackerIssues } from '../../queries/tracker-issues.ts';
import { trackerPulls } from '../../queries/tracker-pulls.ts';
import type { Db } from '../../store/database.ts';
import { cveSeverities } from '../cve/cve-severities.ts';

export interface TrackedCase {
  readonly issue: TrackerIssue;
  readonly case: FixCase;
}

/** How long each tracked issue was open and how it ended, by the rules of the tracker's own answers. */
export async function fixCases(db: Db): Promise<readonly TrackedCase[]> {
  const issues = await trackerIssues(db, 'tracked');
  const { pulls, links } = await trackerPulls(db, null);
  const severities = await cveSeverities(db, [...new Set(issues.flatMap(subjectsOf))]);
  const index = indexPulls(pulls, links);
  return issues.map((issue) => {
    const ratings = subjectsOf(issue).map((cve) => severities.get(cve) ?? null);
    const { severity } = issueSeverity(issue.labelSeverity, ratings);
    return { issue, case: fixCase(issue, index.of(issue), severity) };
  });
}
