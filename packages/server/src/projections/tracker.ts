import { COLLECTION_NAME } from '@almanac/core/collection';
import { backportOf, closedBy, cvesOf, isContained } from '@almanac/core/tracker';
import { type Fields, fields } from './fields.ts';
import { type IssueRow, issueRow } from './tracker-issue.ts';
import type { Projected } from './version.ts';

export const COLLECTION = COLLECTION_NAME;

export interface PullRow {
  readonly collection: string;
  readonly number: number;
  readonly title: string;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly base: string | null;
  readonly created_at: Date;
  readonly closed_at: Date | null;
  readonly merged_at: Date | null;
  readonly merge_commit: string | null;
  readonly cves: readonly string[];
  readonly closes: readonly number[];
  readonly backport_of: number | null;
}

export interface LinkRow {
  readonly collection: string;
  readonly issue: number;
  readonly pull: number;
  readonly linked_at: Date | null;
}

export interface ReachRow {
  readonly collection: string;
  readonly pull: number;
  readonly branch: string;
  readonly revision: string | null;
  readonly committed_at: Date | null;
}

/** The record's key tells which of the four it is. */
export type TrackerRow =
  | { readonly kind: 'issue'; readonly row: IssueRow }
  | { readonly kind: 'pull'; readonly row: PullRow }
  | { readonly kind: 'link'; readonly row: LinkRow }
  | { readonly kind: 'reach'; readonly row: ReachRow };

const MAX_TITLE = 1_000;
const MAX_BODY = 100_000;
const MAX_NAME = 200;

/** No row for an issue that is gone or a comparison that says no. */
export function trackerRows(value: unknown, { key }: { readonly key: string }): Projected<TrackerRow> {
  const read = fields();
  const row = toRow(read, value, key);
  return { rows: row === null ? [] : [row], dropped: read.dropped() };
}

function toRow(read: Fields, value: unknown, key: string): TrackerRow | null {
  const [kind, first = '', ...rest] = key.split('/');
  const number = parseNumber(first);
  if (number === null) return null;
  if (kind === 'issue') {
    const row = issueRow(read, value, number);
    return row === null ? null : { kind, row: { collection: COLLECTION, ...row } };
  }
  if (kind === 'pull') {
    const row = pullRow(read, value, number);
    return row === null ? null : { kind, row };
  }
  if (kind === 'link') {
    const pull = parseNumber(rest.join('/'));
    const linked_at = read.instant(read.member(value, 'created_at'));
    return pull === null ? null : { kind, row: { collection: COLLECTION, issue: number, pull, linked_at } };
  }
  const branch = rest.join('/');
  const row = kind === 'reach' ? reachRow(read, value, branch) : null;
  return row === null ? null : { kind: 'reach', row: { collection: COLLECTION, pull: number, branch, ...row } };
}

const REVISION = /^[0-9a-f]{40}$/;
const REVISION_LENGTH = 40;

function revisionsIn(address: string): readonly (string | null)[] {
  const revisions = address.split('...').map((part) => part.slice(-REVISION_LENGTH));
  return revisions.map((revision) => (REVISION.test(revision) ? revision : null));
}

/** Reads a positive comparison `<branch>...<commit>`, or the reverse order, which earlier releases asked for. */
function reachRow(read: Fields, value: unknown, branch: string): Pick<ReachRow, 'revision' | 'committed_at'> | null {
  const text = (name: string) => read.text(read.member(value, name), MAX_TITLE) ?? '';
  const isBranchFirst = text('url').includes(`/compare/${encodeURIComponent(branch)}...`);
  const status = text('status');
  if (isBranchFirst ? isContained(status) !== true : status !== 'ahead' && status !== 'identical') return null;
  const [first = null, second = null] = revisionsIn(text('permalink_url'));
  const commit = read.member(read.member(value, isBranchFirst ? 'merge_base_commit' : 'base_commit'), 'commit');
  const committed_at = read.instant(read.member(read.member(commit, 'committer'), 'date'));
  return { revision: isBranchFirst ? first : second, committed_at };
}

function pullRow(read: Fields, value: unknown, number: number): PullRow | null {
  const member = (name: string) => read.member(value, name);
  const created_at = read.instant(member('created_at'));
  if (member('number') !== number || created_at === null) return null;
  const title = read.text(member('title'), MAX_TITLE) ?? '';
  const body = read.text(member('body'), MAX_BODY);
  const merged_at = read.instant(member('merged_at'));
  const state = read.text(member('state'), MAX_NAME) === 'open' ? 'open' : 'closed';
  const commit = read.text(member('merge_commit_sha'), MAX_NAME);
  const repository = parseRepository(read.text(member('url'), MAX_TITLE));
  const text = `${title}\n${body ?? ''}`;
  return {
    collection: COLLECTION,
    number,
    title,
    url: read.link(member('html_url')) ?? `https://github.com/${repository}/pull/${number}`,
    state: merged_at === null ? state : 'merged',
    base: read.text(read.member(member('base'), 'ref'), MAX_NAME),
    created_at,
    closed_at: read.instant(member('closed_at')),
    merged_at,
    merge_commit: merged_at !== null && commit !== null && /^[0-9a-f]{40}$/.test(commit) ? commit : null,
    cves: cvesOf(text),
    closes: closedBy(text, repository),
    backport_of: backportOf(title, body, repository),
  };
}

/** `https://api.github.com/repos/NixOS/nixpkgs/pulls/5`: `#` numbers in the text belong to this repository. */
function parseRepository(url: string | null): string {
  const [, named] = /\/repos\/([\w.-]+\/[\w.-]+)\/(?:issues|pulls)\/\d+$/.exec(url ?? '') ?? [];
  return named ?? 'NixOS/nixpkgs';
}

/** The maximum of PostgreSQL's `integer`. */
const LARGEST = 2_147_483_647;

function parseNumber(text: string): number | null {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0;
  return number > 0 && number <= LARGEST ? number : null;
}
