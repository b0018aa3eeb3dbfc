import type { LockfileEntry } from './collect.ts';
import { quoted } from './problem.ts';

/** What a pinned source is, by its repository or its archive. */
export type PinnedSource = Pick<LockfileEntry, 'type' | 'name' | 'version' | 'qualifiers'>;

/** The package URL of a revision of a repository by its address, or why there is none. */
export function repositoryAt(address: string, version: string | null): PinnedSource | string {
  const path = stepsOf(address);
  if (path.length < 2) return `a repository at ${quoted(address)}, without a host`;
  const [host = '', ...steps] = path;
  const name = steps.join('/');
  const plain = name.endsWith('.git') ? name.slice(0, -'.git'.length) : name;
  if (host === 'github.com' && steps.length === 2) return { type: 'github', name: plain, version };
  return { type: 'git', name: `${host}/${plain}`, version };
}

/** `https://user@host/a/b?ref=c` has the steps host, a, b; a file on this machine has none. */
function stepsOf(address: string): string[] {
  const [, rest = ''] = address.split('://', 2);
  const [path = ''] = rest.split(/[?#]/, 1);
  if (address.startsWith('file:')) return [];
  const [host = '', ...steps] = path.split('/');
  return [host.slice(host.lastIndexOf('@') + 1), ...steps].filter((step) => step !== '');
}
