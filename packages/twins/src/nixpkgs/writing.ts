import type { Fields } from '../feed/record-feed.ts';
import { type Writing, withNovelty } from '../feed/shown.ts';

export const TRACKER: Writing = {
  write: (record) => JSON.stringify(record),
  // The twin omits withdrawn records.
  withdrawn: (record) => record,
  extended: (record) => withNovelty(record),
  shifted: (record, ms) =>
    Object.fromEntries(
      Object.entries(record).map(([key, value]) =>
        key.endsWith('_at') && typeof value === 'string' ? [key, later(value, ms)] : [key, value],
      ),
    ),
};

/** The version of 10 March 2026 has neither `merge_commit_sha` nor a single `assignee`. */
export const TRACKER_2026: Writing = { ...TRACKER, write: (record) => TRACKER.write(without2026(record)) };

function without2026(record: Fields): Fields {
  const left = ['merge_commit_sha', 'assignee'];
  return Object.fromEntries(Object.entries(record).filter(([key]) => !left.includes(key)));
}

function later(date: string, ms: number): string {
  const instant = Date.parse(date) + ms;
  return Number.isFinite(instant) ? `${new Date(instant).toISOString().slice(0, 19)}Z` : date;
}
