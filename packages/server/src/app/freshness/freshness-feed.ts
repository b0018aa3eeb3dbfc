import { sourceName } from '@almanac/core/sources';
import type { freshnessChangesKept } from '../../queries/freshness-changes.ts';
import type { WebFeed } from '../feeds/feed.ts';

/** Entries of the feed: hours in which something changed. */
export const MOST_ENTRIES = 100;

/** Of a feed without an entry: it needs a date, and it must not be another on every request. */
const NO_DATE = new Date(0);

/** An entry for each hour in which the state of a source changed. */
export function feedOfFreshness(
  hours: Awaited<ReturnType<typeof freshnessChangesKept>>,
  self: string,
  site: string,
): WebFeed {
  const page = `${site}/status`;
  return {
    title: 'Almanac: source freshness',
    subtitle: 'Sources that became late, failed, recovered or raised a warning.',
    self,
    site: page,
    updated: hours[0]?.at ?? NO_DATE,
    entries: hours.map(({ at, changes }) => {
      const names = [...new Set(changes.map(({ source }) => sourceName(source)))];
      return {
        id: `${page}#${at.toISOString()}`,
        link: page,
        title: names.join(', '),
        summary: changes.map(({ source, sentence }) => `${sourceName(source)} ${sentence}.`).join(' '),
        published: at,
        updated: at,
        categories: [...new Set(changes.map(({ source }) => source))],
      };
    }),
  };
}
