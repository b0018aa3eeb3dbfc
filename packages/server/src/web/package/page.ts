import { html } from 'hono/html';
import type { PackagePageModel } from '../../app/packages/page.ts';
import { layout } from '../layout.ts';
import { type Markup, said } from '../markup.ts';
import { call } from '../parts/call.ts';
import { command, quoteWord } from '../parts/command.ts';
import { coveragePart } from '../parts/coverage.ts';
import { countWords, fold } from '../parts/fold.ts';
import { rebuildSentence } from '../parts/rebuild-cost.ts';
import { outside } from '../parts/words.ts';
import { packageHeadline } from './headline.ts';
import { healthContent, healthNote } from './health.ts';
import { historyContent } from './history.ts';
import { matchesSection } from './matches.ts';
import { versionGridSection } from './version-grid.ts';
import { repositoriesContent, versionPicker, versionsSection } from './versions.ts';

export function packagePage(model: PackagePageModel, script: string | undefined): string {
  const matches = matchesSection(model);
  const { name, description } = model;
  const headline = packageHeadline(model);
  return layout({
    title: `${name} – vulnerabilities`,
    description: `${headline.lead} ${headline.rest}`,
    ...(script === undefined ? {} : { script }),
    contents: null,
    main: html`<article class="cve"><header class="verdict" id="verdict"><p class="eyebrow">Package</p>
<h1>${name}</h1>
${description === null ? '' : html`<p class="title">${said(description)}</p>`}
${call(headline)}</header>
<div class="beside"><div>${versionPicker(model)}
${versionsSection(model)}</div>
${factsList(model)}
<div>${versionGridSection(model)}</div></div>
${matches}
${folds(model)}
${jsonNote(model)}</article>`,
  });
}

/** Beside the verdict: commands to copy, who maintains it, what a change rebuilds, and feeds. */
function factsList(model: PackagePageModel): Markup {
  const { shown, answer, homepage, maintainers, rebuilds, recordName, baseUrl } = model;
  const subject = shown.version === null ? shown.name : `${shown.name}@${shown.version}`;
  const upgrade = answer.advice?.command ?? null;
  const feed = (kind: string, more = '') => `${baseUrl}/feed/${kind}?package=${encodeURIComponent(recordName)}${more}`;
  const left = maintainers.length - MAX_MAINTAINERS;
  const facts: readonly (readonly [string, Markup | string])[] = [
    ...(upgrade === null ? [] : [['Upgrade', command(`Command to upgrade ${shown.name}`, upgrade)] as const]),
    ['On the command line', command('Ask about this package', `almanac package ${quoteWord(subject)}`)],
    ...(homepage === null || !/^https?:\/\//.test(homepage) ? [] : [['Home page', outside(homepage)] as const]),
    ...(maintainers.length === 0
      ? []
      : [
          [
            'Maintainers',
            `${maintainers.slice(0, MAX_MAINTAINERS).join(', ')}${left > 0 ? ` and ${left} more` : ''}`,
          ] as const,
        ]),
    ...(rebuilds.length === 0
      ? []
      : [
          [
            'Rebuilds',
            html`<ul class="plain">${rebuilds.map((each) => html`<li>${rebuildSentence(each)}</li>`)}</ul>`,
          ] as const,
        ]),
    [
      'Follow',
      html`<a href="${feed('atom')}">Atom feed</a>, <a href="${feed('rss')}">RSS feed</a>, <a href="/issues?package=${encodeURIComponent(shown.name)}">issues</a><small>Exploited only: <a href="${feed('atom', '&kev=true')}">Atom</a>, <a href="${feed('rss', '&kev=true')}">RSS</a></small>`,
    ],
  ];
  return html`<dl class="facts6" aria-label="About the package">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>\n`)}</dl>`;
}

const MAX_MAINTAINERS = 5;

/** Names unknown parts in one line. */
function folds({ answer: { coverage }, history, health, repositories, name, baseUrl }: PackagePageModel): Markup {
  const missing = [
    ...(health?.of == null
      ? [health === null ? 'its health (not computed yet)' : 'its health (no channel has it)']
      : []),
    ...(history.months.length === 0 ? ['its history (no record has this name)'] : []),
  ];
  const others = html`versions in other repositories (Repology has not been asked lately; <a href="${baseUrl}/repology/${encodeURIComponent(name)}">the API asks it</a>)`;
  return html`<div class="folds">
${coveragePart(coverage)}
${history.months.length === 0 ? '' : fold('history', 'History', `${history.truncated ? 'at least ' : ''}${countWords(history.total, 'vulnerability', 'vulnerabilities')}`, historyContent(history))}
${health?.of == null ? '' : fold('health', 'Health', healthNote(health.of), healthContent(health.of, health.computedAt))}
${repositories === null ? '' : fold('repositories', 'Other repositories', countWords(repositories.versions.length, 'version'), repositoriesContent(repositories))}
</div>
${missing.length === 0 && repositories !== null ? '' : html`<p class="note">Unknown: ${missing.join('; ')}${repositories === null ? html`${missing.length === 0 ? '' : '; '}${others}` : ''}.</p>`}`;
}

function jsonNote({ name, shown, baseUrl }: PackagePageModel): Markup {
  const version = shown.version === null ? '' : `?version=${encodeURIComponent(shown.version)}`;
  const address = encodeURIComponent(name);
  return html`<p class="note">As JSON: <a href="${baseUrl}/vulns/${encodeURIComponent(shown.name)}${version}">matches</a>, <a href="${baseUrl}/package-health?package=${encodeURIComponent(shown.name)}">health</a>, <a href="${baseUrl}/package/${address}/history">history</a>, <a href="${baseUrl}/repology/${address}">repositories</a>.</p>`;
}
