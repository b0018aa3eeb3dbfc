import type { ChannelState } from '@almanac/core/collection';
import type { Reader } from '../reader.ts';
import {
  type KeptBytes,
  type Source,
  type SourceDeps,
  type SourceItem,
  type SourceRecord,
  UnexpectedUpstream,
  type Unreadable,
} from '../source.ts';
import { CHANNEL_NAME, type ChannelsAddress } from './definition.ts';
import { describeFault } from './fault.ts';
import { channelBytes, channelValue } from './record.ts';
import { type GitRevision, gitRevision } from './revision.ts';
import { type StatusRows, statusRows } from './status.ts';

export const channelsReader: Reader<ChannelsAddress> = { open: channelsSource, decode: channelValue };

export function channelsSource({
  url,
  releasesUrl,
  statusUrl,
  channels: named,
}: ChannelsAddress): Source<ChannelState> {
  const upstreams = [{ url }, { url: releasesUrl }, { url: statusUrl }];
  return { id: 'channels', volatile: [], upstreams, channels: { bulk: { read } }, first: 'bulk', reread };

  async function* read(
    deps: SourceDeps,
    since: string | null,
    signal: AbortSignal,
  ): AsyncIterable<SourceItem<ChannelState>> {
    const faults: string[] = [];
    const tell = (error: unknown) => {
      signal.throwIfAborted();
      faults.push(describeFault(error));
      return null;
    };
    const [revisions, updateTimes] = await Promise.all(
      ['channel_revision', 'channel_update_time'].map((query) =>
        statusRows(deps, statusUrl, query, signal).catch(tell),
      ),
    );
    const before = readChannelPosition(since);
    const position = new Map<string, string>();
    for (const channel of new Set([...named, ...(revisions?.rows.keys() ?? [])])) {
      const standing = await gitRevision('channels', deps, url, channel, signal).catch(tell);
      if (standing === null) {
        yield { present: channel };
        if (before.has(channel)) position.set(channel, before.get(channel) ?? '');
        continue;
      }
      position.set(channel, standing.revision);
      const labels = revisions?.rows.get(channel) ?? [];
      // Labels are unknown now, so the earlier ones stay unless the channel has moved.
      if (labels.length === 0 && before.get(channel) === standing.revision) yield { present: channel };
      else yield toRecord(channel, standing, labels, updateTimes?.rows.get(channel) ?? []);
    }
    // Stored first, so that positions survive whatever becomes of removed channels.
    yield { checkpoint: JSON.stringify(Object.fromEntries(position)) };
    if (isWhole(revisions)) yield { complete: true };
    if (faults.length > 0) throw new UnexpectedUpstream('channels', faults.join('; '));
  }
}

function isWhole(answer: StatusRows | null | undefined): boolean {
  return answer?.whole === true;
}

function toRecord(
  channel: string,
  standing: GitRevision,
  revisions: readonly string[],
  updateTimes: readonly string[],
): SourceRecord<ChannelState> {
  const raw = channelBytes({ channel, ...standing, revisions, updateTimes });
  const value = channelValue(raw);
  return {
    key: channel,
    raw,
    value,
    parsed: value,
    ...(value.updatedAt === null ? {} : { modified: value.updatedAt }),
  };
}

function reread({ raw, key }: KeptBytes): SourceRecord<ChannelState> | Unreadable {
  if (key === null) return { unreadable: 'nothing tells which channel this is', raw };
  try {
    const value = channelValue(raw);
    return { key, raw, value, parsed: value };
  } catch (error) {
    return { unreadable: (error as Error).message, raw, key };
  }
}

/** Unreadable positions count as missing. */
export function readChannelPosition(since: string | null): Map<string, string> {
  if (since === null) return new Map();
  const entries = Object.entries(JSON.parse(since) as Record<string, string>);
  return new Map(entries.filter(([channel]) => CHANNEL_NAME.test(channel)));
}
