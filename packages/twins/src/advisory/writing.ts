import { fieldsOf, listOf } from '../feed/record-feed.ts';
import { type Writing, withNovelty } from '../feed/shown.ts';

export const ADVISORY: Writing = {
  write: (record) => JSON.stringify(record),
  withdrawn(record, instant) {
    const date = `${new Date(instant).toISOString().slice(0, 19)}Z`;
    return { ...record, updated_at: date, withdrawn_at: date };
  },
  extended: (record) => ({
    ...withNovelty(record),
    vulnerabilities: listOf(record['vulnerabilities']).map((each) => withNovelty(fieldsOf(each))),
  }),
  shifted: (record, ms) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) =>
        key.endsWith('_at') && typeof value === 'string' ? [key, later(value, ms)] : [key, value],
      ),
    ),
};

/** The version of 10 March 2026 has no `cvss`. */
export const ADVISORY_2026: Writing = {
  ...ADVISORY,
  write: (record) => ADVISORY.write(Object.fromEntries(Object.entries(record).filter(([key]) => key !== 'cvss'))),
};

function later(date: string, ms: number): string {
  return `${new Date(Date.parse(date) + ms).toISOString().slice(0, 19)}Z`;
}
