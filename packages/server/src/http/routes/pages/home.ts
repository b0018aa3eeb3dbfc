import { trendingCves } from '../../../app/trending/trending-cves.ts';
import { homePage } from '../../../web/home-page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const SHOWN = 8;

export const home = page('/', 60, async (deps) => {
  const sources = [...(await deps.sourceStates.read()).values()];
  const changed = await trendingCves(deps, { days: 1, page: 1, limit: SHOWN });
  return { html: homePage(sources, changed), policy: PAGE_POLICY };
});
