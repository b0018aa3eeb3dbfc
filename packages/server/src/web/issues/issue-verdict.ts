import type { IssueVerdict } from '@almanac/contract';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { verdictChip } from '../parts/chip.ts';
import { formatPlaces, formatReasons } from '../parts/open-words.ts';

/** CVEs and places that one line names. */
const MAX_NAMED = 3;

/** What the rest of a row names already; the verdict does not repeat it. */
interface Named {
  readonly packages: readonly string[];
  readonly cves: readonly string[];
}

/** The verdict about the versions in the channels, with what decides it. Every unknown names its CVEs, or its row does. */
export function issueVerdict(
  { verdict, unknownReasons, affectedBy, undecided, places }: IssueVerdict,
  named: Named = { packages: [], cves: [] },
): Markup {
  const where = formatPlaces(places.slice(0, MAX_NAMED), named.packages);
  if (verdict === 'not_affected') return html`${verdictChip(verdict)} <span class="note">${where}. Close it?</span>`;
  const isNamed = (cves: readonly string[]) => named.cves.length > 0 && named.cves.every((cve) => cves.includes(cve));
  if (verdict === 'unknown') {
    const which = undecided.length === 0 || isNamed(undecided) ? '' : html`${cveLinks(undecided)}: `;
    return html`${verdictChip(verdict)} <span class="note">${which}${undecided.length === 0 ? '' : formatReasons(unknownReasons)}</span>`;
  }
  const by = isNamed(affectedBy) ? '' : html` by ${cveLinks(affectedBy)}`;
  const rest = undecided.length === 0 ? '' : html`; unknown for ${cveLinks(undecided)}`;
  return html`${verdictChip(verdict)} <span class="note">${where}${by}${rest}</span>`;
}

function cveLinks(cves: readonly string[]): Markup {
  const links = cves.slice(0, MAX_NAMED).map((cve, i) => html`${i === 0 ? '' : ', '}<a href="/${cve}">${cve}</a>`);
  return html`${links}${cves.length > MAX_NAMED ? ` and ${cves.length - MAX_NAMED} more` : ''}`;
}
