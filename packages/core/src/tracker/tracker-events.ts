import type { LifecycleEvent, LifecycleType } from '../dossier/lifecycle.ts';
import { isFix, type LinkedPull } from './linked-pulls.ts';
import { getProgress } from './stage.ts';
import type { IssueFacts, PullFacts } from './tracked.ts';

/** A fact with the key of the record that says so. */
export type Recorded<T> = T & { readonly record: string };

const SOURCE = 'nixpkgs';

/** Events of a CVE in the tracker: issues, fix pull requests, and the channels that have them. */
export function trackerEvents(
  issues: readonly Recorded<IssueFacts>[],
  pulls: readonly LinkedPull<Recorded<PullFacts>>[],
): LifecycleEvent[] {
  return [
    ...issues.map((issue) =>
      event('issue_opened', issue.createdAt, issue.record, 'created_at', `issue ${issue.number}`),
    ),
    ...pulls.filter(isFix).flatMap(({ pull }) => eventsOfPull(pull)),
  ];
}

function eventsOfPull(pull: Recorded<PullFacts>): LifecycleEvent[] {
  const about = `pull request ${pull.number}`;
  const opened = event('pr_opened', pull.createdAt, pull.record, 'created_at', about);
  if (pull.state !== 'merged' || pull.mergedAt === null) return [opened];
  const merged = pull.base === null ? about : `${about} into ${pull.base}`;
  return [
    opened,
    event('pr_merged', pull.mergedAt, pull.record, 'merged_at', merged),
    ...getProgress(pull).channels.flatMap(({ branch, reachedAt }) =>
      reachedAt === null
        ? []
        : [event('channel_reached', reachedAt, reachRecord(pull, branch), 'status', `${about} in ${branch}`)],
    ),
  ];
}

/** The comparison of the merged commit with the branch is a record of its own. */
function reachRecord({ number }: PullFacts, branch: string): string {
  return `reach/${number}/${branch}`;
}

function event(type: LifecycleType, at: string, record: string, field: string, about: string): LifecycleEvent {
  return { at, type, source: SOURCE, evidence: { source: SOURCE, record, field }, about };
}
