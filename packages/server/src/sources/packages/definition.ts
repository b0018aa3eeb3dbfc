import { type ChannelsAddress, channelSettings, channelsDefinition } from '../channels/definition.ts';
import { defineSource } from '../define-source.ts';

export type PackagesAddress = Omit<ChannelsAddress, 'statusUrl'>;

export const packagesDefinition = defineSource({
  id: 'packages',
  number: 10,
  // Checked as often as the channels, and read when one has moved.
  info: { ...channelsDefinition.info, name: 'nixpkgs packages' },
  settings: channelSettings,
  address: (settings): PackagesAddress => channelsDefinition.address(settings),
  // After the channels: a small request per channel, plus the list of any that has moved.
  schedule: [{ channel: 'bulk', match: '5,15,25,35,45,55 * * * *', catchUpMinutes: 10 }],
  canaries: [{ key: 'nixos-unstable/openssl', says: [{ path: 'pname', is: 'openssl' }] }],
});
