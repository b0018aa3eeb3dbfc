import { getCveAt } from '@almanac/contract';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage } from '../../../app/cve/coverage.ts';
import { knowledgeAt } from '../../../app/cve/knowledge-at.ts';
import { fillLookup, settleLookup } from '../../../app/cve/settled-lookup.ts';
import { membersText } from '../../../app/json/json-parts.ts';
import { pastInstant } from '../../../app/past-instant.ts';
import { route } from '../../route.ts';

/** The same form as the lookup, from what was known then. */
export const at = route(getCveAt, async (deps, { params: { id, date }, query: { clock } }) => {
  const instant = pastInstant('date', date, deps.now());
  const knowledge = await knowledgeAt(deps, id, instant, clock);
  // By the sources' own clock the answer tells what they had published by then, as far as is known today.
  const coverage = await cveCoverage(deps.sourceStates, knowledge, clock === 'known' ? instant : null);
  const known = await withVerdicts(deps, knowledge, { at: instant, clock });
  const { body, tail, etag } = fillLookup(settleLookup(known), { score: known.facts.epss, coverage });
  const past = membersText({ at: instant.toISOString(), reconstructed: knowledge.reconstructed });
  return { body: Buffer.concat([body, Buffer.from(`,${past}`)]), tail, etag };
});
