import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Markup, table } from '../markup.ts';
import { verdictChip } from '../parts/chip.ts';
import { coverageSection } from '../parts/coverage.ts';
import { rebuildSentence } from '../parts/rebuild-cost.ts';
import { VERDICT_WORDS } from '../parts/verdict-words.ts';
import { moment, outside, UNKNOWN } from '../parts/words.ts';
import { healthSection } from './health.ts';
import { historySection } from './history.ts';
import { matchesSection } from './matches.ts';
import type { PackagePageModel, PackagePlace } from './model.ts';

/** The page of a package: the verdicts of its versions, their evidence and their history. In slices. */
export function* packagePage(model: PackagePageModel): Generator<void, string> {
  const matches = yield* matchesSection(model);
  const { name, baseUrl, shown } = model;
  const version = shown.version === null ? '' : `?version=${encodeURIComponent(shown.version)}`;
  const address = encodeURIComponent(name);
  return layout({
    title: `${name} – vulnerabilities`,
    description: sentenceOf(model),
    contents: html`<ul><li><a href="#verdict">Verdict</a></li>
<li><a href="#versions">Versions</a></li>
<li><a href="#matches">Vulnerabilities</a></li>
<li><a href="#health">Health</a></li>
<li><a href="#history">History</a></li>
<li><a href="#coverage">Coverage</a></li></ul>`,
    main: html`${verdictHeader(model)}
${versionsSection(model)}
${matches}
${healthSection(model)}
${historySection(model)}
${coverageSection(model.answer.coverage)}
<p class="note">The same as JSON: <a href="${baseUrl}/vulns/${encodeURIComponent(shown.name)}${version}">matches</a>, <a href="${baseUrl}/package-health?package=${encodeURIComponent(shown.name)}">health</a>, <a href="${baseUrl}/package/${address}/history">history</a>, <a href="${baseUrl}/repology/${address}">repositories</a>.</p>`,
  });
}

function verdictHeader(model: PackagePageModel): Markup {
  const { name, asked, shown, answer, description, homepage } = model;
  return html`<header class="verdict" id="verdict"><p class="state ${answer.verdict === 'affected' ? 'rejected' : answer.verdict === 'unknown' ? 'partial' : ''}">${VERDICT_WORDS[answer.verdict]}</p>
<h1>${name}${shown.version === null ? '' : html` <small>${shown.version}</small>`}</h1>
${description === null ? '' : html`<p class="title">${description}</p>`}
<p class="sentence">${sentenceOf(model)}</p>
${homepage === null || !/^https?:\/\//.test(homepage) ? '' : html`<p class="note">${outside(homepage)}</p>`}
<form class="asof" method="get" action="/package/${encodeURIComponent(name)}"><label>Version <input name="version" value="${asked ?? ''}" maxlength="256"></label> <button>Look up</button></form></header>`;
}

function sentenceOf({ shown, answer }: PackagePageModel): string {
  const which = shown.version === null ? `${shown.name}, without a version` : `${shown.name} ${shown.version}`;
  return `${which}: ${VERDICT_WORDS[answer.verdict]}. ${answer.verdictReason}`;
}

function versionsSection(model: PackagePageModel): Markup {
  const { places, placesLeft, repositories, maintainers, rebuilds } = model;
  const here =
    places.length === 0
      ? html`<p>${UNKNOWN}: no channel of the collection that is read carries a package of this name.</p>`
      : html`${table('Channels of the collection', PLACES, places.map(placeRow))}${leftSentence(placesLeft)}`;
  return html`<section><h2 id="versions">Versions</h2><h3>In the collection</h3>${here}
${maintainers.length === 0 ? '' : html`<p class="note">Maintained by ${maintainers.slice(0, MAINTAINERS).join(', ')}${maintainers.length > MAINTAINERS ? ` and ${maintainers.length - MAINTAINERS} more` : ''}.</p>`}
${rebuilds.length === 0 ? '' : html`<ul class="plain">${rebuilds.map((each) => html`<li>${rebuildSentence(each)}</li>`)}</ul>`}
<h3>In repositories</h3>${repositories === null ? html`<p>The version aggregator has not been asked about this name in the last hours; <a href="${model.baseUrl}/repology/${encodeURIComponent(model.name)}">the API asks it</a>.</p>` : repositoriesOf(repositories)}</section>`;
}

function leftSentence({ count, atLeast }: PackagePageModel['placesLeft']): Markup | string {
  if (count === 0) return '';
  return html`<p class="note">${atLeast ? 'At least ' : ''}${count.toLocaleString('en')} more go by this name and are not shown.</p>`;
}

const MAINTAINERS = 5;
const PLACES = [
  ['Channel', 'name'],
  ['Attribute', 'prose'],
  ['Version', 'brief'],
  ['Verdict', 'brief'],
  ['Why', 'prose'],
] as const;

function placeRow({ channel, attribute, version, answer }: PackagePlace): readonly (Markup | string)[] {
  return [
    html`<strong>${channel}</strong>`,
    html`<code>${attribute}</code>`,
    version ?? UNKNOWN,
    answer === null ? UNKNOWN : verdictChip(answer.verdict),
    answer === null ? 'look it up by its version' : answer.verdictReason,
  ];
}

const SHOWN = 40;

function repositoriesOf({ versions, latest, checkedAt }: NonNullable<PackagePageModel['repositories']>): Markup {
  const rows = versions
    .slice(0, SHOWN)
    .map(({ repo, version, status }) => [html`<strong>${repo}</strong>`, version, status] as const);
  return html`<p>Newest: ${latest ?? UNKNOWN}, by the version aggregator ${moment(checkedAt)}.</p>
<details class="more"><summary>${versions.length} versions in repositories</summary>${table(
    'Repositories',
    [
      ['Repository', 'name'],
      ['Version', 'brief'],
      ['State', 'brief'],
    ],
    rows,
  )}${versions.length > SHOWN ? html`<p class="note">${versions.length - SHOWN} more are in the answer as JSON.</p>` : ''}</details>`;
}
