import { getMyJsonFeed } from '@almanac/contract';
import { requiredInAddress } from '../../../app/my-packages/chosen.ts';
import { jsonFeedOf, myFeed } from '../../../app/my-packages/my-feed.ts';
import { myPackages } from '../../../app/my-packages/my-packages.ts';
import { route } from '../../route.ts';

export const myJsonFeed = route(getMyJsonFeed, async (deps, { query }, context) => {
  const chosen = requiredInAddress(query);
  const answer = await myPackages(deps, chosen, context);
  const data = jsonFeedOf(myFeed(chosen, answer, deps.siteUrl, getMyJsonFeed.path));
  return { data, ...(answer.cutShort ? { ttl: 0 } : {}) };
});
