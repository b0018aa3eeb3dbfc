import { getFreshnessFeed } from '@almanac/contract';
import { atomOf } from '../../../app/feeds/atom.ts';
import { feedOfFreshness, MOST_ENTRIES } from '../../../app/freshness/freshness-feed.ts';
import { freshnessChangesKept } from '../../../queries/freshness-changes.ts';
import { route } from '../../route.ts';

export const freshnessFeed = route(getFreshnessFeed, async ({ databases, baseUrl, siteUrl }) => {
  const hours = await databases.readWithFallback((db) => freshnessChangesKept(db, MOST_ENTRIES));
  return { data: atomOf(feedOfFreshness(hours, `${baseUrl}${getFreshnessFeed.path}`, siteUrl)) };
});
