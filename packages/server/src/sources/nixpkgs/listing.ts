import type { JsonElement } from '../../platform/json-elements.ts';
import { UnexpectedUpstream } from '../source.ts';
import type { Api } from './api.ts';
import { issueRecord } from './record.ts';

export interface ChangedPage {
  readonly elements: readonly JsonElement[];
  /** The last change on the page, if readable. */
  readonly reached: Date | null;
  readonly headers: ReadonlyMap<string, string>;
}

const PER_PAGE = 100;
/** Half a million items. */
const MOST_PAGES = 5000;

/**
 * Lists issues and pull requests by change date, oldest first. The next page starts at the last item's date rather than
 * at a page number: items that change meanwhile move to the end, and numbered pages would skip others. Some items come
 * twice.
 */
export async function* changedSince(
  api: Api,
  { since, label }: { readonly since: Date | null; readonly label?: string },
): AsyncGenerator<ChangedPage> {
  let from = since;
  let page = 1;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { elements, hasNext, headers, gone } = await api.list('issues', {
      state: 'all',
      sort: 'updated',
      direction: 'asc',
      per_page: String(PER_PAGE),
      ...(label === undefined ? {} : { labels: label }),
      ...(from === null ? {} : { since: trackerSeconds(from) }),
      ...(page === 1 ? {} : { page: String(page) }),
    });
    if (gone) throw new UnexpectedUpstream('nixpkgs', `${api.repository} has no issues`);
    const reached = lastChange(elements);
    yield { elements, reached, headers };
    if (!hasNext && elements.length < PER_PAGE) return;
    // One second earlier: the next page may have more from the same second.
    const next = reached === null ? null : new Date(reached.getTime() - 1000);
    const moves = next !== null && (from === null || next > from);
    page = moves ? 1 : page + 1;
    from = moves ? next : from;
  }
  throw new UnexpectedUpstream('nixpkgs', `the listing has more than ${MOST_PAGES} pages`);
}

export function trackerSeconds(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}

function lastChange(elements: readonly JsonElement[]): Date | null {
  const dates = elements.map(issueRecord).flatMap((record) => ('item' in record ? [record.item.updated_at] : []));
  return dates.at(-1) ?? null;
}
