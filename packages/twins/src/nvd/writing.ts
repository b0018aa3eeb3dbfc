import { type FeedRecord, type Fields, fieldsOf } from '../feed/record-feed.ts';
import { jsonList, type Moment, shownRecords, type Writing, withNovelty } from '../feed/shown.ts';
import { nvdDate } from './record.ts';

export const NVD_RECORD: Writing = {
  write: (record) => JSON.stringify(record),
  withdrawn: (record, instant) => changed(record, { vulnStatus: 'Rejected', lastModified: nvdDate(instant) }),
  extended: (record) => ({ ...withNovelty(record), cve: withNovelty(fieldsOf(record['cve'])) }),
  shifted(record, ms) {
    const { published, lastModified } = fieldsOf(record['cve']);
    return changed(record, { published: later(published, ms), lastModified: later(lastModified, ms) });
  },
};

interface Head {
  readonly startIndex: number;
  readonly totalResults: number;
  readonly timestamp: number;
}

/** API pages and year files share one format. */
export function nvdDocument(head: Head, shown: readonly FeedRecord[], moment: Moment): Buffer {
  const records = Array.from(shownRecords(shown, moment, NVD_RECORD), ({ bytes }) => bytes);
  const { startIndex, totalResults, timestamp } = head;
  const members = {
    resultsPerPage: shown.length,
    startIndex,
    totalResults,
    format: 'NVD_CVE',
    version: '2.0',
    timestamp: nvdDate(timestamp),
  };
  const opening = `${JSON.stringify(members).slice(0, -1)},"vulnerabilities":`;
  return Buffer.concat([Buffer.from(opening), jsonList(records), Buffer.from('}')]);
}

/** Some upstream dates have a zone, most have none. */
export function instantOfDate(date: unknown): number {
  const text = String(date);
  return Date.parse(text.endsWith('Z') ? text : `${text}Z`);
}

function changed(record: Fields, members: Fields): Fields {
  return { ...record, cve: { ...fieldsOf(record['cve']), ...members } };
}

function later(date: unknown, ms: number): string {
  return nvdDate(instantOfDate(date) + ms);
}
