import { routeUnknown } from '../../../app/errors.ts';
import { GUIDE_POLICY, guidesPage } from '../../../web/guides/page.ts';
import { page } from '../../page.ts';

const HOUR = 3_600;

/** Which guides there are. */
export const guideList = page('/guides', HOUR, async ({ guides }) => {
  const all = await guides.read();
  if (all.length === 0) throw routeUnknown('/guides');
  return { html: guidesPage(all), policy: GUIDE_POLICY };
});
