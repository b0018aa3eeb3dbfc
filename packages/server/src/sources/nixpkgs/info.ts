import type { SourceInfo } from '../source.ts';

/** The repository whose issues are the tracker. */
export const NIXPKGS_URL = 'https://api.github.com/repos/NixOS/nixpkgs';

export const nixpkgsInfo: SourceInfo = {
  id: 'nixpkgs',
  name: 'nixpkgs issues',
  kind: 'tracker',
  home: 'https://github.com/NixOS/nixpkgs/issues',
  licence: null,
  attribution: null,
  redistribute: false,
  cadenceSeconds: 600,
  // Several labelled issues change on a working day; a long weekend may pass without.
  expectedChangeSeconds: 4 * 86_400,
};
