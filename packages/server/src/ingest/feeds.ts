import type { SourceId } from '@almanac/contract';
import type { Canaries } from '../sources/canaries.ts';
import type { SourceAddresses } from '../sources/catalogue.ts';
import { sources } from '../sources/index.ts';
import type { Reader } from '../sources/reader.ts';
import type { ChannelName } from '../sources/source.ts';
import { projectionsOf } from '../store/projections/index.ts';
import type { Feed } from './feed.ts';

export type Feeds = ReadonlyMap<SourceId, Feed>;

/** The sources whose addresses are given, each with what is made of its records, and those that are looked at. */
export function openFeeds(addresses: Partial<SourceAddresses>, canaries?: Canaries): Feeds {
  const feeds = new Map<SourceId, Feed>();
  for (const [id, { open }] of Object.entries(sources) as [SourceId, Reader<unknown>][]) {
    const address = addresses[id];
    if (address === undefined) continue;
    const watched = canaries === undefined ? {} : { canaries: canaries[id] ?? [] };
    feeds.set(id, { source: open(address), projection: projectionsOf(id), ...watched });
  }
  return feeds;
}

/** Throws for a source that this worker does not know. */
export function feedOf(feeds: Feeds, source: string): Feed {
  const feed = [...feeds.values()].find((candidate) => candidate.source.id === source);
  if (feed === undefined) throw new Error(`source ${source} is not enabled`);
  return feed;
}

/** What is read when someone asks for a source and does not say how: what has changed, where that can be told. */
export function usualChannel({ source }: Feed): ChannelName {
  const channel = source.channels.delta === undefined ? source.first : 'delta';
  if (channel === null) throw new Error(`${source.id} is read record by record only`);
  return channel;
}

/** Every origin that a source is read from. */
export function* upstreamsOf(feeds: Feeds): Generator<{ readonly source: SourceId; readonly origin: string }> {
  for (const { source } of feeds.values()) {
    for (const { url } of source.upstreams) yield { source: source.id, origin: new URL(url).origin };
  }
}
