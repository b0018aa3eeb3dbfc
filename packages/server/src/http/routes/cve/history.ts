import { getHistory } from '@almanac/contract';
import { cveCoverage } from '../../../app/cve/coverage.ts';
import { cveHistory } from '../../../app/cve/history.ts';
import { loadOrFetchCve } from '../../../app/cve/live-fetch.ts';
import { asOf } from '../../../app/sources/source-states.ts';
import { route } from '../../route.ts';

export const history = route(getHistory, async (deps, { params: { id }, query: { page, limit } }, context) => {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const { total, versions } = await cveHistory(deps, id, { page, limit });
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  return {
    data: { id, total, page, pageSize: limit, versions },
    envelopeFields: { coverage: [...coverage], asOf: asOf(coverage) },
  };
});
