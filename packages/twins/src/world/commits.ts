import { createHash } from 'node:crypto';

/** The index is part of every commit's id, so only append. */
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

/** The branch it was made on, and when. */
export interface Commit {
  readonly branch: Branch;
  /** Milliseconds, in whole seconds as Git has them. */
  readonly at: number;
}

/**
 * Encodes branch and instant in 40 hexadecimal digits, so that every twin can tell what contains what without a table
 * of commits. `salt` distinguishes commits of one second.
 */
export function commitId({ branch, at }: Commit, salt = ''): string {
  const seconds = Math.floor(at / 1000);
  const head = digest(`${branch} ${seconds} ${salt}`).slice(0, 28);
  const told = (BigInt(BRANCHES.indexOf(branch)) << 40n) | BigInt(Math.max(0, seconds));
  return head + (told ^ maskOf(head)).toString(16).padStart(12, '0');
}

/** Null for an unknown commit. */
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
