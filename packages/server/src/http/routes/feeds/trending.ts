import { getTrending } from '@almanac/contract';
import { coverageOf } from '../../../app/search/coverage.ts';
import { WEIGHTS } from '../../../app/trending/rank.ts';
import { trendingCves } from '../../../app/trending/trending-cves.ts';
import { route } from '../../route.ts';

export const trending = route(getTrending, async (deps, { query: { days, page, limit } }) => ({
  data: { ...(await trendingCves(deps, { days, page, limit })), weights: { ...WEIGHTS }, page, pageSize: limit },
  envelopeFields: await coverageOf(deps.sourceStates, ['cve_list_v5', 'osv', 'advisory', 'nvd', 'epss', 'kev']),
}));
