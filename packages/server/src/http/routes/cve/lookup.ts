import { getCve } from '@almanac/contract';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage, staleSources } from '../../../app/cve/coverage.ts';
import { knownOrFetched, refreshable, revalidateInBackground } from '../../../app/cve/live-fetch.ts';
import { readCveFrom } from '../../../app/cve/read-cve.ts';
import { fillLookup, settleLookup } from '../../../app/cve/settled-lookup.ts';
import { answerFromBody, bodyRelease, type StoredSettled } from '../../../app/cve/stored-lookup.ts';
import { fittingBody } from '../../../queries/cve-body.ts';
import { route } from '../../route.ts';

/** From a stored body that fits, or from stored evidence; what is missing is fetched within a deadline, what is old behind the answer. */
export const lookup = route(getCve, async (deps, { params: { id } }, context) => {
  const found = await deps.databases.readWithFallback(
    async (db) =>
      (await fittingBody<StoredSettled>(db, id, bodyRelease(deps.build))) ?? readCveFrom(deps.documents, db, id),
  );
  if ('body' in found) return answerFromBody(deps, id, found.body, found.present);
  const knowledge = await knownOrFetched(deps, id, found, context);
  const coverage = await cveCoverage(deps.sourceStates, knowledge);
  // An answer does not fail because a job could not be added.
  revalidateInBackground(deps, refreshable(knowledge), staleSources(coverage)).catch(() => {});
  const known = await withVerdicts(deps, knowledge);
  return fillLookup(settleLookup(known), { score: known.facts.epss, coverage });
});
