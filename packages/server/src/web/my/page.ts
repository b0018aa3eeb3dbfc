import { isRead } from '@almanac/contract';
import { badgeOf, newsSentence } from '@almanac/core/my-packages';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { block, type Markup } from '../markup.ts';
import { quoteWord } from '../parts/command.ts';
import { coveragePart } from '../parts/coverage.ts';
import { moment } from '../parts/words.ts';
import type { Scripts } from '../scan/scripts.ts';
import { policyWith, STYLE } from '../styles.ts';
import { badgeSvg } from './badge.ts';
import { BROWSER_RESULT, listForms } from './forms.ts';
import type { MyPageModel } from './model.ts';
import { affectedSection, calmSection, totalsLine, unknownSection } from './rows.ts';
import { MY_STYLE } from './style.ts';

/** It runs our own code, for files and for lists that no address contains; what it shows of a list in an address needs none. */
export const MY_POLICY = policyWith(
  [STYLE, MY_STYLE],
  [
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types scan',
  ],
);

const FRAME = {
  description: 'What needs attention in exactly your packages. No account: the list is in the address.',
  part: 'my',
  style: MY_STYLE,
  contents: null,
} as const;

/** The page before a list is given. */
export function emptyMyPage({ my, worker }: Scripts): string {
  return layout({
    ...FRAME,
    title: 'My packages – Almanac',
    script: my.path,
    main: html`${BROWSER_RESULT}<div id="my-server"><header class="verdict"><h1>My packages</h1>
<p class="sentence">One list of what needs attention in exactly your packages, worst first. There is no account and no cookie: the list is in the address, so a bookmark keeps it.</p>
<p class="note">For example <a href="/my?packages=curl,openssl,xz,pkg:npm/lodash@4.17.20">curl, openssl, xz and lodash of npm</a>. <a href="/guides/watch#my-packages">How it works</a>.</p></header></div>
${listForms([], null, worker.path)}`,
  });
}

/** The page of a list: what is affected, what is unknown, what is not, and how to follow it. */
export function myPage(model: MyPageModel, { my, worker }: Scripts): string {
  const { answer, coverage, packages, maintainer } = model;
  const { rows, left } = answer;
  const feeds = feedLinks(model.query);
  return layout({
    ...FRAME,
    title: `${answer.sentence.replace(/\.$/, '')} – Almanac`,
    script: my.path,
    main: html`${BROWSER_RESULT}<div id="my-server">
<header class="verdict"><h1>${maintainer === null ? 'My packages' : html`Packages of ${maintainer}`}</h1>
<p class="sentence">${answer.sentence}${rows.length === 0 ? '' : ` ${newsSentence(rows, model.now)}`}</p>${totalsLine(answer.totals)}${ageLine(coverage)}</header>
${rows.length === 0 ? nothing(maintainer) : ''}${affectedSection(rows)}${unknownSection(rows, left)}${calmSection(rows)}
<section><h2 id="follow">Follow this list</h2><p>The address of this page has the whole list: keep it as a bookmark. The same list <a href="${feeds.atom}">as Atom</a>, <a href="${feeds.json}">as JSON feed</a>, and as a badge:</p>
<p>${badgeSvg(badgeOf(answer.totals))}</p>
${block('A badge in Markdown', `[![vulnerabilities](${model.siteUrl}${feeds.badge})](${model.siteUrl}/my?${model.query})`)}
${packages === null ? block('On the command line', `almanac today --maintainer ${quoteWord(maintainer ?? '')}`) : block('On the command line', `almanac today ${packages.map(quoteWord).join(' ')}`)}</section>
<div class="folds">${coveragePart(coverage.coverage)}</div></div>
${listForms(packages ?? [], maintainer, worker.path)}`,
  });
}

function feedLinks(query: string) {
  return { atom: `/my/atom?${query}`, json: `/my/feed.json?${query}`, badge: `/my/badge.svg?${query}` };
}

/** How old the evidence is, and how many sources could be asked. */
function ageLine({ coverage, asOf }: MyPageModel['coverage']): Markup {
  const read = coverage.filter(({ state }) => isRead(state));
  const fresh = read.filter(({ state }) => state === 'ok').length;
  return html`<p class="note">${asOf === null ? 'Some sources were never checked' : html`Evidence as of ${moment(asOf)}`}; <a href="#coverage">${fresh} of ${read.length} sources</a> are up to date.</p>`;
}

function nothing(maintainer: string | null): Markup {
  if (maintainer === null) return html`<p>The list names no package.</p>`;
  return html`<p>No channel of the collection names ${maintainer} as a maintainer. Logins are compared letter by letter, in upper and lower case.</p>`;
}
