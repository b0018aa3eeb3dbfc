import type { TrendingCve } from '@almanac/contract';
import { formatChangeKind } from '@almanac/core/dossier';
import { sourceName } from '@almanac/core/sources';
import { html } from 'hono/html';
import { type Markup, said } from '../markup.ts';
import { EXPLOITED, severityChip } from '../parts/chip.ts';
import { stageWords } from '../parts/pulls.ts';
import { riskReason } from '../parts/risk-words.ts';
import { moment, outside, time } from '../parts/words.ts';
import { UNKNOWN_OPEN } from './headline.ts';
import type { HomeModel, NewFix, OpenRisk } from './model.ts';

/** Packages that are named of one vulnerability. */
const PACKAGES = 3;

/** What is open in the collection, the riskiest first, each with the reason. */
export function firstSection(open: HomeModel['open']): Markup {
  const head = html`<h2 id="first">Look at these first</h2>`;
  if (open === 'unread' || open === 'late') {
    return html`<section>${head}<p>${UNKNOWN_OPEN[open]} That is not the same as nothing to do.</p></section>`;
  }
  if (open.total === 0) return html`<section>${head}<p>No tracked issue is open.</p></section>`;
  const { first, total } = open;
  return html`<section>${head}<ol class="results">${first.map(openRisk)}</ol>
${total > first.length ? html`<p class="note"><a href="/issues?status=open">All open issues by risk</a></p>` : ''}</section>`;
}

function openRisk({ facts, title, packages, issue, stage }: OpenRisk): Markup {
  const named = packages
    .slice(0, PACKAGES)
    .map((name) => html` <a href="/package/${encodeURIComponent(name)}">${name}</a>`);
  const more = packages.length > PACKAGES ? ` and ${packages.length - PACKAGES} more` : '';
  return html`<li><h3><a href="/${facts.id}">${facts.id}</a></h3> ${severityChip(facts.severity)} ${riskReason(facts)}
${title === null ? '' : html`<p>${said(title)}</p>`}<p class="note">${packages.length === 0 ? 'Package unknown' : html`In${named}${more}`}; ${fixWords(stage)}; <a href="/issues/${issue}">issue ${issue}</a></p></li>\n`;
}

function fixWords(stage: OpenRisk['stage']): string {
  if (stage === null || stage === 'closed') return 'no fix merged';
  return stage === 'open' ? 'a fix is proposed' : `a fix is ${stageWords(stage)}`;
}

export function changesSection({ cves, total }: HomeModel['changed']): Markup {
  const head = html`<h2 id="today">What changed in the last day</h2>`;
  if (cves.length === 0) {
    return html`<section>${head}<p>Nothing that counts has changed in the last day, as far as the sources have been read.</p></section>`;
  }
  const more =
    total > cves.length
      ? html`<p class="note">${total - cves.length} more <a href="/api/v1/trending?days=1">as JSON</a>, or as they come by <a href="/api/v1/feed/atom">Atom</a> or <a href="/api/v1/feed/rss">RSS</a>.</p>`
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
