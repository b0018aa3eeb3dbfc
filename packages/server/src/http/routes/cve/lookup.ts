import { getCve } from '@almanac/contract';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage, staleSources } from '../../../app/cve/coverage.ts';
import { loadOrFetchCve, revalidateInBackground } from '../../../app/cve/live-fetch.ts';
import { fillLookup, settleLookup } from '../../../app/cve/settled-lookup.ts';
import { route } from '../../route.ts';

/** From stored evidence; what is missing is fetched within a deadline, what is old behind the answer. */
export const lookup = route(getCve, async (deps, { params: { id } }, context) => {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  // An answer does not fail because a job could not be added.
  revalidateInBackground(deps, knowledge, staleSources(coverage)).catch(() => {});
  const known = await withVerdicts(deps, knowledge);
  return fillLookup(settleLookup(known), { score: known.facts.epss, coverage });
});
