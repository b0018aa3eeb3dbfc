import { faultOf } from '../frame/fault.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { channelReleaseRoutes, revisionAnswer } from './releases.ts';
import { statusAnswer } from './status.ts';

export const CHANNELS_STATUS_PATH = '/api/v1/query';

export interface ChannelsQuirks {
  /** Overrides the status by channel. */
  readonly statuses?: Readonly<Record<string, string>>;
}

/** Serves the channels' site, the releases' site and the Prometheus. */
export function channels({ statuses = {} }: ChannelsQuirks = {}): TwinDefinition {
  return {
    source: 'channels',
    documentFaults: [
      'malformed_record',
      'half_feed',
      'empty_feed',
      'mass_withdrawal',
      'schema_addition',
      'future_dates',
    ],
    open({ url }) {
      return [
        { path: CHANNELS_STATUS_PATH, handle: (request) => statusAnswer(request, statuses) },
        ...channelReleaseRoutes(url, {
          'git-revision': (release, { faults }) => revisionAnswer(release, faultOf(faults, 'future_dates')?.ms ?? 0),
        }),
      ];
    },
  };
}
