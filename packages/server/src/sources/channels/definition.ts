import { z } from 'zod';
import { Url } from '../../platform/settings.ts';
import { DAY, defineSource, MINUTE } from '../define-source.ts';

/** Restricted, because the name becomes part of a URL. */
export const CHANNEL_NAME = /^[a-z][a-z0-9]{0,30}(?:[.-][a-z0-9]{1,30}){0,8}$/;

export interface ChannelsAddress {
  /** Without a trailing slash. */
  readonly url: string;
  /** Channels redirect here. */
  readonly releasesUrl: string;
  readonly statusUrl: string;
  /** Read even if nobody watches them. */
  readonly channels: readonly string[];
}

/** The package lists come from the same place. */
export const channelSettings = {
  CHANNELS_URL: Url.default('https://channels.nixos.org').describe('The channels of the collection.'),
  CHANNELS_RELEASES_URL: Url.default('https://releases.nixos.org').describe('Where the channels redirect to.'),
  CHANNELS_STATUS_URL: Url.default('https://prometheus.nixos.org/api/v1/query').describe(
    'The Prometheus that knows how channels are labelled.',
  ),
  CHANNELS: z
    .string()
    .default('nixos-unstable,nixos-26.05')
    .transform(channelNames)
    .describe('Channels to read packages from, comma-separated.'),
};

export const channelsDefinition = defineSource({
  id: 'channels',
  number: 9,
  info: {
    name: 'Nix channels',
    kind: 'packages',
    home: 'https://channels.nixos.org',
    licence: 'MIT',
    attribution: null,
    redistribute: true,
    cadenceSeconds: 10 * MINUTE,
    // One of them moves on most days, but failing tests have held all of them back for more than a week.
    expectedChangeSeconds: 10 * DAY,
    reconciliation: { by: 'whole_file', everyHours: 1 },
  },
  settings: channelSettings,
  address: (settings): ChannelsAddress => ({
    url: settings.CHANNELS_URL.replace(/\/$/, ''),
    releasesUrl: settings.CHANNELS_RELEASES_URL,
    statusUrl: settings.CHANNELS_STATUS_URL,
    channels: settings.CHANNELS,
  }),
  schedule: [{ channel: 'bulk', match: '1,11,21,31,41,51 * * * *', catchUpMinutes: 10 }],
  canaries: [{ key: 'nixos-unstable', says: [{ path: 'revision' }] }],
});

function channelNames(text: string, context: z.RefinementCtx): string[] {
  const given = text.split(',').map((part) => part.trim());
  for (const part of given.filter((name) => !CHANNEL_NAME.test(name))) {
    context.addIssue({ code: 'custom', message: `'${part}' is not a channel such as nixos-unstable or nixos-26.05` });
  }
  return [...new Set(given)];
}
