import type { Fields } from '../feed/record-feed.ts';
import { commitId } from '../world/commits.ts';
import type { IssueState, TrackerIssue, TrackerLabel, TrackerPull } from '../world/tracker.ts';
import { instantOf } from '../world/when.ts';

export const OWNER = 'NixOS';
export const REPOSITORY = 'nixpkgs';
const FULL_NAME = `${OWNER}/${REPOSITORY}`;
const API = `https://api.github.com/repos/${FULL_NAME}`;
const SITE = `https://github.com/${FULL_NAME}`;

export function issueObject(issue: TrackerIssue, state: IssueState, at: number, start: number): Fields {
  const { number, author, story } = issue;
  const isClosing = ({ at: when, set }: (typeof story)[number]) =>
    set.state === 'closed' && instantOf(when, start) <= at;
  const closed = state.state === 'closed' ? story.findLast(isClosing) : undefined;
  return {
    ...addresses('issues', number),
    id: 2_400_000_000 + number,
    node_id: nodeId('I', number),
    number,
    title: state.title,
    user: userOf(author),
    labels: state.labels.map(labelOf),
    state: state.state,
    locked: false,
    assignee: userOf(state.assignees?.[0] ?? null),
    assignees: (state.assignees ?? []).map(userOf),
    milestone: null,
    comments: state.comments ?? 0,
    created_at: secondsDate(instantOf(story[0].at, start)),
    updated_at: secondsDate(at),
    closed_at: closed === undefined ? null : secondsDate(instantOf(closed.at, start)),
    author_association: 'CONTRIBUTOR',
    type: null,
    active_lock_reason: null,
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    body: state.body,
    closed_by: closed === undefined ? null : userOf('ada'),
    reactions: reactionsOf(number, state.comments ?? 0),
    timeline_url: `${API}/issues/${number}/timeline`,
    performed_via_github_app: null,
    state_reason: state.state === 'closed' ? (state.reason ?? null) : null,
  };
}

export function pullObject(pull: TrackerPull, at: number, start: number): Fields {
  const { number, title, body, base, labels = [] } = pull;
  const merged = until(pull.merged, at, start);
  const closed = merged ?? until(pull.rejected, at, start);
  return {
    ...addresses('pulls', number),
    id: 1_700_000_000 + number,
    node_id: nodeId('PR', number),
    html_url: `${SITE}/pull/${number}`,
    number,
    state: closed === null ? 'open' : 'closed',
    locked: false,
    title,
    user: userOf('brook'),
    body,
    created_at: secondsDate(instantOf(pull.opened, start)),
    updated_at: secondsDate(at),
    closed_at: closed === null ? null : secondsDate(closed),
    merged_at: merged === null ? null : secondsDate(merged),
    // Before the merge: a trial commit, which changes with the branch.
    merge_commit_sha: commitId({ branch: base, at: merged ?? at }, `${number}${merged === null ? ' trial' : ''}`),
    assignees: [],
    requested_reviewers: [],
    labels: labels.map(labelOf),
    milestone: null,
    draft: false,
    head: { label: `brook:update-${number}`, ref: `update-${number}`, sha: commitId({ branch: base, at }, 'head') },
    base: {
      label: `${OWNER}:${base}`,
      ref: base,
      sha: commitId({ branch: base, at }),
      repo: repositoryOf(FULL_NAME, at),
    },
    author_association: 'CONTRIBUTOR',
    merged: merged !== null,
    mergeable: merged === null ? true : null,
    mergeable_state: merged === null ? 'clean' : 'unknown',
    merged_by: merged === null ? null : userOf('ada'),
    comments: 2,
    review_comments: 1,
    commits: 1,
    additions: 3,
    deletions: 3,
    changed_files: 1,
  };
}

export function pullAsIssue(pull: Fields): Fields {
  const number = Number(pull['number']);
  return {
    ...addresses('issues', number),
    id: 2_500_000_000 + number,
    node_id: pull['node_id'],
    html_url: pull['html_url'],
    number,
    title: pull['title'],
    user: pull['user'],
    labels: pull['labels'],
    state: pull['state'],
    locked: false,
    assignees: [],
    milestone: null,
    comments: pull['comments'],
    created_at: pull['created_at'],
    updated_at: pull['updated_at'],
    closed_at: pull['closed_at'],
    author_association: 'CONTRIBUTOR',
    draft: false,
    pull_request: {
      url: `${API}/pulls/${number}`,
      html_url: `${SITE}/pull/${number}`,
      merged_at: pull['merged_at'],
    },
    body: pull['body'],
    reactions: reactionsOf(number, 0),
    state_reason: null,
  };
}

export function repositoryOf(fullName: string, at = 0): Fields {
  return {
    id: 4_542_716,
    name: fullName.split('/')[1],
    full_name: fullName,
    private: false,
    fork: fullName !== FULL_NAME,
    // Changes all the time, in every response that has it.
    open_issues_count: 10_000 + (Math.floor(at / 1000) % 1000),
  };
}

export function userOf(login: string | null): Fields | null {
  if (login === null) return null;
  return { login, id: 1000 + login.length * 7, type: login.endsWith('-bot') ? 'Bot' : 'User', site_admin: false };
}

export function secondsDate(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

function addresses(kind: 'issues' | 'pulls', number: number): Fields {
  return {
    url: `${API}/${kind}/${number}`,
    ...(kind === 'issues' ? { repository_url: API, labels_url: `${API}/issues/${number}/labels{/name}` } : {}),
    comments_url: `${API}/issues/${number}/comments`,
    html_url: `${SITE}/issues/${number}`,
  };
}

function labelOf(label: TrackerLabel): Fields | string {
  if (typeof label === 'string') return label;
  return { id: 700 + label.name.length, name: label.name, color: label.color, default: false, description: null };
}

function until(when: TrackerPull['merged'], at: number, start: number): number | null {
  const instant = when === undefined ? Number.POSITIVE_INFINITY : instantOf(when, start);
  return instant <= at ? instant : null;
}

function reactionsOf(number: number, count: number): Fields {
  return { url: `${API}/issues/${number}/reactions`, total_count: count, '+1': count, '-1': 0, heart: 0, eyes: 0 };
}

function nodeId(kind: string, number: number): string {
  return `${kind}_${Buffer.from(String(number)).toString('base64url')}`;
}
