/** What kind of branch a pull request is for. Not said means the development branch, as a forge would take it. */
export type BaseBranch =
  | { readonly kind: 'development' }
  | { readonly kind: 'stable'; readonly release: string }
  | { readonly kind: 'other' };

const RELEASE = /^(?:release|staging|staging-next|nixos|nixpkgs)-(\d\d\.\d\d)(?:$|-)/;

export function baseBranch(base: string | null): BaseBranch {
  if (base === null) return { kind: 'development' };
  const [, release] = RELEASE.exec(base) ?? [];
  if (release !== undefined) return { kind: 'stable', release };
  const isDevelopment = base === 'master' || base === 'main' || base === 'unstable' || base.startsWith('staging');
  return isDevelopment || base.endsWith('-unstable') ? { kind: 'development' } : { kind: 'other' };
}

/** The branch that a stable channel is made of: `release-25.05` of `nixos-25.05`; null of one that is no release's. */
export function releaseBranch(channel: string): string | null {
  const branch = baseBranch(channel);
  return branch.kind === 'stable' ? `release-${branch.release}` : null;
}
