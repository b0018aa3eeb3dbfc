import type { RecordChange } from '@almanac/contract';
import { type ChangeFilter, passesFilter } from '@almanac/core/changes';
import type { ChangePlace } from '../../queries/newest-change.ts';
import type { ChangeLog } from './change-log.ts';

/** What a follower is told at once. */
export interface FollowedPage {
  readonly changes: readonly RecordChange[];
  /** Where to go on: behind everything that was looked at. */
  readonly end: ChangePlace | null;
  /** There may be more behind it by now. */
  readonly more: boolean;
}

/** Pages of the log that one answer looks through for what passes the filter, and how long it begins with another. */
const MOST_PAGES = 10;
const MOST_MS = 1_000;

/** The changes behind a place that pass, at most `limit` of them. */
export async function readChanges(
  log: ChangeLog,
  { from, filter, limit }: { readonly from: ChangePlace | null; readonly filter: ChangeFilter; readonly limit: number },
): Promise<FollowedPage> {
  const changes: RecordChange[] = [];
  const until = performance.now() + MOST_MS;
  let end = from;
  for (let read = 0; read < MOST_PAGES && performance.now() < until; read += 1) {
    const page = await log.after(end);
    for (const { told, facts, place } of page.changes) {
      if (!passesFilter(facts, filter)) continue;
      changes.push(told);
      if (changes.length === limit) return { changes, end: place, more: true };
    }
    end = page.end;
    if (!page.full) return { changes, end, more: false };
  }
  return { changes, end, more: true };
}
