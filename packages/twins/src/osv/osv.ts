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
  /** The export is not atomic: about half of the files are one run older than their rows. */
  readonly tornExport?: boolean;
  /** A cache in front of the bucket: about half of the files are this old. */
  readonly cacheSeconds?: number;
  /** Upstream's constants and documentation disagree about 1,000 and 3,000. */
  readonly pageSize?: number;
  /** Every first page has only a token. */
  readonly slowFirstPage?: boolean;
  /** How the bucket answers range requests; `ignored` sends the whole object. */
  readonly ranges?: RangeManner | 'ignored';
}

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
