import { isRecordFeed, type RecordFeed, revisionAt } from '../feed/record-feed.ts';
import { type Answer, redirectAnswer, type TwinRequest, textAnswer } from '../frame/answer.ts';
import { DOCUMENT_FAULTS } from '../frame/fault.ts';
import { memo } from '../frame/memo.ts';
import type { TwinDefinition } from '../frame/twin.ts';
import { DAY, type When } from '../world/when.ts';
import type { World } from '../world/world.ts';
import { epssApi } from './api.ts';
import { dateOf, epssFeed, midnightOf } from './file.ts';
import { type EpssRow, rowsOf, textOf } from './rows.ts';
import { spoiltFile } from './spoilt-file.ts';

export const EPSS_API_PATH = '/data/v1/epss';
export const EPSS_CURRENT_PATH = '/epss_scores-current.csv.gz';

export interface EpssQuirks {
  /** Hours after midnight UTC when a day's file appears; 25 is an hour into the next day. */
  readonly publishedHour?: number;
  /** The first day of the next model, with another name, another date format and different scores. */
  readonly modelChange?: When;
  /** `YYYY-MM-DD` of files that were never made. */
  readonly missing?: readonly string[];
  /** `current` redirects to the day's file, or is a copy. */
  readonly current?: 'redirect' | 'copy';
}

/** Days to search for the latest file. */
const LOOK_BACK = 400;

export function epss(source: World | RecordFeed, quirks: EpssQuirks = {}): TwinDefinition {
  return {
    source: 'epss',
    documentFaults: DOCUMENT_FAULTS,
    open({ clock, url }) {
      const { publishedHour = 13, modelChange, missing = [] } = quirks;
      const rules = { publishedHour, ...(modelChange === undefined ? {} : { modelChange }) };
      const feed = isRecordFeed(source) ? source : epssFeed(source, clock.start, rules);
      const tables = memo<readonly EpssRow[]>(3);
      return [
        { path: EPSS_API_PATH, handle: epssApi({ latest: latestDate, rows }) },
        { path: EPSS_CURRENT_PATH, handle: current },
        { path: '/:file', handle: dated },
      ];

      function current(request: TwinRequest): Answer {
        const date = latestDate(request.now);
        if (date === null) return textAnswer(404, 'Not Found');
        return quirks.current === 'copy' ? fileAnswer(date, request) : redirectAnswer(`${url()}${pathOf(date)}`);
      }

      function dated(request: TwinRequest): Answer | null {
        const name = `/${request.params.get('file')}`;
        const date = name.slice('/epss_scores-'.length, -'.csv.gz'.length);
        return name === pathOf(date) ? fileAnswer(date, request) : null;
      }

      function fileAnswer(date: string, { now, faults }: TwinRequest): Answer {
        const file = fileOf(date, now);
        if (file !== null)
          return { type: 'application/gzip', modified: file.at, body: spoiltFile(file.bytes(), faults) };
        // The store answers 403 for future files.
        const expected = !missing.includes(date) && (feed.find(date) !== null || (midnightOf(date) ?? 0) > now);
        return expected ? textAnswer(403, 'AccessDenied') : textAnswer(404, 'Not Found');
      }

      function latestDate(now: number): string | null {
        for (let at = now; at > now - LOOK_BACK * DAY; at -= DAY) {
          const date = dateOf(at);
          if (fileOf(date, now) !== null) return date;
        }
        return null;
      }

      function rows(date: string, now: number): readonly EpssRow[] | null {
        const file = fileOf(date, now);
        return file === null ? null : tables(`${date} ${file.at}`, () => rowsOf(textOf(file.bytes())));
      }

      function fileOf(date: string, now: number): { at: number; bytes: () => Buffer } | null {
        const file = missing.includes(date) ? null : feed.find(date);
        const revision = file === null ? null : revisionAt(file, now);
        return revision?.bytes === undefined ? null : { at: revision.at, bytes: revision.bytes };
      }
    },
  };
}

function pathOf(date: string): string {
  return `/epss_scores-${date}.csv.gz`;
}
