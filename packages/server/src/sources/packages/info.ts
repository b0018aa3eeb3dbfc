import type { SourceInfo } from '../source.ts';

export const packagesInfo: SourceInfo = {
  id: 'packages',
  name: 'nixpkgs packages',
  kind: 'packages',
  home: 'https://channels.nixos.org',
  licence: 'MIT',
  attribution: null,
  redistribute: true,
  // Asked whether a channel has moved; read when one has.
  cadenceSeconds: 10 * 60,
  expectedChangeSeconds: 10 * 24 * 3600,
};
