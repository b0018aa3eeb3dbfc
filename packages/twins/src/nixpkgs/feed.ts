import type { FeedRecord, Fields, RecordFeed, Revision } from '../feed/record-feed.ts';
import { lazy } from '../frame/memo.ts';
import { instantsOf, stateAt } from '../world/timeline.ts';
import type { TrackerIssue, TrackerPull } from '../world/tracker.ts';
import { instantOf } from '../world/when.ts';
import type { World } from '../world/world.ts';
import { issueObject, pullObject } from './objects.ts';
import { timelineObject } from './timeline.ts';

/**
 * Records are `issue/<number>`, `pull/<number>` and `timeline/<number>`, the last as `{ "events": [...] }`. Caches only
 * vulnerabilities with issues.
 */
export function trackerFeed(world: World, start: number): RecordFeed {
  const records = lazy(() => {
    const made = new Map<string, FeedRecord>();
    for (const { issues = [] } of world.entries()) {
      for (const issue of issues) for (const record of recordsOf(issue, start)) made.set(record.id, record);
    }
    return made;
  });
  return {
    get size() {
      return records().size;
    },
    records: () => records().values(),
    find: (id) => records().get(id) ?? null,
  };
}

function* recordsOf(issue: TrackerIssue, start: number): Generator<FeedRecord> {
  const told = instantsOf(issue.story, start);
  yield { id: `issue/${issue.number}`, revisions: told.map((at) => revision(at, () => issueAt(issue, at, start))) };
  for (const pull of issue.pulls ?? []) {
    const instants = changesOf(pull, start);
    yield {
      id: `pull/${pull.number}`,
      revisions: instants.map((at) => revision(at, () => pullObject(pull, at, start))),
    };
  }
  const mentioned = (issue.mentions ?? []).map(({ at }) => instantOf(at, start));
  const linked = (issue.pulls ?? []).flatMap((pull) => changesOf(pull, start));
  const instants = [...new Set([...told, ...mentioned, ...linked])].sort((a, b) => a - b);
  yield {
    id: `timeline/${issue.number}`,
    revisions: instants.map((at) => revision(at, () => ({ events: timelineObject(issue, at, start) }))),
  };
}

/** `gone` tells where a missing issue went. */
function issueAt(issue: TrackerIssue, at: number, start: number): Fields | null {
  const state = stateAt(issue.story, at, start);
  if (state === null) return null;
  return state.gone === undefined ? issueObject(issue, state, at, start) : { number: issue.number, gone: state.gone };
}

function changesOf({ opened, merged, rejected }: TrackerPull, start: number): number[] {
  return [opened, merged, rejected]
    .filter((when) => when !== undefined)
    .map((when) => instantOf(when, start))
    .sort((a, b) => a - b);
}

function revision(at: number, value: () => Fields | null): Revision {
  return { at, value };
}
