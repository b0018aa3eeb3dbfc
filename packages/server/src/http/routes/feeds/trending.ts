import { getTrending } from '@almanac/contract';
import { route } from '../../route.ts';
import { coverageOf } from '../../search/coverage.ts';
import { WEIGHTS } from '../../trending/rank.ts';
import { trendingCves } from '../../trending/trending-cves.ts';

export const trending = route(getTrending, async (deps, { query: { days, page, limit } }) => ({
  data: { ...(await trendingCves(deps, { days, page, limit })), weights: { ...WEIGHTS }, page, pageSize: limit },
  beside: await coverageOf(deps.sourceStates, ['cve_list_v5', 'osv', 'advisory', 'nvd', 'epss', 'kev']),
}));
