import { getMyAtom } from '@almanac/contract';
import { atomOf } from '../../../app/feeds/atom.ts';
import { requiredInAddress } from '../../../app/my-packages/chosen.ts';
import { myFeed } from '../../../app/my-packages/my-feed.ts';
import { myPackages } from '../../../app/my-packages/my-packages.ts';
import { route } from '../../route.ts';

export const myAtom = route(getMyAtom, async (deps, { query }, context) => {
  const chosen = requiredInAddress(query);
  const answer = await myPackages(deps, chosen, context);
  const data = atomOf(myFeed(chosen, answer, deps.siteUrl, getMyAtom.path));
  return { data, ...(answer.cutShort ? { ttl: 0 } : {}) };
});
