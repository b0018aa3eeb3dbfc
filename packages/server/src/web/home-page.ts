import { PROMISES, type SourceStatus, type TrendingCve } from '@almanac/contract';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import { type Markup, prose } from './markup.ts';
import { sourceName } from './parts/source-names.ts';
import { ago } from './parts/words.ts';

/** What changed in the last day, the heaviest of it, and how much there is in all. */
export interface Changed {
  readonly cves: readonly TrendingCve[];
  readonly total: number;
}

/** The first page: what this is, a search, what changed today, and how fresh it is. */
export function homePage(sources: readonly SourceStatus[], changed: Changed, now: string): string {
  const read = sources.filter(({ state }) => state !== 'disabled');
  const fresh = read.filter(({ state }) => state === 'ok').length;
  const newest = read
    .flatMap(({ lastChangedAt }) => lastChangedAt ?? [])
    .toSorted()
    .at(-1);
  return layout({
    title: 'Almanac – vulnerabilities with reasons, coverage and age',
    description: 'What the vulnerability databases say about a CVE or a package, in one answer that says how it knows.',
    version: '',
    links: [],
    contents: null,
    main: html`<section class="hero"><h1>What is known about a vulnerability, and how it is known</h1>
<p class="intro">Almanac gathers what the vulnerability databases say, keeps every version of it, and answers in one form. Unknown is never shown as clean.</p></section>
<form class="big-search" action="/search" method="get" role="search" aria-label="Vulnerabilities"><input type="search" name="q" aria-label="CVE id, package or words" placeholder="CVE-2024-3094, xz, path traversal …" required><button>Search</button></form>
<p>Or <a href="/scan">scan a lockfile or a bill of materials</a>: it is read in your browser.</p>
<ul class="promises">${PROMISES.map(({ name, text }) => html`<li><h2>${name}</h2><p>${prose(text)}</p></li>\n`)}</ul>
${changes(changed, now)}
<p><a href="/status">${fresh} of ${read.length} sources</a> are up to date${newest === undefined ? '' : `; the last change came ${ago(newest, now)}`}. Programs: <a href="/docs">the API</a>, <a href="/api/v1/feed/atom">Atom</a> and <a href="/api/v1/feed/rss">RSS</a> feeds.</p>`,
  });
}

function changes({ cves, total }: Changed, now: string): Markup {
  const list =
    cves.length === 0
      ? html`<p>Nothing that counts has changed in the last day, as far as the sources have been read.</p>`
      : html`<ol class="results">${cves.map((cve) => change(cve, now))}</ol>`;
  const more = total > cves.length ? html`<p><a href="/api/v1/trending?days=1">All ${total} as JSON</a></p>` : '';
  return html`<section><h2 id="today">What changed in the last day</h2>${list}${more}</section>`;
}

function change({ id, title, severity, kev, changes: changed, changedAt }: TrendingCve, now: string): Markup {
  const why = changed.map(({ kind, source }) => `${WORDS.get(kind) ?? kind} (${sourceName(source)})`);
  return html`<li><h3><a href="/${id}">${id}</a></h3> <span class="sev ${severity ?? 'unknown'}">${severity ?? 'not rated'}</span>${kev ? html` <strong class="bad">known to be exploited</strong>` : ''}
${title === null ? '' : html`<p>${title}</p>`}<p class="note">${[...new Set(why)].slice(0, 4).join(', ')}; ${ago(changedAt, now)}</p></li>\n`;
}

/** Kinds of changes as people say them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['first_seen', 'new'],
  ['severity', 'rated otherwise'],
  ['description', 'described otherwise'],
  ['affected', 'other versions affected'],
  ['references', 'other references'],
  ['weaknesses', 'another weakness'],
  ['state', 'another state'],
  ['kev_added', 'now known to be exploited'],
  ['kev_removed', 'no longer listed as exploited'],
  ['epss_moved', 'another probability of exploitation'],
]);
