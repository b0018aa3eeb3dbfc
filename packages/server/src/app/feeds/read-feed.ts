import type { getRssFeed } from '@almanac/contract';
import type { z } from 'zod';
import { inOneTrip } from '../../platform/db.ts';
import { statementDates } from '../../queries/statement-dates.ts';
import type { Deps } from '../deps.ts';
import { chosenRows } from '../search/chosen-rows.ts';
import { find, SEARCH_TIMES } from '../search/find.ts';
import { exactLabel } from '../search/label-query.ts';
import { allOf } from '../search/tsquery.ts';
import { later, timeOf, type WebFeed, webFeed } from './feed.ts';

const NEWEST = 100;

/**
 * The newest vulnerabilities that the filters leave, as a search by filters alone finds them. A statement that we first saw after the
 * publication dates its entry: it is news to the readers of the feed.
 */
export async function readFeed(
  { databases, baseUrl, siteUrl, now }: Pick<Deps, 'baseUrl' | 'databases' | 'now' | 'siteUrl'>,
  path: string,
  query: z.output<typeof getRssFeed.query>,
): Promise<WebFeed> {
  const { severity = null, ecosystem, package: name, kev = null, malware = false } = query;
  const filters = {
    labels: allOf([
      ecosystem === undefined ? null : exactLabel('e', ecosystem),
      name === undefined ? null : exactLabel('p', name),
      malware ? null : `!${exactLabel('t', 'malware')}`,
    ]),
    severity,
    kev,
    epssMin: null,
    publishedAfter: null,
    // A date in the future is a mistake, and would stand at the top for years.
    publishedBefore: new Date(now()),
    sort: 'date' as const,
    except: [],
    after: null,
    offset: 0,
    limit: NEWEST,
  };
  const rows = await databases.readWithFallback(async (db) => {
    const { groups } = await find(db, [], filters, { mayRescue: false, times: SEARCH_TIMES });
    const questions = groups.keys.map((key) => ({ vulnerability: key, package: name ?? null }));
    const [chosen, dates] = await inOneTrip(db, (trip) =>
      Promise.all([chosenRows(trip, groups.keys), statementDates(trip, questions)]),
    );
    const stated = new Map(groups.keys.map((key, place) => [key, dates[place] ?? null]));
    return chosen
      .map((row) => Object.assign(row, { published: later(row.published, stated.get(row.key) ?? null) }))
      .sort((a, b) => timeOf(b.published) - timeOf(a.published));
  });
  return webFeed(rows, `${baseUrl}${path}${searchOf(query)}`, siteUrl);
}

/** The filters as they were understood, in one order: two spellings of a feed are one feed. */
function searchOf(query: Readonly<Record<string, string | boolean | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | boolean] => entry[1] !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size === 0 ? '' : `?${search.toString()}`;
}
