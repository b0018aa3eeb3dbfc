import { type ChannelsAddress, channelSettings, channelsDefinition } from '../channels/definition.ts';
import { DAY, defineSource, MINUTE } from '../define-source.ts';

export type PackagesAddress = Omit<ChannelsAddress, 'statusUrl'>;

export const packagesDefinition = defineSource({
  id: 'packages',
  number: 10,
  info: {
    name: 'nixpkgs packages',
    kind: 'packages',
    home: 'https://channels.nixos.org',
    licence: 'MIT',
    attribution: null,
    redistribute: true,
    // Asked whether a channel has moved; read when one has.
    cadenceSeconds: 10 * MINUTE,
    expectedChangeSeconds: 10 * DAY,
  },
  settings: channelSettings,
  address: (settings, site): PackagesAddress => channelsDefinition.address(settings, site),
  // After the channels: a small question for each, and the list of one that has moved.
  schedule: [{ channel: 'bulk', match: '5,15,25,35,45,55 * * * *', catchUpMinutes: 10 }],
  canaries: [{ key: 'nixos-unstable/openssl', says: [{ path: 'pname', is: 'openssl' }] }],
});
