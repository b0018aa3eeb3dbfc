import { branchesBeyond } from '@almanac/core/tracker';
import type { Pull } from './schema.ts';

/** A merged pull request that has not reached all its branches. */
export interface Pending {
  readonly pull: number;
  readonly commit: string;
  readonly base: string;
  readonly mergedAt: Date;
  /** Branches it has not reached, in order of arrival. */
  readonly left: readonly string[];
  readonly due: Date;
}

const COMMIT = /^[0-9a-f]{40}$/;

export function toPending(pull: Pull, now: Date): Pending | null {
  const { number, merged_at: mergedAt, merge_commit_sha: commit, base } = pull;
  if (!(mergedAt instanceof Date) || typeof commit !== 'string' || !COMMIT.test(commit)) return null;
  if (!isBranch(base.ref)) return null;
  const left = branchesBeyond({ base: base.ref, mergedAt }, now);
  return { pull: number, commit, base: base.ref, mergedAt, left, due: NEVER_ASKED };
}

export const NEVER_ASKED = new Date(0);

/** One compact line each: there may be thousands, and every position contains them. */
export function pendingText({ pull, commit, base, mergedAt, left, due }: Pending): string {
  return [pull, commit, base, seconds(mergedAt), seconds(due), left.join(',')].join(' ');
}

export function parsePending(text: string): Pending | null {
  const [pull = '', commit = '', base = '', merged = '', due = '', left = '', ...more] = text.split(' ');
  const dates = [merged, due].map((part) => (/^\d{1,11}$/.test(part) ? new Date(Number(part) * 1000) : null));
  const [mergedAt, dueAt] = dates;
  if (!/^\d{1,10}$/.test(pull) || !COMMIT.test(commit) || !isBranch(base) || more.length > 0) return null;
  if (!mergedAt || !dueAt || left === '') return null;
  return { pull: Number(pull), commit, base, mergedAt, left: left.split(','), due: dueAt };
}

/** Names that need no escaping in a URL or a line. */
function isBranch(name: string): boolean {
  return /^[\w.+/-]{1,200}$/.test(name) && !name.includes('..');
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
