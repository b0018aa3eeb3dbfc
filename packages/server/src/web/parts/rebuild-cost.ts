import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { UNKNOWN } from './words.ts';

/** What a change of one attribute rebuilds. */
export interface RebuildCost {
  readonly attribute: string;
  /** Null: the evaluation of the collection does not have it, or there is none. */
  readonly dependents: { readonly direct: number; readonly transitive: number } | null;
  /** So many call for the staging branch. */
  readonly stagingFrom: number;
}

/** One sentence. Counts are lower bounds: not every input of a build has a name. */
export function rebuildSentence({ attribute, dependents, stagingFrom }: RebuildCost): Markup {
  const name = html`<code>${attribute}</code>`;
  if (dependents === null)
    return html`What changing ${name} rebuilds is ${UNKNOWN}: no evaluation of the collection has it.`;
  const { direct, transitive } = dependents;
  if (transitive === 0) return html`Changing ${name} rebuilds no other package, as far as is known.`;
  const staging =
    transitive >= stagingFrom ? `, which calls for the staging branch (from ${number(stagingFrom)} on)` : '';
  return html`Changing ${name} rebuilds at least ${number(transitive)} ${transitive === 1 ? 'package' : 'packages'} (${number(direct)} directly)${staging}.`;
}

function number(count: number): string {
  return count.toLocaleString('en-GB');
}
