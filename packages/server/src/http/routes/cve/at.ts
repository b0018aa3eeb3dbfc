import { getCveAt } from '@almanac/contract';
import { withVerdicts } from '../../../app/cve/collection-verdicts.ts';
import { cveCoverage } from '../../../app/cve/coverage.ts';
import { knowledgeAt } from '../../../app/cve/knowledge-at.ts';
import { writeLookup } from '../../../app/cve/lookup.ts';
import { jsonParts, membersText } from '../../../app/json/json-parts.ts';
import { pastInstant } from '../../../app/past-instant.ts';
import { route } from '../../route.ts';

/** The same form as the lookup, from what was known then. */
export const at = route(getCveAt, async (deps, { params: { id, date }, query: { clock } }) => {
  const instant = pastInstant('date', date, deps.now());
  const knowledge = await knowledgeAt(deps, id, instant, clock);
  // By the sources' own clock the answer tells what they had published by then, as far as is known today.
  const coverage = await cveCoverage(deps.sourceStates, knowledge, clock === 'known' ? instant : null);
  const parts = jsonParts();
  const { tail, template, etag } = writeLookup(
    parts,
    await withVerdicts(deps, knowledge, { at: instant, clock }),
    coverage,
  );
  parts.text(`,${membersText({ at: instant.toISOString(), reconstructed: knowledge.reconstructed })}`);
  return { body: parts.bytes(), tail: { ...tail, template }, etag };
});
