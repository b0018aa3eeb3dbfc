import { INSIGHTS } from '../../../app/insights/figures.ts';
import { insightsPage } from '../../../web/insights/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';

const FIFTEEN_MINUTES = 900;

export const insights = page('/insights', FIFTEEN_MINUTES, async (deps) => {
  const all = await Promise.all(INSIGHTS.map(({ read }) => read(deps)));
  return { html: insightsPage(all), policy: PAGE_POLICY };
});
