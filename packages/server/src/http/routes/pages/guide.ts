import { ApiError, routeUnknown } from '../../../app/errors.ts';
import { GUIDE_POLICY, guidePage } from '../../../web/guides/page.ts';
import { optionalScript } from '../../../web/scan/scripts.ts';
import { page } from '../../page.ts';

const HOUR = 3_600;

export const guide = page('/guides/:name', HOUR, async ({ guides, build, browserCode }, { params: { name = '' } }) => {
  const all = await guides.read();
  if (all.length === 0) throw routeUnknown(`/guides/${name}`);
  const asked = all.find((each) => each.name === name);
  if (asked === undefined) {
    throw new ApiError('ROUTE_UNKNOWN', 'There is no such guide', { hint: 'GET /guides lists those that there are.' });
  }
  return {
    html: guidePage(all, asked, build.version, await optionalScript(browserCode, 'copy')),
    policy: GUIDE_POLICY,
  };
});
