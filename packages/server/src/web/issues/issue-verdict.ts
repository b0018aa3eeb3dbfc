import type { IssueVerdict } from '@almanac/contract';
import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { verdictChip } from '../parts/chip.ts';
import { formatPlaces, formatReasons } from '../parts/open-words.ts';

/** CVEs and places that one line names. */
const MAX_NAMED = 3;

/** The verdict about the versions in the channels, with what decides it. Every unknown names its CVEs. */
export function issueVerdict({ verdict, unknownReasons, affectedBy, undecided, places }: IssueVerdict): Markup {
  const where = formatPlaces(places.slice(0, MAX_NAMED));
  if (verdict === 'not_affected') return html`${verdictChip(verdict)} <span class="note">${where}. Close it?</span>`;
  const unknown = undecided.length === 0 ? '' : html`${cveLinks(undecided)}: ${formatReasons(unknownReasons)}`;
  if (verdict === 'unknown') return html`${verdictChip(verdict)} <span class="note">${unknown}</span>`;
  const rest = undecided.length === 0 ? '' : html`; unknown for ${cveLinks(undecided)}`;
  return html`${verdictChip(verdict)} <span class="note">${where} by ${cveLinks(affectedBy)}${rest}</span>`;
}

function cveLinks(cves: readonly string[]): Markup {
  const links = cves.slice(0, MAX_NAMED).map((cve, i) => html`${i === 0 ? '' : ', '}<a href="/${cve}">${cve}</a>`);
  return html`${links}${cves.length > MAX_NAMED ? ` and ${cves.length - MAX_NAMED} more` : ''}`;
}
