import type { SourceItem } from '../source.ts';
import { UnexpectedUpstream } from '../source.ts';
import type { AskPage } from './page.ts';
import { type NvdElement, nvdItem } from './record.ts';
import type { Window } from './windows.ts';

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
