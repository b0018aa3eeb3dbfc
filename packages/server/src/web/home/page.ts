import { PROMISES } from '@almanac/contract';
import { html } from 'hono/html';
import type { HomeModel } from '../../app/home/page.ts';
import { type Insight, insightCards } from '../insights/page.ts';
import { layout } from '../layout.ts';
import { type Markup, prose } from '../markup.ts';
import { call } from '../parts/call.ts';
import { describeSources, groupSources } from '../parts/source-count.ts';
import { day, moment } from '../parts/words.ts';
import { todayHeadline } from './headline.ts';
import {
  affectedCvesSection,
  changesSection,
  fixesSection,
  refutedIssuesSection,
  unknownCvesSection,
} from './lists.ts';

export function homePage(model: HomeModel, insights: readonly Insight[], script?: string): string {
  return layout({
    title: 'Almanac – vulnerabilities with reasons, coverage and age',
    description: 'What the vulnerability databases say about a CVE or a package, in one answer with its reasons.',
    search: false,
    ...(script === undefined ? {} : { script }),
    contents: null,
    main: html`<div class="home"><header class="verdict"><p class="eyebrow">${day(model.at)}</p>
<h1>What needs attention today</h1>
${call(todayHeadline(model))}
<form class="big-search" action="/search" method="get" role="search" aria-label="Vulnerabilities"><input type="search" name="q" aria-label="CVE id, package, weakness or words" placeholder="CVE-2021-44228, lodash@4.17.20, CWE-79 …" required><button class="primary">Search</button></form>
${DROP}</header>
<div class="news"><div>${affectedCvesSection(model.open)}
${unknownCvesSection(model.open)}
${refutedIssuesSection(model.open)}
${changesSection(model.changed)}</div>
<aside aria-label="Other ways in">${doors()}
${fixesSection(model.fixes)}
${freshness(model)}</aside></div>
${insightsSection(insights.filter(({ shown }) => shown !== null))}
${trustSection()}</div>`,
  });
}

/** Links to the scan page. The script turns it into a drop area of the same height, so that nothing moves. */
const DROP = html`<div id="home-drop" class="home-drop"><p><strong id="home-drop-title">Have a lockfile or SBOM?</strong>
<a id="home-scan" class="button" href="/scan">Scan it</a><span id="home-choose" hidden><input id="home-file" type="file" multiple aria-describedby="home-note"><label class="button" for="home-file">Choose files</label></span></p>
<p id="home-note" class="note">Read in your browser. Only package names and versions are sent.</p><p id="home-status" role="status"></p></div>`;

const DOORS: readonly (readonly [href: string, name: string, text: string])[] = [
  ['/scan', 'Scan a project', 'a lockfile or SBOM, read in your browser'],
  ['/compare', 'Compare a scan', 'grype, trivy or osv-scanner with Almanac'],
  ['/guides/cli', 'Command line', 'lookups, and scans for CI'],
  ['/docs', 'API', 'read-only JSON, with CORS'],
  ['/guides/agents', 'Agents', 'tools over MCP'],
];

function doors(): Markup {
  return html`<ul class="doors">${DOORS.map(([href, name, text]) => html`<li><a href="${href}">${name}</a> <span>${text}</span></li>\n`)}</ul>`;
}

function freshness({ sources }: HomeModel): Markup {
  const groups = groupSources(sources);
  const newest = groups.read
    .flatMap(({ lastChangedAt }) => lastChangedAt ?? [])
    .toSorted()
    .at(-1);
  return html`<section class="box"><h2 id="fresh">Freshness</h2>
<p><a href="/status">${describeSources(groups)}</a>${newest === undefined ? '' : html` Last change: ${moment(newest)}.`}</p>
${groups.late.length === 0 ? '' : html`<p class="note">Not up to date: ${groups.late.map(({ name }) => name).join(', ')}. Answers that depend on them say so.</p>`}</section>`;
}

function insightsSection(insights: readonly Insight[]): Markup | string {
  if (insights.length === 0) return '';
  return html`<section><h2 id="figures">Insights</h2>${insightCards(insights, (title) => html`<h3>${title}</h3>`)}</section>`;
}

function trustSection(): Markup {
  return html`<section><h2 id="trust">Why trust this</h2>
<p>Almanac collects what the vulnerability databases say, keeps every version of it, and gives one answer. Unknown is never shown as clean.</p>
<dl class="promise">${PROMISES.map(({ name, text }) => html`<div><dt>${name}</dt><dd>${prose(text)}</dd></div>\n`)}</dl></section>`;
}
