import { getFixEtas } from '@almanac/contract';
import { LANDMARK_DAYS, LEAST_AT_RISK, LEAST_FIXED_AFTER, readCurve } from '@almanac/core/survival';
import type { KeptEstimates } from '../../../app/aggregates/fix-times.ts';
import { computedFigures } from '../../../app/analytics/computed.ts';
import { estimated, soonestFirst } from '../../../app/analytics/fix-etas.ts';
import { selectIssues } from '../../../app/tracker/select-issues.ts';
import { route } from '../../route.ts';

/** The worker's curves, asked for the issues that are open now at the age that they have now. */
export const fixEtas = route(getFixEtas, async (deps, { query: { page, limit, ...filters } }) => {
  const { data, envelopeFields } = await computedFigures<KeptEstimates>(deps, 'fix-etas');
  const open = await selectIssues(await deps.boards.read(), { ...filters, status: 'open' });
  const curves = data.curves.map(readCurve);
  const now = deps.now();
  const etas = open.map((judged) => estimated(curves, judged, now)).toSorted(soonestFirst);
  return {
    data: {
      etas: etas.slice((page - 1) * limit, page * limit),
      backTest: { ...data.backTest, cuts: [...data.backTest.cuts] },
      rules: { leastAtRisk: LEAST_AT_RISK, leastFixedAfter: LEAST_FIXED_AFTER, fromDays: [...LANDMARK_DAYS] },
      computedAt: data.computedAt,
      total: etas.length,
      page,
      pageSize: limit,
    },
    envelopeFields,
  };
});
