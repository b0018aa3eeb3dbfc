import type { SourceId } from '@almanac/contract';
import type { Canaries } from '../sources/canaries.ts';
import type { SourceAddresses } from '../sources/catalogue.ts';
import { SOURCE_READERS } from '../sources/index.ts';
import type { Reader } from '../sources/reader.ts';
import type { ChannelName } from '../sources/source.ts';
import type { ProjectedRecord } from '../store/projections/define-projection.ts';
import { projectRecord, writeProjections } from '../store/projections/index.ts';
import type { Feed, FeedProjection } from './feed.ts';

export type Feeds = ReadonlyMap<SourceId, Feed>;

export interface FeedOptions {
  readonly canaries?: Canaries;
  readonly comparesSources?: boolean;
}

/** The sources whose addresses are given, each with what is made of its records, and how these are watched. */
export function openFeeds(
  addresses: Partial<SourceAddresses>,
  { canaries, comparesSources = false }: FeedOptions = {},
): Feeds {
  const feeds = new Map<SourceId, Feed>();
  for (const [id, { open }] of Object.entries(SOURCE_READERS) as [SourceId, Reader<unknown>][]) {
    const address = addresses[id];
    if (address === undefined) continue;
    const watched = { comparesSources, ...(canaries !== undefined && { canaries: canaries[id] ?? [] }) };
    feeds.set(id, { source: open(address), projection: getFeedProjection(id), ...watched });
  }
  return feeds;
}

/** All that is computed from the records of a source. */
export function getFeedProjection(source: SourceId): FeedProjection<unknown> {
  return {
    project: (key, parsed) => projectRecord(source, key, parsed),
    write: async (trx, changes) => {
      const written = changes.map(({ version, parsed, projected }) => ({
        version,
        value: parsed,
        projected: projected as ProjectedRecord | undefined,
      }));
      await writeProjections(trx, source, written);
    },
    remove: async (trx, removed) => {
      const gone = removed.map((version) => ({ version: { ...version, removed: true }, value: null }));
      await writeProjections(trx, source, gone);
    },
  };
}

/** Throws for a source that this worker does not know. */
export function getFeed(feeds: Feeds, source: string): Feed {
  const feed = [...feeds.values()].find((candidate) => candidate.source.id === source);
  if (feed === undefined) throw new Error(`source ${source} is not enabled`);
  return feed;
}

/** Chooses the channel if none is given: deltas if the source has them. */
export function usualChannel({ source }: Feed): ChannelName {
  const channel = source.channels.delta === undefined ? source.first : 'delta';
  if (channel === null) throw new Error(`${source.id} is read record by record only`);
  return channel;
}

/** Every origin that a source is read from. */
export function* listUpstreams(feeds: Feeds): Generator<{ readonly source: SourceId; readonly origin: string }> {
  for (const { source } of feeds.values()) {
    for (const { url } of source.upstreams) yield { source: source.id, origin: new URL(url).origin };
  }
}
