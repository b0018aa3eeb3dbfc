import { describeNext } from '@almanac/core/advice';
import type { FindingDecision } from '@almanac/core/decisions';
import { sentence } from '@almanac/core/explain';
import type { Finding } from '@almanac/core/sbom';
import { riskWords, throughWords } from '@almanac/core/scan';
import { sourceName } from '@almanac/core/sources';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';
import { count, foreign, make } from './dom.ts';
import type { Row } from './select-rows.ts';

/** Further findings are one click away. */
const OPEN = 3;

export interface RowContext {
  readonly severalFiles: boolean;
}

/** Calls `proofOf` only when the visitor opens the evidence. */
export function rowElement(
  row: Row,
  { severalFiles }: RowContext,
  proofOf: (purl: string) => Promise<HTMLElement>,
): HTMLElement {
  const { component, outcome, ask } = row;
  const { verdict } = outcome;
  return make(
    'tr',
    { role: 'row' },
    make(
      'td',
      { role: 'cell', class: 'name' },
      make('span', { class: 'pkg' }, foreign(component.name)),
      ' ',
      component.version === null
        ? make('span', { class: 'unknown' }, 'no version')
        : make('span', { class: 'ver' }, foreign(component.version)),
    ),
    make('td', { role: 'cell', class: 'brief' }, make('span', { class: `word is-${verdict}` }, VERDICT_WORDS[verdict])),
    make(
      'td',
      { role: 'cell', class: 'prose' },
      ...known(row),
      ask === null ? null : proof(ask, component.name, proofOf),
    ),
    make('td', { role: 'cell', class: 'prose where' }, ...where(row, severalFiles)),
  );
}

function known({ outcome: { verdict, reason, findings, more, advice } }: Row): HTMLElement[] {
  const said = make('span', { class: 'note' }, foreign(sentence(reason)));
  if (findings.length === 0) return [said];
  const rest = findings.slice(OPEN);
  const parts: HTMLElement[] = [make('ul', { class: 'findings' }, ...findings.slice(0, OPEN).map(findingElement))];
  if (rest.length > 0) {
    const list = make('ul', { class: 'findings' }, ...rest.map(findingElement));
    parts.push(make('details', { class: 'more' }, make('summary', {}, `${count(rest.length)} more`), list));
  }
  const left =
    more === 0 ? [] : [make('p', { class: 'note' }, `${count(more)} more are counted; the proof lists them.`)];
  const next = make('p', {}, make('strong', {}, foreign(describeNext(advice))));
  return [verdict === 'affected' ? next : said, ...parts, ...left];
}

const STATES = { affected: null, possible: 'possible, needs review', fixed_by_patch: 'fixed by a patch' } as const;

function findingElement(finding: Finding): HTMLElement {
  const { id, severity, status, affectedVersions, fixedIn, confidence, sources, decision } = finding;
  const state = STATES[status];
  const { exploited, epss } = riskWords(finding);
  const facts = [
    `affected: ${affectedVersions ?? 'versions unknown'}`,
    ...(fixedIn === null ? [] : [`fixed in ${fixedIn}`]),
    `${confidence} confidence`,
    sources.map(sourceName).join(', '),
  ];
  return make(
    'li',
    {},
    make('a', { href: `/${encodeURIComponent(id)}` }, make('strong', {}, id)),
    make('span', { class: `pill sev ${severity ?? 'none'}` }, severity ?? 'not rated'),
    exploited === null ? null : make('span', { class: 'pill bad' }, exploited),
    epss === null ? null : make('span', { class: 'pill none epss' }, epss),
    state === null ? null : make('span', { class: 'pill none' }, state),
    make('span', { class: 'note' }, foreign(facts.join(' · '))),
    ...(decision === undefined ? [] : decisionElements(decision)),
  );
}

const DECIDED = {
  suppressed: 'suppressed',
  noted: 'decided',
  reopened: 'decision reopened',
  expired: 'decision over',
} as const;

/** Shows a decision, and why it no longer applies. */
function decisionElements({ state, decision, sentence, unverified }: FindingDecision): HTMLElement[] {
  const { status, reason, author, expires } = decision;
  const words = `${status.replaceAll('_', ' ')}: ${reason} (${author}, until ${expires})`;
  const doubt = unverified ? 'Whether it is exploited by now could not be checked.' : '';
  return [
    make('span', { class: `pill ${sentence === null ? 'none' : 'warn'}` }, DECIDED[state]),
    make('span', { class: 'note' }, foreign([words, sentence ?? doubt].filter((text) => text !== '').join(' · '))),
  ];
}

function where({ component, file }: Row, severalFiles: boolean): HTMLElement[] {
  const { dev, place } = component;
  const words = [throughWords(component), dev === true ? 'development' : null].filter((word) => word !== null);
  return [
    ...(words.length === 0 ? [] : [make('span', {}, foreign(words.join(', ')), ' '), make('br', {})]),
    ...(severalFiles ? [make('span', {}, foreign(file), ' ')] : []),
    make('span', { class: 'note' }, make('bdi', {}, ...breakable(placeWords(place)))),
  ];
}

/** Formats a JSON pointer (RFC 6901) as a path. Other places are already words. */
function placeWords(place: string): string {
  if (!place.startsWith('/')) return place;
  const steps = place.slice(1).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~')).join(' › ');
}

/** Allows line breaks after slashes. */
function breakable(place: string): (Node | string)[] {
  return place.split('/').flatMap((step, i) => (i === 0 ? [step] : ['/', make('wbr', {}), step]));
}

function proof(purl: string, name: string, proofOf: (purl: string) => Promise<HTMLElement>): HTMLElement {
  const summary = make('summary', {}, 'Proof');
  summary.append(make('span', { class: 'visually-hidden' }, ` for ${name}`));
  const details = make('details', { class: 'proof' }, summary);
  let asked = false;
  details.addEventListener('toggle', () => {
    if (!details.open || asked) return;
    asked = true;
    const place = make('div', { class: 'evidence' }, make('p', {}, `Looking for the evidence about ${purl} …`));
    details.append(place);
    void proofOf(purl).then(
      (shown) => place.replaceChildren(shown),
      (error: unknown) => {
        asked = false;
        details.open = false;
        place.remove();
        summary.textContent = `Proof: ${error instanceof Error ? error.message : 'it could not be had'}. Try again`;
      },
    );
  });
  return details;
}
