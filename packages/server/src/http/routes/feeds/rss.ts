import { getRssFeed } from '@almanac/contract';
import { readFeed } from '../../feeds/read-feed.ts';
import { rssOf } from '../../feeds/rss.ts';
import { route } from '../../route.ts';

export const rss = route(getRssFeed, async (deps, { query }) => ({
  data: rssOf(await readFeed(deps, getRssFeed.path, query)),
}));
