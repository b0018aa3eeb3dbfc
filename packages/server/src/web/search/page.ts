import type { SearchPage, SearchResult } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { weaknessInWords } from '@almanac/core/dossier';
import { percent } from '@almanac/core/scores';
import { readSearchInput } from '@almanac/core/search';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said } from '../markup.ts';
import { EXPLOITED, severityChip } from '../parts/chip.ts';
import { day, outside } from '../parts/words.ts';
import { type Searched, searchForm } from './form.ts';
import { searchHelp } from './help.ts';

export { SEARCH_FILTERS } from './form.ts';

export type SearchOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly complaint: string }
  | { readonly kind: 'found'; readonly found: SearchPage; readonly note: string | null };

/** Without a query: the form and examples. */
export function searchPageHtml(searched: Searched, outcome: SearchOutcome): string {
  const { q } = searched;
  return layout({
    title: q === '' ? 'Search' : `${q} – search`,
    description: 'Search vulnerabilities by id, URL, package or words.',
    search: false,
    contents: null,
    main: html`<header class="verdict"><h1>Search</h1></header>
${searchForm(searched)}
${contentOf(searched, outcome)}`,
  });
}

function contentOf(searched: Searched, outcome: SearchOutcome): Markup {
  switch (outcome.kind) {
    case 'none':
      return searchHelp();
    case 'refused':
      return html`<p role="alert">${outcome.complaint}</p>${searchHelp()}`;
    case 'found':
      return results(searched, outcome.found, outcome.note);
    default:
      return outcome satisfies never;
  }
}

function results(searched: Searched, found: SearchPage, note: string | null): Markup {
  const { results: shown, total, totalType, page, pageSize, corrections, ignored, matching, nextCursor } = found;
  const count = totalType === 'at_least' ? `at least ${total}` : String(total);
  const here = (to: number) => `/search?${new URLSearchParams({ ...given(searched), page: String(to) }).toString()}`;
  const changed = [
    ...(corrections.length === 0
      ? []
      : [`spelling corrected: ${corrections.map(({ from, to }) => `${from} to ${to}`).join(', ')}`]),
    ...(ignored.length === 0 ? [] : [`no record has ${ignored.join(', ')}`]),
    ...(matching === 'some_words' && total > 0 ? ['no record has all words; these have some of them'] : []),
  ];
  return html`${note === null ? '' : html`<p>${note}</p>`}${weakness(searched.filters['cwe'])}${asPackage(searched.q)}
<p>${count} found${changed.length === 0 ? '' : ` (${changed.join('; ')})`}.</p>
${shown.length === 0 ? nothing(searched) : html`<ol class="results" start="${(page - 1) * pageSize + 1}">${shown.map(result)}</ol>`}
<p>${page > 1 ? html`<a rel="prev" href="${here(page - 1)}">Previous page</a> ` : ''}${nextCursor === null ? '' : html`<a rel="next" href="${here(page + 1)}">Next page</a>`}</p>`;
}

function nothing({ q, filters }: Searched): Markup {
  const isFiltered = Object.keys(filters).length > 0;
  return html`<p>No results. Sources may be missing or late: see <a href="/status">their state</a>.</p>
${isFiltered && q.trim() !== '' ? html`<p><a href="/search?q=${encodeURIComponent(q)}">Search again without filters</a></p>` : ''}
${searchHelp()}`;
}

function weakness(cwe: string | undefined): Markup | string {
  const input = readSearchInput(cwe === undefined || !/^\d/.test(cwe) ? (cwe ?? '') : `CWE-${cwe}`);
  if (input.kind !== 'weakness') return '';
  const address = `https://cwe.mitre.org/data/definitions/${input.id.slice(4)}.html`;
  return html`<p>Vulnerabilities with the weakness ${weaknessInWords(input.id)} (${outside(address, 'its definition')}).</p>`;
}

/** Offers the package page, since search results prove nothing about a package. */
function asPackage(q: string): Markup | string {
  const [name = '', version, ...others] = q.trim().split(/\s/);
  const input = readSearchInput(name);
  if (others.length > 0 || !NAME.test(name) || input.kind !== 'words') return '';
  if (version !== undefined && !/^v?\d/.test(version)) return '';
  const query = version === undefined ? '' : `?version=${encodeURIComponent(version)}`;
  return html`<p>A package? <a href="/package/${encodeURIComponent(name)}${query}">${name}${version === undefined ? '' : ` ${version}`} in ${COLLECTION_NAME} and in records</a>.</p>`;
}

const NAME = /^[\p{L}\p{N}@][\p{L}\p{N}@._/+-]{0,199}$/u;

function given({ q, sort, filters }: Searched): Record<string, string> {
  return { ...(q === '' ? {} : { q }), ...filters, sort };
}

function result({
  id,
  title,
  snippet,
  highlights,
  severity,
  score,
  epss,
  kev,
  published,
  withdrawn,
}: SearchResult): Markup {
  const facts = [
    ...(score === null ? [] : [`CVSS ${score.toFixed(1)}`]),
    epss === null ? 'EPSS unknown' : `EPSS ${percent(epss.epss)}`,
    ...(published === null ? [] : [`published ${day(published)}`]),
    ...(withdrawn ? ['withdrawn or rejected'] : []),
  ];
  return html`<li><h2><a href="/${encodeURIComponent(id)}">${id}</a>${title === null ? '' : html` ${said(marked(title, highlights.title))}`}</h2>
<p class="note">${severityChip(severity)} ${kev ? html`${EXPLOITED} ` : ''}${facts.join(' · ')}</p>
${snippet === null ? '' : html`<p>${said(marked(snippet, highlights.snippet))}</p>`}</li>\n`;
}

/** Marks the words that were found. */
function marked(text: string, places: readonly (readonly [number, number])[]): Markup {
  const pieces: (Markup | string)[] = [];
  let read = 0;
  for (const [from, to] of places) {
    if (from < read || to > text.length) continue;
    pieces.push(text.slice(read, from), html`<mark>${text.slice(from, to)}</mark>`);
    read = to;
  }
  return html`${pieces}${text.slice(read)}`;
}
