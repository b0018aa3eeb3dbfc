import { type ChannelsAddress, channelSettings, channelsDefinition } from '../channels/definition.ts';
import { defineSource } from '../define-source.ts';

export type PackagesAddress = Omit<ChannelsAddress, 'statusUrl'>;

export const packagesDefinition = defineSource({
  id: 'packages',
  number: 10,
  // Asked as often whether a channel has moved; read when one has.
  info: { ...channelsDefinition.info, name: 'nixpkgs packages' },
  settings: channelSettings,
  address: (settings): PackagesAddress => channelsDefinition.address(settings),
  // After the channels: a small question for each, and the list of one that has moved.
  schedule: [{ channel: 'bulk', match: '5,15,25,35,45,55 * * * *', catchUpMinutes: 10 }],
  canaries: [{ key: 'nixos-unstable/openssl', says: [{ path: 'pname', is: 'openssl' }] }],
});
