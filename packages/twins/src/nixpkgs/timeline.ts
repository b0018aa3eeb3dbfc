import type { Fields } from '../feed/record-feed.ts';
import { stateAt } from '../world/timeline.ts';
import type { Mention, TrackerIssue } from '../world/tracker.ts';
import { instantOf } from '../world/when.ts';
import { issueObject, pullAsIssue, pullObject, repositoryOf, secondsDate, userOf } from './objects.ts';

/** In order of time. */
export function timelineObject(issue: TrackerIssue, until: number, start: number): Fields[] {
  const events = [
    ...labelled(issue, start),
    ...linked(issue, until, start),
    ...mentioned(issue, start),
    ...closed(issue, start),
  ];
  return events
    .filter(({ at }) => at <= until)
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
}

interface Event {
  readonly at: number;
  readonly event: Fields;
}

function* labelled({ number, story }: TrackerIssue, start: number): Generator<Event> {
  const at = instantOf(story[0].at, start);
  for (const label of story[0].set.labels) {
    const name = typeof label === 'string' ? label : label.name;
    const named = { name, color: 'ededed' };
    yield {
      at,
      event: { id: number * 10, event: 'labeled', actor: userOf('ada'), created_at: secondsDate(at), label: named },
    };
  }
}

/** Any mention counts. The source is shown in its current state. */
function* linked({ pulls = [] }: TrackerIssue, until: number, start: number): Generator<Event> {
  for (const pull of pulls) {
    const opened = instantOf(pull.opened, start);
    if (opened > until) continue;
    const at = instantOf(pull.mentioned ?? pull.opened, start);
    yield { at, event: crossReference(at, pullAsIssue(pullObject(pull, until, start)), 'NixOS/nixpkgs') };
  }
}

function* mentioned(issue: TrackerIssue, start: number): Generator<Event> {
  for (const [place, { at: when, from }] of (issue.mentions ?? []).entries()) {
    const at = instantOf(when, start);
    const { fullName, pull, number } = MENTIONS[from];
    const state = stateAt(issue.story, instantOf(issue.story[0].at, start), start);
    if (state === null) continue;
    const other = { ...issue, number: number + place };
    const source = issueObject(other, { ...state, title: `Mentions #${issue.number}`, body: null }, at, start);
    const shown = pull ? { ...source, pull_request: { merged_at: null } } : source;
    yield { at, event: crossReference(at, shown, fullName) };
  }
}

const MENTIONS: Readonly<Record<Mention['from'], { fullName: string; pull: boolean; number: number }>> = {
  // A fork's numbers are its own and may collide with ours.
  fork: { fullName: 'brook/nixpkgs', pull: true, number: 12 },
  elsewhere: { fullName: 'somebody/dotfiles', pull: true, number: 410_150 },
  issue: { fullName: 'NixOS/nixpkgs', pull: false, number: 399_000 },
};

/** Has neither id nor URL. */
function crossReference(at: number, issue: Fields, fullName: string): Fields {
  const date = secondsDate(at);
  const source = { type: 'issue', issue: { ...issue, repository: repositoryOf(fullName) } };
  return { actor: userOf('brook'), created_at: date, updated_at: date, source, event: 'cross-referenced' };
}

function* closed({ number, story }: TrackerIssue, start: number): Generator<Event> {
  for (const { at: when, set } of story) {
    if (set.state !== 'closed') continue;
    const at = instantOf(when, start);
    const event = { id: number * 10 + 1, event: 'closed', actor: userOf('ada'), commit_id: null };
    yield { at, event: { ...event, created_at: secondsDate(at), state_reason: set.reason ?? null } };
  }
}
