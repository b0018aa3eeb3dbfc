import type { TrendingCve } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { formatChangeKind } from '@almanac/core/dossier';
import { sourceName } from '@almanac/core/sources';
import type { OpenVerdict } from '@almanac/core/tracker';
import { html } from 'hono/html';
import type { HomeModel, NewFix, OpenCve } from '../../app/home/page.ts';
import { type Markup, said } from '../markup.ts';
import { EXPLOITED, severityChip } from '../parts/chip.ts';
import { countWords } from '../parts/fold.ts';
import { formatPlaces, formatReasons } from '../parts/open-words.ts';
import { stageWords } from '../parts/pulls.ts';
import { riskReason } from '../parts/risk-words.ts';
import { moment, outside, time } from '../parts/words.ts';
import { UNKNOWN_OPEN } from './headline.ts';

const MAX_PACKAGES = 3;

export function affectedCvesSection(open: HomeModel['open']): Markup {
  const head = html`<h2 id="first">Look at these first</h2>`;
  if (open === 'unread' || open === 'late') return html`<section>${head}<p>${UNKNOWN_OPEN[open]}</p></section>`;
  const { first, total } = open.affected;
  if (total === 0) {
    return html`<section>${head}<p>No tracked vulnerability is known to affect a version in a ${COLLECTION_NAME} channel.</p></section>`;
  }
  const affected = `${countWords(total, 'vulnerability', 'vulnerabilities')} with an open issue ${total === 1 ? 'affects' : 'affect'} ${countWords(open.packages.affected, `${COLLECTION_NAME} package`)}`;
  return html`<section>${head}<ol class="results">${first.map(openCve)}</ol>
<p class="note">${affected}: <a href="/issues?status=open&amp;verdict=affected">all by risk</a>.</p></section>`;
}

/** Exploited ones first. */
export function unknownCvesSection(open: HomeModel['open']): Markup | string {
  if (open === 'unread' || open === 'late' || open.unknown.total === 0) return '';
  const { first, total } = open.unknown;
  return html`<section><h2 id="unknown">Unknown</h2>
<p>Unknown whether ${countWords(total, 'vulnerability', 'vulnerabilities')} with an open issue ${total === 1 ? 'affects' : 'affect'} ${COLLECTION_NAME}. Needs review:</p><ol class="results">${first.map(openCve)}</ol>
${total > first.length ? html`<p class="note"><a href="/issues?status=open&amp;verdict=unknown">All that need review</a></p>` : ''}</section>`;
}

function openCve({ facts, title, packages, issue, stage, verdict }: OpenCve): Markup {
  return html`<li><h3><a href="/${facts.id}">${facts.id}</a></h3> ${severityChip(facts.severity)} ${riskReason(facts)}
${title === null ? '' : html`<p>${said(title)}</p>`}<p class="note">${describePlaces(verdict, packages)}; ${fixWords(stage)}; <a href="/issues/${issue}">issue ${issue}</a></p></li>\n`;
}

/** Falls back to the issue's packages and why they are unknown. */
function describePlaces({ verdict, places, unknownReasons }: OpenVerdict, packages: readonly string[]): Markup {
  const attributes = [...new Set(places.map(({ attribute }) => attribute))];
  const named = verdict === 'affected' ? attributes : packages;
  const links = named
    .slice(0, MAX_PACKAGES)
    .map((name) => html` <a href="/package/${encodeURIComponent(name)}">${name}</a>`);
  const more = named.length > MAX_PACKAGES ? ` and ${named.length - MAX_PACKAGES} more` : '';
  const where = named.length === 0 ? html`Package unknown` : html`In${links}${more}`;
  if (verdict !== 'affected') return html`${where}; ${formatReasons(unknownReasons)}`;
  const channels = [...new Set(places.map(({ channel }) => channel))];
  return html`${where} (${channels.join(', ')})`;
}

/** Open issues about versions that are not affected. */
export function refutedIssuesSection(open: HomeModel['open']): Markup | string {
  if (open === 'unread' || open === 'late' || open.refuted.total === 0) return '';
  const { first, total } = open.refuted;
  return html`<section><h2 id="refuted">Issue open, version not affected</h2><ul class="plain">${first.map(
    ({ number, cves, places }) =>
      html`<li><a href="/issues/${number}">Issue ${number}</a>: ${formatPlaces(places.slice(0, MAX_PACKAGES))} ${places.length === 1 ? 'is' : 'are'} not affected by ${cves.slice(0, MAX_PACKAGES).map((cve, i) => html`${i === 0 ? '' : ', '}<a href="/${cve}">${cve}</a>`)}. Close it?</li>\n`,
  )}</ul>
${total > first.length ? html`<p class="note"><a href="/issues?status=open&amp;verdict=not_affected">All ${total.toLocaleString('en')} such issues</a></p>` : ''}</section>`;
}

function fixWords(stage: OpenCve['stage']): string {
  if (stage === null || stage === 'closed') return 'no fix merged';
  return stage === 'open' ? 'a fix is proposed' : `a fix is ${stageWords(stage)}`;
}

export function changesSection({ cves, total }: HomeModel['changed']): Markup {
  const head = html`<h2 id="today">Changes in the last day</h2>`;
  if (cves.length === 0) {
    return html`<section>${head}<p>No relevant changes in the last day.</p></section>`;
  }
  const more =
    total > cves.length
      ? html`<p class="note">${total - cves.length} more as <a href="/api/v1/trending?days=1">JSON</a>, <a href="/api/v1/feed/atom">Atom</a> or <a href="/api/v1/feed/rss">RSS</a>.</p>`
      : '';
  return html`<section>${head}<ol class="results">${cves.map((cve) => change(cve))}</ol>${more}</section>`;
}

function change({ id, title, severity, kev, changes: changed, changedAt }: TrendingCve): Markup {
  const why = changed.map(({ kind, source }) => `${formatChangeKind(kind)} (${sourceName(source)})`);
  return html`<li><h3><a href="/${id}">${id}</a></h3> ${severityChip(severity)}${kev ? html` ${EXPLOITED}` : ''}
${title === null ? '' : html`<p>${said(title)}</p>`}<p class="note">${[...new Set(why)].slice(0, 4).join(', ')}; ${moment(changedAt)}</p></li>\n`;
}

export function fixesSection(fixes: readonly NewFix[]): Markup | string {
  if (fixes.length === 0) return '';
  return html`<section class="box"><h2 id="fixes">Newest fixes</h2><ul class="plain">${fixes.map(
    ({ number, title, url, mergedAt, issue, cves }) =>
      html`<li>${outside(url, `#${number}`)} ${said(title)}<br><span class="note">merged ${time(mergedAt)} for <a href="/issues/${issue}">issue ${issue}</a>${cves[0] === undefined ? '' : html`, <a href="/${cves[0]}">${cves[0]}</a>`}</span></li>\n`,
  )}</ul></section>`;
}
