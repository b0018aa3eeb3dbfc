import type { SourceId } from '@almanac/contract';
import { kevRow } from '../projections/kev.ts';
import { sources } from '../sources/index.ts';
import type { KevAddresses } from '../sources/kev/index.ts';
import type { KevEntry } from '../sources/kev/schema.ts';
import { closeKev, writeKev } from '../store/kev.ts';
import type { Feed, Projection } from './feed.ts';

/** Where the upstreams are to be found. */
export interface FeedAddresses {
  readonly kev: KevAddresses;
}

export type Feeds = ReadonlyMap<SourceId, Feed>;

export function openFeeds(addresses: FeedAddresses): Feeds {
  return new Map<SourceId, Feed>([['kev', { source: sources.kev(addresses.kev), projection: kevProjection }]]);
}

const kevProjection: Projection<KevEntry> = {
  write: (trx, changes) =>
    writeKev(
      trx,
      changes.map(({ version, parsed }) => ({ version, row: kevRow(parsed) })),
    ),
  remove: closeKev,
};
