import type { Fields } from '../feed/record-feed.ts';
import { headAt, revisionContains } from '../world/channels.ts';
import { commitOf } from '../world/commits.ts';
import { secondsDate } from './objects.ts';

const API = 'https://api.github.com/repos/NixOS/nixpkgs';

/** Compares branches, channels or commits; null if one is unknown. */
export function comparison(spec: string, now: number): Fields | null {
  const [left = '', right = '', ...more] = spec.split('...');
  const [base, head] = [revisionOf(left, now), revisionOf(right, now)];
  if (base === null || head === null || more.length > 0) return null;
  const status = statusOf(base, head);
  const ahead = status === 'ahead' || status === 'diverged' ? 1 + (Math.floor(now / 900_000) % 5000) : 0;
  const behind = status === 'behind' || status === 'diverged' ? 1 + (Math.floor(now / 900_000) % 700) : 0;
  return {
    url: `${API}/compare/${left}...${right}`,
    html_url: `https://github.com/NixOS/nixpkgs/compare/${left}...${right}`,
    permalink_url: `https://github.com/NixOS/nixpkgs/compare/NixOS:${base}...NixOS:${head}`,
    base_commit: commitObject(base),
    merge_base_commit: commitObject(status === 'behind' ? head : base),
    status,
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    commits: [],
    files: [],
  };
}

function statusOf(base: string, head: string): 'identical' | 'ahead' | 'behind' | 'diverged' {
  if (base === head) return 'identical';
  if (revisionContains(head, base)) return 'ahead';
  return revisionContains(base, head) ? 'behind' : 'diverged';
}

/** A future commit does not exist yet. */
function revisionOf(text: string, now: number): string | null {
  const named = headAt(text, now);
  if (named !== null) return named;
  const commit = commitOf(text);
  return commit === null || commit.at > now ? null : text;
}

function commitObject(sha: string): Fields {
  const date = secondsDate(commitOf(sha)?.at ?? 0);
  const person = { name: 'ada', email: 'ada@example.org', date };
  return { sha, node_id: `C_${sha.slice(0, 12)}`, commit: { author: person, committer: person, message: 'Merge' } };
}
