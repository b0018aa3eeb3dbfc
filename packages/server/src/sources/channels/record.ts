import { type ChannelState, channelState } from '@almanac/core/collection';
import { z } from 'zod';
import type { GitRevision } from './revision.ts';

export interface ChannelTold extends GitRevision {
  readonly channel: string;
  /** Rows of the gauges, without the request time. */
  readonly revisions: readonly string[];
  readonly updateTimes: readonly string[];
}

/** An object of ours that embeds the received bytes unchanged. */
export function channelBytes({ channel, revision, lastModified, revisions, updateTimes }: ChannelTold): Uint8Array {
  const own = [channel, revision, lastModified].map((part) => JSON.stringify(part));
  return Buffer.from(
    `{"channel":${own[0]},"git-revision":${own[1]},"last-modified":${own[2]},` +
      `"channel_revision":[${revisions.join(',')}],"channel_update_time":[${updateTimes.join(',')}]}`,
  );
}

const Row = z.object({
  metric: z.record(z.string(), z.unknown()).catch({}),
  value: z.tuple([z.unknown(), z.unknown()]).catch([null, null]),
});
const Told = z.object({
  'git-revision': z.string().regex(/^[0-9a-f]{40}$/),
  'last-modified': z.string().nullable().catch(null),
  channel_revision: z.array(Row).catch([]),
  channel_update_time: z.array(Row).catch([]),
});

/**
 * Ignores the request time that older rows contain, so that content does not change with it. Throws if the record is
 * invalid.
 */
export function channelValue(raw: Uint8Array): ChannelState {
  const told = Told.parse(JSON.parse(new TextDecoder().decode(raw)));
  return channelState({
    revision: told['git-revision'],
    movedAt: httpDate(told['last-modified'] ?? ''),
    rows: told.channel_revision.map(({ metric }) => metric),
    updateTimes: told.channel_update_time.map(({ value }) => value[1]),
  });
}

/** Only the preferred form of RFC 9110 section 5.6.7. */
function httpDate(text: string): Date | null {
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : new Date(at);
}

const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
