import type { SourceInfo } from '../source.ts';

export const dependenciesInfo: SourceInfo = {
  id: 'dependencies',
  name: 'nixpkgs dependencies',
  kind: 'packages',
  home: 'https://github.com/nix-community/nix-eval-jobs',
  licence: 'MIT',
  attribution: null,
  redistribute: true,
  // Asked whether there is a new evaluation; read when there is.
  cadenceSeconds: 10 * 60,
  expectedChangeSeconds: 10 * 24 * 3600,
};
