import { hash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FeedIndex } from '../feed/feed-index.ts';
import type { RecordFeed } from '../feed/record-feed.ts';
import type { Moment } from '../feed/shown.ts';
import { type Answer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { faultOf } from '../frame/fault.ts';
import { memo } from '../frame/memo.ts';
import type { Route } from '../frame/route.ts';
import { DAY } from '../world/when.ts';
import { nvdDocument } from './writing.ts';

export const NVD_FEEDS_PATH = '/feeds/json/cve/2.0';

/** Its file also has the older ids. */
const FIRST_YEAR = 2002;

/** Serves each year's file as of midnight, and its `.meta` file. */
export function nvdYearRoutes(feed: RecordFeed, index: FeedIndex<unknown>): readonly Route[] {
  const files = memo<{ readonly json: Buffer; readonly gz: Buffer }>(2);
  return [{ path: `${NVD_FEEDS_PATH}/:file`, handle }];

  function handle({ params, now, faults }: TwinRequest): Answer {
    const [, year = '', ending] = /^nvdcve-2\.0-(\d{4})\.(meta|json\.gz)$/.exec(params.get('file') ?? '') ?? [];
    const instant = Math.floor(now / DAY) * DAY;
    if (Number(year) < FIRST_YEAR || Number(year) > new Date(instant).getUTCFullYear()) return textAnswer(404, '');
    // `other_hash` only affects the `.meta` file.
    const moment = { instant, faults: faults.filter(({ kind }) => kind !== 'other_hash') };
    const { json, gz } = fileOf(Number(year), moment);
    if (ending === 'json.gz') return { type: 'application/x-gzip', modified: instant, body: gz };
    const sha256 = hash('sha256', faultOf(faults, 'other_hash') === undefined ? json : gz).toUpperCase();
    const lines = { lastModifiedDate: new Date(instant).toISOString(), size: json.length, gzSize: gz.length, sha256 };
    const text = Object.entries(lines).map(([name, value]) => `${name}:${value}\r\n`);
    return { type: 'application/octet-stream', modified: instant, body: Buffer.from(text.join('')) };
  }

  function fileOf(year: number, moment: Moment) {
    const chosen = index.rows(moment).filter(({ id }) => Math.max(FIRST_YEAR, Number(id.split('-')[1])) === year);
    // A file is rebuilt only when one of its records has changed.
    const timestamp = chosen.reduce((newest, { at }) => Math.max(newest, at), 0);
    const key = `${year} ${timestamp} ${chosen.length} ${JSON.stringify(moment)}`;
    return files(key, () => {
      const records = chosen.flatMap(({ id }) => feed.find(id) ?? []);
      const json = nvdDocument({ startIndex: 0, totalResults: records.length, timestamp }, records, moment);
      return { json, gz: gzipSync(json) };
    });
  }
}
