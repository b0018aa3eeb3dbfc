import { createHash } from 'node:crypto';

/** Branches of the collection's repository. The place in this list is part of every commit's id: append only. */
export const BRANCHES = [
  'master',
  'staging',
  'staging-next',
  'release-26.05',
  'staging-26.05',
  'release-25.11',
  'staging-25.11',
] as const;
export type Branch = (typeof BRANCHES)[number];

/** A commit as far as the world knows it: on which branch it was made, and when. */
export interface Commit {
  readonly branch: Branch;
  /** Milliseconds; whole seconds, as Git keeps them. */
  readonly at: number;
}

/**
 * The id of a commit made on a branch at an instant: 40 hexadecimal digits in which branch and instant are hidden, so
 * that no table of commits is needed and every twin can tell what contains what. `salt` tells apart two of one second.
 */
export function commitId({ branch, at }: Commit, salt = ''): string {
  const seconds = Math.floor(at / 1000);
  const head = digest(`${branch} ${seconds} ${salt}`).slice(0, 28);
  const told = (BigInt(BRANCHES.indexOf(branch)) << 40n) | BigInt(Math.max(0, seconds));
  return head + (told ^ maskOf(head)).toString(16).padStart(12, '0');
}

/** What a commit's id tells; null where it is none of this world. */
export function commitOf(id: string): Commit | null {
  if (!/^[0-9a-f]{40}$/.test(id)) return null;
  const told = BigInt(`0x${id.slice(28)}`) ^ maskOf(id.slice(0, 28));
  const branch = BRANCHES[Number(told >> 40n)];
  const at = Number(told & 0xff_ffff_ffffn) * 1000;
  return branch === undefined || at > LATEST ? null : { branch, at };
}

const LATEST = Date.parse('2100-01-01T00:00:00Z');

function maskOf(head: string): bigint {
  return BigInt(`0x${digest(head).slice(0, 12)}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
