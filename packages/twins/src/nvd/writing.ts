import { type Fields, fieldsOf } from '../feed/record-feed.ts';
import { type Writing, withNovelty } from '../feed/shown.ts';
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

/** Some dates of upstream have a zone, most have none. */
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
