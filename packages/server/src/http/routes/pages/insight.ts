import { ApiError } from '../../../app/errors.ts';
import { insightPage } from '../../../web/insights/page.ts';
import { PAGE_POLICY } from '../../../web/styles.ts';
import { page } from '../../page.ts';
import { INSIGHTS } from './insights.ts';

const FIFTEEN_MINUTES = 900;

export const insight = page('/insights/:topic', FIFTEEN_MINUTES, async (deps, { params }) => {
  const asked = INSIGHTS.find(({ topic }) => topic.id === params['topic']);
  if (asked === undefined) {
    const known = INSIGHTS.map(({ topic }) => `/insights/${topic.id}`).join(', ');
    throw new ApiError('ROUTE_UNKNOWN', 'Page not found', { hint: `Known pages: ${known}.` });
  }
  const others = INSIGHTS.map(({ topic }) => topic);
  return { html: insightPage(await asked.read(deps), others, deps.baseUrl), policy: PAGE_POLICY };
});
