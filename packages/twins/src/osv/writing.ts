import { type Fields, fieldsOf, listOf } from '../feed/record-feed.ts';
import { type Writing, withNovelty } from '../feed/shown.ts';

/** Go escapes HTML characters. */
export const EXPORTED: Writing = {
  write: (record) =>
    JSON.stringify(record).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e').replaceAll('&', '\\u0026'),
  withdrawn(record, instant) {
    const date = new Date(instant).toISOString();
    return { ...record, modified: date, withdrawn: date };
  },
  extended: (record) => ({
    ...withNovelty(record),
    affected: listOf(record['affected']).map((each) => withNovelty(fieldsOf(each))),
  }),
  shifted: (record, ms) => ({ ...record, ...later(record, 'modified', ms), ...later(record, 'published', ms) }),
};

/** The API writes plain JSON. */
export const ANSWERED: Writing = { ...EXPORTED, write: (record) => JSON.stringify(record) };

function later(record: Fields, member: string, ms: number): Fields {
  const instant = Date.parse(String(record[member]));
  return Number.isFinite(instant) ? { [member]: new Date(instant + ms).toISOString() } : {};
}
