import { compareText, groupByKeys } from '@almanac/core/ids';
import { furthest, type LinkedPull, type PullStage, progressOf, subjectsOf } from '@almanac/core/tracker';
import type { TrackerIssue } from '../../queries/tracker-issues.ts';
import type { TrackerPullRow } from '../../queries/tracker-pulls.ts';
import type { RatedIssue } from './judged-issues.ts';

/** A CVE that issues are about. */
export interface TrackedCve {
  readonly id: string;
  /** Newest first. */
  readonly issues: readonly TrackerIssue[];
  readonly pulls: readonly LinkedPull<TrackerPullRow>[];
  readonly stage: PullStage | null;
}

/** Every CVE that an issue is about, those of the newest issue first. */
export function trackedCves(issues: readonly RatedIssue[]): TrackedCve[] {
  // Times are written alike: they sort as text.
  const newestFirst = issues.toSorted(
    (a, b) => compareText(b.issue.createdAt, a.issue.createdAt) || b.issue.number - a.issue.number,
  );
  const byCve = groupByKeys(newestFirst, ({ issue }) => subjectsOf(issue));
  return [...byCve].map(([id, about]) => {
    const pulls = pullsAbout(id, about);
    return {
      id,
      issues: about.map(({ issue }) => issue),
      pulls,
      stage: furthest(pulls.map(({ pull }) => progressOf(pull).stage)),
    };
  });
}

/** Of an issue about several CVEs, a pull request that names others and not this one is not this one's. */
function pullsAbout(id: string, about: readonly RatedIssue[]): LinkedPull<TrackerPullRow>[] {
  const found = new Map<number, LinkedPull<TrackerPullRow>>();
  for (const linked of about.flatMap(({ pulls }) => pulls)) {
    const { cves, number } = linked.pull;
    if (cves.length > 0 && !cves.includes(id) && linked.relation === 'names_cve') continue;
    if (!found.has(number)) found.set(number, linked);
  }
  return [...found.values()];
}
