import { getCve } from '@almanac/contract';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage, staleSources } from '../../../app/cve/coverage.ts';
import { loadOrFetchCve, revalidateInBackground } from '../../../app/cve/live-fetch.ts';
import { writeLookup } from '../../../app/cve/lookup.ts';
import { jsonParts } from '../../../app/json/json-parts.ts';
import { route } from '../../route.ts';

/** From stored evidence; what is missing is fetched within a deadline, what is old behind the answer. */
export const lookup = route(getCve, async (deps, { params: { id } }, context) => {
  const knowledge = await loadOrFetchCve(deps, id, context);
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  // An answer does not fail because a job could not be added.
  revalidateInBackground(deps, knowledge, staleSources(coverage)).catch(() => {});
  const parts = jsonParts();
  const { tail, template, etag } = writeLookup(parts, await withVerdicts(deps, knowledge), coverage);
  return { body: parts.bytes(), tail: { ...tail, template }, etag };
});
