import { getAtomFeed } from '@almanac/contract';
import { atomOf } from '../../../app/feeds/atom.ts';
import { readFeed } from '../../../app/feeds/read-feed.ts';
import { route } from '../../route.ts';

export const atom = route(getAtomFeed, async (deps, { query }) => ({
  data: atomOf(await readFeed(deps, getAtomFeed.path, query)),
}));
