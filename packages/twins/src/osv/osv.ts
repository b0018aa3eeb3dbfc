import { feedIndex } from '../feed/feed-index.ts';
import { isRecordFeed, type RecordFeed } from '../feed/record-feed.ts';
import type { RangeManner } from '../frame/answer.ts';
import { DOCUMENT_FAULTS } from '../frame/fault.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { World } from '../world/world.ts';
import { apiRoutes } from './api-routes.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { osvFeed } from './feed.ts';
import { osvKeys } from './keys.ts';
import { EXPORTED } from './writing.ts';

export interface OsvQuirks {
  /** The export is not atomic: for about half of the records the single file is a run older than the row that names it. */
  readonly tornExport?: boolean;
  /** A cache stands before the bucket: about half of the files are as old as it lets them get. */
  readonly cacheSeconds?: number;
  /** Records on a page of a query; upstream's constants and documentation disagree about 1,000 and 3,000. */
  readonly pageSize?: number;
  /** Every first page of a query holds a token and nothing else. */
  readonly slowFirstPage?: boolean;
  /** How the bucket answers a request for a part of an object; `ignored`: with the whole. */
  readonly ranges?: RangeManner | 'ignored';
}

/** OSV: the bucket and the API; over a world, or over OSV records that are given. */
export function osv(source: World | RecordFeed, quirks: OsvQuirks = {}): TwinDefinition {
  return {
    source: 'osv',
    documentFaults: DOCUMENT_FAULTS,
    open({ clock, scratch }) {
      const feed = isRecordFeed(source) ? source : osvFeed(source, clock.start);
      const index = feedIndex(feed, { writing: EXPORTED, describe: osvKeys, every: true });
      const { tornExport = false, cacheSeconds, pageSize = 1000, slowFirstPage = false, ranges = 'true' } = quirks;
      return [
        ...apiRoutes({ feed, index, pageSize, slowFirstPage }),
        ...bucketRoutes({
          feed,
          index,
          scratch,
          tornExport,
          cacheSeconds,
          ranges: ranges === 'ignored' ? undefined : ranges,
        }),
      ];
    },
  };
}
