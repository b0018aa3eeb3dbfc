import { isRead, PROMISES, type SourceStatus, type TrendingCve } from '@almanac/contract';
import { sourceName } from '@almanac/core/sources';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import { type Markup, prose } from './markup.ts';
import { changeWords } from './parts/change-words.ts';
import { EXPLOITED, severityChip } from './parts/chip.ts';
import { moment } from './parts/words.ts';

/** What changed in the last day, the heaviest of it, and how much there is in all. */
export interface Changed {
  readonly cves: readonly TrendingCve[];
  readonly total: number;
}

/** The first page: what this is, a search, what changed today, and how fresh it is. */
export function homePage(sources: readonly SourceStatus[], changed: Changed): string {
  const read = sources.filter(({ state }) => isRead(state));
  const late = read.filter(({ state }) => state !== 'ok');
  const fresh = read.length - late.length;
  const newest = read
    .flatMap(({ lastChangedAt }) => lastChangedAt ?? [])
    .toSorted()
    .at(-1);
  return layout({
    title: 'Almanac – vulnerabilities with reasons, coverage and age',
    description: 'What the vulnerability databases say about a CVE or a package, in one answer that says how it knows.',
    search: false,
    contents: null,
    main: html`<section class="hero"><h1>What is known about a vulnerability, and how it is known</h1>
<p class="intro">Almanac gathers what the vulnerability databases say, keeps every version of it, and answers in one form. Unknown is never shown as clean.</p>
<form class="big-search" action="/search" method="get" role="search" aria-label="Vulnerabilities"><input type="search" name="q" aria-label="CVE id, package or words" placeholder="CVE-2024-3094, xz, path traversal …" required><button class="primary">Search</button></form>
<ul class="doors">${DOORS.map(([href, name, text]) => html`<li><a href="${href}">${name}</a> <span>${text}</span></li>\n`)}</ul></section>
<div class="home"><section><h2 id="today">What changed in the last day</h2>${changes(changed)}</section>
<aside aria-label="About the answers"><h2>How fresh it is</h2>
<p><a href="/status">${fresh} of ${read.length} sources</a> are up to date${newest === undefined ? '' : html`; the last change came ${moment(newest)}`}.</p>
${late.length === 0 ? '' : html`<p class="note">Not up to date: ${late.map(({ name }) => name).join(', ')}. Answers that need them say so.</p>`}
<h2>What every answer has</h2>
<dl class="promise">${PROMISES.map(({ name, text }) => html`<dt>${name}</dt><dd>${prose(text)}</dd>\n`)}</dl></aside></div>`,
  });
}

/** Other ways in, for whoever has more than one question. */
const DOORS: readonly (readonly [href: string, name: string, text: string])[] = [
  ['/scan', 'Scan a project', 'a lockfile or bill of materials, read in your browser'],
  ['/guides/cli', 'Command line', 'lookups, scans and exit codes for pipelines'],
  ['/docs', 'API', 'read-only JSON, open to every origin'],
  ['/guides/agents', 'Agents', 'tools over MCP that mark text of other parties'],
];

function changes({ cves, total }: Changed): Markup {
  if (cves.length === 0) {
    return html`<p>Nothing that counts has changed in the last day, as far as the sources have been read.</p>`;
  }
  const more =
    total > cves.length
      ? html`<p class="note">${total - cves.length} more <a href="/api/v1/trending?days=1">as JSON</a>, or as they come by <a href="/api/v1/feed/atom">Atom</a> or <a href="/api/v1/feed/rss">RSS</a>.</p>`
      : '';
  return html`<ol class="results">${cves.map((cve) => change(cve))}</ol>${more}`;
}

function change({ id, title, severity, kev, changes: changed, changedAt }: TrendingCve): Markup {
  const why = changed.map(({ kind, source }) => `${changeWords(kind)} (${sourceName(source)})`);
  return html`<li><h3><a href="/${id}">${id}</a></h3> ${severityChip(severity)}${kev ? html` ${EXPLOITED}` : ''}
${title === null ? '' : html`<p>${title}</p>`}<p class="note">${[...new Set(why)].slice(0, 4).join(', ')}; ${moment(changedAt)}</p></li>\n`;
}
