import type { PurlParts } from '../purl/purl.ts';

/** Where a package comes from, by the address that a lockfile gives. */
export type Origin =
  | { readonly from: 'registry' }
  /** A revision of a repository. */
  | { readonly from: 'repository'; readonly qualifiers: PurlParts['qualifiers'] }
  /** An archive at an address of its own. */
  | { readonly from: 'archive'; readonly qualifiers: PurlParts['qualifiers'] }
  /** An archive beside the project. */
  | { readonly from: 'file' }
  | { readonly from: 'folder'; readonly folder: string };

/** The origin of a resolved JavaScript package. Registries serve archives at `…/name/-/name-1.0.0.tgz` or under `/download/`. */
export function originOfResolved(address: string | null): Origin {
  if (address === null || !address.includes(':')) return { from: 'registry' };
  const served = address.startsWith('http') && (address.includes('/-/') || address.includes('/download/'));
  return served ? { from: 'registry' } : parseOrigin(address);
}

/** The origin of a JavaScript package by its address: `git+ssh://…#revision`, `github:a/b#revision`, `file:…`, `https://…`. */
export function parseOrigin(address: string): Origin {
  if (address.startsWith('file:')) {
    const path = beforeHash(address.slice('file:'.length));
    return ARCHIVES.some((ending) => path.endsWith(ending)) ? { from: 'file' } : { from: 'folder', folder: path };
  }
  if (address.startsWith('link:') || address.startsWith('portal:')) {
    return { from: 'folder', folder: address.slice(address.indexOf(':') + 1) };
  }
  const host = HOSTS.find(([prefix]) => address.startsWith(prefix));
  if (host !== undefined) return repository(`https://${host[1]}/${address.slice(host[0].length)}`);
  if (address.startsWith('git') || beforeHash(address).endsWith('.git')) return repository(address);
  return { from: 'archive', qualifiers: { download_url: beforeHash(address) } };
}

/** The qualifier for a repository and the revision taken from it, in the form of SPDX: `git+https://host/path@revision`. */
export function vcsQualifiers(address: string, revision: string | null): PurlParts['qualifiers'] {
  const scheme = address.startsWith('git+') ? '' : 'git+';
  return { vcs_url: `${scheme}${address}${revision === null ? '' : `@${revision}`}` };
}

const ARCHIVES: readonly string[] = ['.tgz', '.tar.gz', '.tar'];

/** The short forms of npm for hosts. */
const HOSTS: ReadonlyArray<readonly [prefix: string, host: string]> = [
  ['github:', 'github.com'],
  ['gitlab:', 'gitlab.com'],
  ['bitbucket:', 'bitbucket.org'],
  ['gist:', 'gist.github.com'],
];

function repository(address: string): Origin {
  const hash = address.indexOf('#');
  const revision = hash === -1 ? '' : address.slice(hash + 1).replace('commit=', '');
  return { from: 'repository', qualifiers: vcsQualifiers(beforeHash(address), revision === '' ? null : revision) };
}

function beforeHash(address: string): string {
  const hash = address.indexOf('#');
  return hash === -1 ? address : address.slice(0, hash);
}
