import type { RecordChange } from '@almanac/contract';
import { type ChangeFilter, passesFilter } from '@almanac/core/changes';
import type { ChangeEntry } from '../../queries/changes.ts';
import type { ChangePlace } from '../../queries/newest-change.ts';
import type { ChangeLog, LogPage } from './change-log.ts';
import { isAfter } from './cursor.ts';
import type { ToldChange } from './told-change.ts';

/** What a follower is told at once. */
export interface FollowedPage {
  readonly changes: readonly RecordChange[];
  /** Where to go on: behind everything that was looked at. */
  readonly end: ChangePlace | null;
  /** There may be more behind it by now. */
  readonly more: boolean;
}

/** What a follower of verdicts is told of a change; null: nothing. */
export interface Judge {
  record(change: ToldChange): Promise<RecordChange | null>;
  /** Of an entry of the collection that a channel has in another state. */
  carried(entry: ChangeEntry): Promise<RecordChange | null>;
}

/** Pages of the log that one answer looks through for what passes the filter, and how long it goes on. */
const MOST_PAGES = 10;
const MOST_MS = 1_000;

/** The changes behind a place that pass, at most `limit` of them; with a judge, those that change a verdict. */
export async function passingChanges(
  log: ChangeLog,
  asked: {
    readonly from: ChangePlace | null;
    readonly filter: ChangeFilter;
    readonly limit: number;
    readonly judge?: Judge | null;
    /** How long it goes on, where that is less than usual. */
    readonly mostMs?: number;
  },
): Promise<FollowedPage> {
  const { from, filter, limit, judge = null, mostMs = MOST_MS } = asked;
  const changes: RecordChange[] = [];
  const until = performance.now() + mostMs;
  let end = from;
  for (let read = 0; read < MOST_PAGES && performance.now() < until; read += 1) {
    const page = await log.after(end);
    for (const one of judge === null ? page.changes : inOrder(page)) {
      const told = await toldOf(one, filter, judge);
      if (told !== null) changes.push(told);
      if (changes.length === limit || (judge !== null && performance.now() > until)) {
        return { changes, end: placeOf(one), more: true };
      }
    }
    end = page.end;
    if (!page.full) return { changes, end, more: false };
  }
  return { changes, end, more: true };
}

async function toldOf(
  one: ToldChange | ChangeEntry,
  filter: ChangeFilter,
  judge: Judge | null,
): Promise<RecordChange | null> {
  if (!('place' in one)) return judge === null ? null : judge.carried(one);
  if (!passesFilter(one.facts, filter)) return null;
  return judge === null ? one.told : judge.record(one);
}

function inOrder({ changes, carried }: LogPage): readonly (ToldChange | ChangeEntry)[] {
  const placed = [...changes, ...carried];
  return placed.toSorted((a, b) => (isAfter(placeOf(a), placeOf(b)) ? 1 : -1));
}

function placeOf(one: ToldChange | ChangeEntry): ChangeEntry {
  return 'place' in one ? one.place : one;
}
