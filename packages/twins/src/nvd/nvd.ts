import { feedIndex, type Row } from '../feed/feed-index.ts';
import { type Fields, fieldsOf, isRecordFeed, type RecordFeed } from '../feed/record-feed.ts';
import type { Moment } from '../feed/shown.ts';
import { type Answer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { DOCUMENT_FAULTS, faultOf } from '../frame/fault.ts';
import { memo } from '../frame/memo.ts';
import type { RateLimit } from '../frame/rate-limit.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import type { World } from '../world/world.ts';
import { nvdYearRoutes } from './feeds.ts';
import { NvdParameterError, type NvdParams, paramsOf } from './params.ts';
import { nvdFeed } from './record.ts';
import { instantOfDate, NVD_RECORD, nvdDocument } from './writing.ts';

export const NVD_PATH = '/rest/json/cves/2.0';

export interface NvdQuirks {
  /** Valid keys; any by default. Others are answered like any invalid parameter. */
  readonly keys?: readonly string[];
  /** Answers every nth request with 503. */
  readonly unavailableEvery?: number;
  /** Answers unknown ids with 404, as NVD once did; now it is an empty page. */
  readonly unknownIs404?: boolean;
  /** Changes that no search by date finds. */
  readonly unlisted?: (id: string, modified: number) => boolean;
}

const BUDGET: RateLimit = {
  requests: 5,
  authorised: 50,
  keyHeader: 'apikey',
  windowMs: 30_000,
  status: 403,
  headers: 'none',
  message: 'Request forbidden by administrative rules.\n',
  plain: true,
};

interface NvdKeys {
  readonly published: number;
  readonly modified: number;
  readonly rejected: boolean;
  readonly kev: boolean;
}

export function nvd(source: World | RecordFeed, quirks: NvdQuirks = {}): TwinDefinition {
  return {
    source: 'nvd',
    documentFaults: [...DOCUMENT_FAULTS, 'other_hash', 'empty_window'],
    open({ clock }) {
      const feed = isRecordFeed(source) ? source : nvdFeed(source, clock.start);
      const index = feedIndex(feed, { writing: NVD_RECORD, describe: keysOf });
      const sorted = memo<readonly Row<NvdKeys>[]>(4);
      let asked = 0;
      return [{ path: NVD_PATH, limit: BUDGET, handle }, ...nvdYearRoutes(feed, index)];

      function handle(request: TwinRequest): Answer {
        asked += 1;
        if (quirks.unavailableEvery !== undefined && asked % quirks.unavailableEvery === 0)
          return textAnswer(503, 'Service Unavailable\n');
        try {
          checkKey(request.headers['apikey'], quirks.keys);
          return page(request, paramsOf(request.url.searchParams));
        } catch (error) {
          if (error instanceof NvdParameterError) return { status: 404, headers: { message: error.message } };
          throw error;
        }
      }

      function page({ now, faults }: TwinRequest, params: NvdParams): Answer {
        const moment = { instant: now, faults };
        const rows = params.cveId === null ? all(moment) : all(moment).filter(({ id }) => id === params.cveId);
        if (params.cveId !== null && rows.length === 0 && quirks.unknownIs404 === true)
          throw new NvdParameterError('Invalid cveId parameter.');
        const wanted = rows.filter(({ id, keys }) => isWanted(keys, params) && isListed(id, keys, moment, params));
        const shown = wanted.slice(params.startIndex, params.startIndex + params.resultsPerPage);
        const records = shown.flatMap(({ id }) => feed.find(id) ?? []);
        const head = { startIndex: params.startIndex, totalResults: wanted.length, timestamp: now };
        return { type: 'application/json', body: nvdDocument(head, records, moment) };
      }

      function isListed(id: string, keys: NvdKeys, { faults }: Moment, { modified, published }: NvdParams): boolean {
        if (modified === null && published === null) return true;
        if (faultOf(faults, 'empty_window') !== undefined) return false;
        return modified === null || quirks.unlisted?.(id, keys.modified) !== true;
      }

      /** Oldest publication first. */
      function all(moment: Moment): readonly Row<NvdKeys>[] {
        return sorted(index.stateKey(moment), () =>
          index.rows(moment).toSorted((a, b) => a.keys.published - b.keys.published),
        );
      }
    },
  };
}

function keysOf(record: Fields): NvdKeys {
  const { published, lastModified, vulnStatus, cisaExploitAdd } = fieldsOf(record['cve']);
  return {
    published: instantOfDate(published),
    modified: instantOfDate(lastModified),
    rejected: vulnStatus === 'Rejected',
    kev: cisaExploitAdd !== undefined,
  };
}

function checkKey(key: string | readonly string[] | undefined, good: readonly string[] | undefined): void {
  if (key === undefined || good === undefined || good.includes(String(key))) return;
  throw new NvdParameterError('Invalid apiKey.');
}

function isWanted(keys: NvdKeys, { modified, published, noRejected, hasKev }: NvdParams): boolean {
  if (modified !== null && (keys.modified < modified.from || keys.modified > modified.to)) return false;
  if (published !== null && (keys.published < published.from || keys.published > published.to)) return false;
  return !(noRejected && keys.rejected) && !(hasKev && !keys.kev);
}
