import { PROMISES, type SourceStatus } from '@almanac/contract';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import { prose } from './markup.ts';
import { ago } from './parts/words.ts';

/** The first page: what this is, a search, and how fresh it is. */
export function homePage(sources: readonly SourceStatus[], now: string): string {
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
<p><a href="/status">${fresh} of ${read.length} sources</a> are up to date${newest === undefined ? '' : `; the last change came ${ago(newest, now)}`}. Programs: <a href="/docs">the API</a>, <a href="/api/v1/feed/atom">Atom</a> and <a href="/api/v1/feed/rss">RSS</a> feeds.</p>`,
  });
}
