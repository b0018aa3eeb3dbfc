import { type SourceItem, type SourceLog, UnexpectedUpstream } from '../source.ts';
import type { AskPage } from './page.ts';
import { type NvdElement, nvdItem } from './record.ts';

const TRIES = 3;

/**
 * Reads a span of time, oldest first, with a checkpoint after each window that gives one. A window that moves while it is read is parted:
 * the smaller it is, the fewer its pages, and one page cannot move: what occurs twice on it, NVD has twice.
 */
export async function* readWindows(
  { askPage, log }: { readonly askPage: AskPage; readonly log: SourceLog },
  dated: DatedBy,
  span: Window,
  checkpointAfter: (window: Window, pass: WindowPass, records: number) => string | null,
): AsyncGenerator<SourceItem<NvdElement>, number> {
  const waiting: (Window & { readonly tries?: number })[] = windowsBetween(span.from, span.to);
  const yielded = new Set<string>();
  let records = 0;
  for (let window = waiting.shift(); window !== undefined; window = waiting.shift()) {
    const pass = yield* readWindow(askPage, dated, window, yielded);
    const { tries = 1 } = window;
    const doubtful = pass.moved || (pass.repeated > 0 && pass.pages > 1);
    const again = doubtful ? (splitWindow(window) ?? onceMore(window, tries)) : null;
    if (again !== null) {
      waiting.unshift(...again);
      continue;
    }
    settle(pass, window, log);
    records += pass.records - pass.repeated;
    const checkpoint = checkpointAfter(window, pass, records);
    if (checkpoint !== null) yield { checkpoint };
  }
  return records;
}

function onceMore(window: Window, tries: number): (Window & { tries: number })[] | null {
  return tries < TRIES ? [{ ...window, tries: tries + 1 }] : null;
}

/** After the last try: a record that is there twice is no harm, one that was passed over would be. */
function settle({ moved, repeated }: WindowPass, { from, to }: Window, log: SourceLog): void {
  const span = { from: from.toISOString(), to: to.toISOString() };
  if (moved) throw new UnexpectedUpstream('nvd', `the window from ${span.from} to ${span.to} moves while it is read`);
  if (repeated > 0) log.warn({ source: 'nvd', repeated, ...span }, 'records occur more than once');
}

/** The names of the two parameters, `pubStartDate` and so on, begin with this. */
export type DatedBy = 'pub' | 'lastMod';

/** How the reading of a window came out. */
export interface WindowPass {
  readonly pages: number;
  readonly records: number;
  /** Records left or entered it between two pages, so that the pages do not meet. */
  readonly moved: boolean;
  readonly unreadable: number;
  /** Records that came twice: the pages overlap, or NVD has them twice. */
  readonly repeated: number;
  /** The latest change in it; null if it has no dated record. */
  readonly newest: Date | null;
}

/** NVD has 365,000 records in all; a window of 120 days never had 40,000. */
const MAX_PAGES = 1000;

/** Yields the records of a window that are not in `yielded`, and adds them to it. */
export async function* readWindow(
  askPage: AskPage,
  dated: DatedBy,
  { from, to }: Window,
  yielded: Set<string>,
): AsyncGenerator<SourceItem<NvdElement>, WindowPass> {
  const dates = { [`${dated}StartDate`]: from.toISOString(), [`${dated}EndDate`]: to.toISOString() };
  const seen = new Set<string>();
  let total: number | null = null;
  let records = 0;
  let repeated = 0;
  let unreadable = 0;
  let newest: Date | null = null;
  for (let pages = 1; pages <= MAX_PAGES; pages += 1) {
    const page = await askPage(dates, records);
    if (total !== null && page.total !== total) return { pages, records, unreadable, moved: true, repeated, newest };
    total = page.total;
    for (const element of page.elements()) {
      records += 1;
      const item = nvdItem(element);
      if ('unreadable' in item) unreadable += 1;
      else if (item.modified !== undefined && (newest === null || item.modified > newest)) newest = item.modified;
      if (item.key === undefined) {
        yield item;
        continue;
      }
      if (seen.has(item.key)) repeated += 1;
      seen.add(item.key);
      if (!yielded.has(item.key)) yield item;
      yielded.add(item.key);
    }
    if (records >= total) return { pages, records, unreadable, moved: false, repeated, newest };
  }
  throw new UnexpectedUpstream('nvd', `announces ${total} records in a window of 120 days`);
}

/** Both ends are within it. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

const HOUR_MS = 3_600_000;
/** A longer range of dates is refused with 404. */
export const MAX_WINDOW_MS = 120 * 24 * HOUR_MS;
/** Shorter ones are read again rather than parted. */
const SHORTEST_MS = HOUR_MS;

/** Oldest first, without gap or overlap: NVD dates to the millisecond. */
export function windowsBetween(from: Date, to: Date): Window[] {
  const windows: Window[] = [];
  for (let start = from.getTime(); start <= to.getTime(); start += MAX_WINDOW_MS + 1) {
    windows.push({ from: new Date(start), to: new Date(Math.min(start + MAX_WINDOW_MS, to.getTime())) });
  }
  return windows;
}

/** Null where it is too short to be parted. */
export function splitWindow({ from, to }: Window): [Window, Window] | null {
  const length = to.getTime() - from.getTime();
  if (length < 2 * SHORTEST_MS) return null;
  const middle = from.getTime() + Math.floor(length / 2);
  return [
    { from, to: new Date(middle) },
    { from: new Date(middle + 1), to },
  ];
}
