import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, said } from '../markup.ts';
import { call } from '../parts/call.ts';
import { command, quoteWord } from '../parts/command.ts';
import { coveragePart } from '../parts/coverage.ts';
import { countWords, fold } from '../parts/fold.ts';
import { outside } from '../parts/words.ts';
import { packageHeadline } from './headline.ts';
import { healthContent, healthNote } from './health.ts';
import { historyContent } from './history.ts';
import { matchesSection } from './matches.ts';
import type { PackagePageModel } from './model.ts';
import { versionGridSection } from './version-grid.ts';
import { versionPicker } from './version-picker.ts';
import { repositoriesContent, versionsSection } from './versions.ts';

/** The page of a package: what it is and the verdict, its versions, what matches them; the evidence folded. */
export function packagePage(model: PackagePageModel): string {
  const matches = matchesSection(model);
  const { name, description, homepage } = model;
  const headline = packageHeadline(model);
  return layout({
    title: `${name} – vulnerabilities`,
    description: `${headline.lead} ${headline.rest}`,
    contents: null,
    main: html`<article class="cve"><header class="verdict" id="verdict"><p class="eyebrow">Package</p>
<h1>${name}</h1>
${description === null ? '' : html`<p class="title">${said(description)}</p>`}
${call(headline)}
${commandBlock(model)}
${homepage === null || !/^https?:\/\//.test(homepage) ? '' : html`<p class="note">${outside(homepage)}</p>`}</header>
<div class="act">${versionPicker(model)}${followBox(model)}</div>
${versionsSection(model)}
${versionGridSection(model)}
${matches}
${folds(model)}
${jsonNote(model)}</article>`,
  });
}

function commandBlock({ shown, answer: { advice } }: PackagePageModel): Markup | string {
  const text = advice?.command ?? null;
  return text === null ? '' : command(`Command for ${shown.name}`, text);
}

/** Ways to hear of new vulnerabilities of it. */
function followBox({ shown, recordName, baseUrl }: PackagePageModel): Markup {
  const feed = (kind: string, more = '') => `${baseUrl}/feed/${kind}?package=${encodeURIComponent(recordName)}${more}`;
  return html`<section class="box"><h2 id="follow">Follow it</h2>
<p>New and changed vulnerabilities of ${recordName}: <a href="${feed('atom')}">Atom feed</a>, <a href="${feed('rss')}">RSS feed</a>.</p>
<p class="note">Only those known to be exploited: <a href="${feed('atom', '&kev=true')}">Atom</a>, <a href="${feed('rss', '&kev=true')}">RSS</a>. Tracked issues: <a href="/issues?package=${encodeURIComponent(shown.name)}">of this package</a>.</p></section>`;
}

/** What the verdict rests on, and what is known beside it. What is not known is named and takes no room of its own. */
function folds({ answer: { coverage }, history, health, repositories, name, baseUrl }: PackagePageModel): Markup {
  const missing = [
    ...(health?.of == null
      ? [
          health === null
            ? 'its health (nothing has been judged yet)'
            : 'its health (no channel that is read carries it)',
        ]
      : []),
    ...(history.months.length === 0 ? ['its history (no record has this name)'] : []),
  ];
  const aggregator = html`versions in other repositories (the aggregator has not been asked lately; <a href="${baseUrl}/repology/${encodeURIComponent(name)}">the API asks it</a>)`;
  return html`<div class="folds">
${coveragePart(coverage)}
${history.months.length === 0 ? '' : fold('history', 'History', `${history.truncated ? 'at least ' : ''}${countWords(history.total, 'vulnerability', 'vulnerabilities')} in all`, historyContent(history))}
${health?.of == null ? '' : fold('health', 'Health', healthNote(health.of), healthContent(health.of, health.computedAt))}
${repositories === null ? '' : fold('repositories', 'Other repositories', countWords(repositories.versions.length, 'version'), repositoriesContent(repositories))}
</div>
${missing.length === 0 && repositories !== null ? '' : html`<p class="note">Not known: ${missing.join('; ')}${repositories === null ? html`${missing.length === 0 ? '' : '; '}${aggregator}` : ''}.</p>`}`;
}

function jsonNote({ name, shown, baseUrl }: PackagePageModel): Markup {
  const version = shown.version === null ? '' : `?version=${encodeURIComponent(shown.version)}`;
  const address = encodeURIComponent(name);
  const asked = shown.version === null ? shown.name : `${shown.name}@${shown.version}`;
  return html`<p class="note">On the command line: <code>almanac package ${quoteWord(asked)}</code>. The same as JSON: <a href="${baseUrl}/vulns/${encodeURIComponent(shown.name)}${version}">matches</a>, <a href="${baseUrl}/package-health?package=${encodeURIComponent(shown.name)}">health</a>, <a href="${baseUrl}/package/${address}/history">history</a>, <a href="${baseUrl}/repology/${address}">repositories</a>.</p>`;
}
