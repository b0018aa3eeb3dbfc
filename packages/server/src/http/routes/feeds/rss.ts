import { getRssFeed } from '@almanac/contract';
import { readFeed } from '../../../app/feeds/read-feed.ts';
import { rssOf } from '../../../app/feeds/rss.ts';
import { route } from '../../route.ts';

export const rss = route(getRssFeed, async (deps, { query }) => ({
  data: rssOf(await readFeed(deps, getRssFeed.path, query)),
}));
