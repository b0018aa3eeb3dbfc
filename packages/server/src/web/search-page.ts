import type { SearchPage, SearchResult } from '@almanac/contract';
import { parseOsvId } from '@almanac/core/ids';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import { type Markup, said } from './markup.ts';
import { EXPLOITED, severityChip } from './parts/chip.ts';
import { day, percent } from './parts/words.ts';

/** What was searched for, as it stands in the address. */
export interface Searched {
  readonly q: string;
  readonly severity: string;
  readonly kev: string;
  readonly sort: string;
}

/** The page of a search; without one, only its form. */
export function searchPageHtml(searched: Searched, found: SearchPage | null, complaint: string | null): string {
  const { q } = searched;
  return layout({
    title: q === '' ? 'Search' : `${q} – search`,
    description: 'Search vulnerabilities by words, names and ids.',
    search: false,
    contents: null,
    main: html`<header class="verdict"><h1>Search</h1></header>
${form(searched)}
${complaint === null ? '' : html`<p role="alert">${complaint}</p>`}
${found === null ? '' : results(searched, found)}`,
  });
}

function form({ q, severity, kev, sort }: Searched): Markup {
  return html`<form class="filters" action="/search" method="get" role="search" aria-label="Vulnerabilities">
<label class="wide">Words, names or an id <input type="search" name="q" value="${q}" placeholder="CVE-2024-3094, xz, path traversal …"></label>
<label>Severity <select name="severity">${option('', 'any', severity)}${['critical', 'high', 'medium', 'low', 'unknown'].map((word) => option(word, word, severity))}</select></label>
<label>Exploited <select name="kev">${option('', 'any', kev)}${option('true', 'yes', kev)}${option('false', 'no', kev)}</select></label>
<label>Order <select name="sort">${option('relevance', 'relevance', sort)}${option('date', 'date', sort)}${option('severity', 'severity', sort)}</select></label>
<button class="primary">Search</button></form>`;
}

function option(value: string, text: string, chosen: string): Markup {
  return html`<option value="${value}"${value === chosen ? html` selected` : ''}>${text}</option>`;
}

function results(searched: Searched, found: SearchPage): Markup {
  const { results: shown, total, totalType, page, pageSize, corrections, nextCursor } = found;
  const count = totalType === 'at_least' ? `at least ${total}` : String(total);
  const here = (to: number) => `/search?${new URLSearchParams({ ...given(searched), page: String(to) }).toString()}`;
  return html`${asPackage(searched.q)}
<p>${count} found${corrections.length === 0 ? '' : html`, with the spelling put right: ${corrections.map(({ from, to }) => `${from} as ${to}`).join(', ')}`}.</p>
${shown.length === 0 ? html`<p>Nothing found is not the same as nothing there: sources may be missing or late. See <a href="/status">how old they are</a>.</p>` : html`<ol class="results" start="${(page - 1) * pageSize + 1}">${shown.map(result)}</ol>`}
<p>${page > 1 ? html`<a rel="prev" href="${here(page - 1)}">Previous page</a> ` : ''}${nextCursor === null ? '' : html`<a rel="next" href="${here(page + 1)}">Next page</a>`}</p>`;
}

/** One word that is no id may be a package, of which a search of vulnerabilities proves nothing and its own page does. */
function asPackage(q: string): Markup | string {
  const name = q.trim();
  if (!NAME.test(name) || /^cve-/i.test(name) || parseOsvId(name) !== null) return '';
  return html`<p>Is it a package? <a href="/package/${encodeURIComponent(name)}">What is known of ${name}</a>, channel by channel.</p>`;
}

/** As packages are called; what has the signs of a query is none. */
const NAME = /^[\p{L}\p{N}@][\p{L}\p{N}@._/+-]{0,199}$/u;

function given(searched: Searched): Record<string, string> {
  return Object.fromEntries(Object.entries(searched).filter(([, value]) => value !== ''));
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

/** The text with the found words marked; places are of the text, so that nothing in it can be taken for markup. */
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
