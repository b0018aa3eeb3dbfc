import { getCveAt } from '@almanac/contract';
import { jsonParts, membersText } from '../../answers/json-parts.ts';
import { withVerdicts } from '../../cve/collection-verdicts.ts';
import { cveCoverage } from '../../cve/coverage.ts';
import { knowledgeAt } from '../../cve/knowledge-at.ts';
import { writeLookup } from '../../cve/lookup.ts';
import { pastInstant } from '../../past-instant.ts';
import { route } from '../../route.ts';

/** The same form as the lookup, from what was known then. */
export const at = route(getCveAt, async (deps, { params: { id, date }, query: { clock } }) => {
  const instant = pastInstant('date', date, deps.now());
  const knowledge = await knowledgeAt(deps, id, instant, clock);
  // By the sources' own clock the answer tells what they had published by then, as far as is known today.
  const coverage = await cveCoverage(deps.sourceStates, knowledge, clock === 'known' ? instant : null);
  const parts = jsonParts();
  const { live, tail, etag } = writeLookup(parts, await withVerdicts(deps, knowledge, instant), coverage);
  parts.text(`,${membersText({ at: instant.toISOString(), reconstructed: knowledge.reconstructed })}`);
  return { body: parts.bytes(), live: { ...live, tail }, etag };
});
