import type { SourceInfo } from '../source.ts';

export const channelsInfo: SourceInfo = {
  id: 'channels',
  name: 'Nix channels',
  kind: 'packages',
  home: 'https://channels.nixos.org',
  licence: 'MIT',
  attribution: null,
  redistribute: true,
  cadenceSeconds: 10 * 60,
  // One of them moves on most days; failing tests have held all of them back for a week and more.
  expectedChangeSeconds: 10 * 24 * 3600,
};
