import { COLLECTION_NAME } from '@almanac/core/collection';
import { html } from 'hono/html';
import type { RebuildCost } from '../../app/graph/rebuild-costs.ts';
import type { Markup } from '../markup.ts';
import { UNKNOWN } from './words.ts';

/** Counts are lower bounds, since not every build input has a name. */
export function rebuildSentence({ attribute, dependents, stagingFrom }: RebuildCost): Markup {
  const name = html`<code>${attribute}</code>`;
  if (dependents === null)
    return html`What changing ${name} rebuilds is ${UNKNOWN}: no evaluation of ${COLLECTION_NAME} has it.`;
  const { direct, transitive } = dependents;
  if (transitive === 0) return html`Changing ${name} rebuilds no other package, as far as we know.`;
  const staging =
    transitive >= stagingFrom ? `, so it goes to the staging branch (from ${number(stagingFrom)} on)` : '';
  return html`Changing ${name} rebuilds at least ${number(transitive)} ${transitive === 1 ? 'package' : 'packages'} (${number(direct)} directly)${staging}.`;
}

function number(count: number): string {
  return count.toLocaleString('en-GB');
}
