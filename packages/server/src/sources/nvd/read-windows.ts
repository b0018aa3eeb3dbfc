import { type SourceItem, type SourceLog, UnexpectedUpstream } from '../source.ts';
import type { AskPage } from './page.ts';
import { type NvdElement, nvdItem } from './record.ts';

const TRIES = 3;

/**
 * Reads a time span, oldest first, with a checkpoint after each window that gives one. Splits a window whose records
 * change while it is read, because a smaller one has fewer pages. A single page cannot shift: duplicates on it are
 * NVD's own.
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

/** After the last attempt: duplicates are harmless, a skipped record is not. */
function settle({ moved, repeated }: WindowPass, { from, to }: Window, log: SourceLog): void {
  const span = { from: from.toISOString(), to: to.toISOString() };
  if (moved) throw new UnexpectedUpstream('nvd', `the window from ${span.from} to ${span.to} moves while it is read`);
  if (repeated > 0) log.warn({ source: 'nvd', repeated, ...span }, 'records occur more than once');
}

/** Prefix of the parameters, such as `pubStartDate`. */
export type DatedBy = 'pub' | 'lastMod';

export interface WindowPass {
  readonly pages: number;
  readonly records: number;
  /** Records entered or left between two pages, so the pages do not match up. */
  readonly moved: boolean;
  readonly unreadable: number;
  /** Records that came twice: pages overlap, or NVD has duplicates. */
  readonly repeated: number;
  /** Null if no record has a date. */
  readonly newest: Date | null;
}

/** NVD has 365,000 records in all; a window of 120 days never had 40,000. */
const MAX_PAGES = 1000;

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

/** Both ends are included. */
export interface Window {
  readonly from: Date;
  readonly to: Date;
}

const HOUR_MS = 3_600_000;
/** NVD refuses longer ranges with 404. */
export const MAX_WINDOW_MS = 120 * 24 * HOUR_MS;
/** Shorter windows are read again instead of split. */
const SHORTEST_MS = HOUR_MS;

/** Oldest first, without gap or overlap: NVD dates to the millisecond. */
export function windowsBetween(from: Date, to: Date): Window[] {
  const windows: Window[] = [];
  for (let start = from.getTime(); start <= to.getTime(); start += MAX_WINDOW_MS + 1) {
    windows.push({ from: new Date(start), to: new Date(Math.min(start + MAX_WINDOW_MS, to.getTime())) });
  }
  return windows;
}

export function splitWindow({ from, to }: Window): [Window, Window] | null {
  const length = to.getTime() - from.getTime();
  if (length < 2 * SHORTEST_MS) return null;
  const middle = from.getTime() + Math.floor(length / 2);
  return [
    { from, to: new Date(middle) },
    { from: new Date(middle + 1), to },
  ];
}
