import { getCveAt } from '@almanac/contract';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { knowledgeAt, loadPastCoverage } from '../../../app/cve/knowledge-at.ts';
import { fillLookup, settleLookup } from '../../../app/cve/settled-lookup.ts';
import { membersText } from '../../../app/json/json-parts.ts';
import { pastInstant } from '../../../app/past-instant.ts';
import { route } from '../../route.ts';

/** The same form as the lookup, from what was known then. */
export const at = route(getCveAt, async (deps, { params: { id, date }, query: { clock } }) => {
  const instant = pastInstant('date', date, deps.now());
  const knowledge = await knowledgeAt(deps, id, instant, clock);
  const coverage = await loadPastCoverage(deps.sourceStates, knowledge);
  const known = await withVerdicts(deps, knowledge, knowledge.moment);
  const { body, tail, etag } = fillLookup(settleLookup(known), { score: known.facts.epss, coverage });
  const { basis } = knowledge;
  const past = membersText({ at: instant.toISOString(), basis, reconstructed: basis === 'reconstructed' });
  return { body: Buffer.concat([body, Buffer.from(`,${past}`)]), tail, etag };
});
