import type { getRssFeed } from '@almanac/contract';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { chosenRows } from '../search/chosen-rows.ts';
import { find, SEARCH_TIMES } from '../search/find.ts';
import { exactLabel } from '../search/label-query.ts';
import { allOf } from '../search/tsquery.ts';
import { type WebFeed, webFeed } from './feed.ts';

const NEWEST = 100;

/** The newest vulnerabilities that the filters leave, as a search by filters alone finds them. */
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
    return chosenRows(db, groups.keys);
  });
  return webFeed(rows, `${baseUrl}${path}${searchOf(query)}`, siteUrl);
}

/** The filters as they were understood, in one order: two spellings of a feed are one feed. */
function searchOf(query: Readonly<Record<string, string | boolean | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string | boolean] => entry[1] !== undefined);
  const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return search.size === 0 ? '' : `?${search.toString()}`;
}
