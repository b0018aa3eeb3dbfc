import { getMyBadge } from '@almanac/contract';
import { badgeOf } from '@almanac/core/my-packages';
import { XML_DECLARATION } from '../../../app/feeds/xml.ts';
import { requiredInAddress } from '../../../app/my-packages/chosen.ts';
import { myPackages } from '../../../app/my-packages/my-packages.ts';
import { textOf } from '../../../web/markup.ts';
import { badgeSvg } from '../../../web/my/badge.ts';
import { route } from '../../route.ts';

export const myBadge = route(getMyBadge, async (deps, { query }, context) => {
  const { data, cutShort } = await myPackages(deps, requiredInAddress(query), context);
  return { data: `${XML_DECLARATION}${textOf(badgeSvg(badgeOf(data.totals)))}\n`, ...(cutShort ? { ttl: 0 } : {}) };
});
