import { type Coverage, isRead, type MyPackages } from '@almanac/contract';
import { COLLECTION_NAME } from '@almanac/core/collection';
import { badgeOf, newsSentence } from '@almanac/core/my-packages';
import { html } from 'hono/html';
import type { Scripts } from '../../app/browser-code.ts';
import { layout } from '../layout.ts';
import { block, type Markup } from '../markup.ts';
import { quoteWord } from '../parts/command.ts';
import { coveragePart } from '../parts/coverage.ts';
import { moment } from '../parts/words.ts';
import { policyWith, STYLE } from '../styles.ts';
import { badgeSvg } from './badge.ts';
import { BROWSER_RESULT, listForms } from './forms.ts';
import { affectedSection, calmSection, totalsLine, unknownSection } from './rows.ts';
import { MY_STYLE } from './style.ts';

interface MyPageModel {
  /** Null for a maintainer's list. */
  readonly packages: readonly string[] | null;
  readonly maintainer: string | null;
  /** Shared by the list, its feeds and its badge. */
  readonly query: string;
  readonly answer: MyPackages;
  readonly coverage: Coverage;
  readonly siteUrl: string;
  readonly now: number;
}

/** Scripts are needed for files and for lists that are too long for an address. */
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
  description: 'What needs attention in your packages. No account: the list is in the address.',
  part: 'my',
  style: MY_STYLE,
  contents: null,
} as const;

export function emptyMyPage({ my, worker }: Scripts): string {
  return layout({
    ...FRAME,
    title: 'My packages – Almanac',
    script: my.path,
    main: html`${BROWSER_RESULT}<div id="my-server"><header class="verdict"><h1>My packages</h1>
<p class="sentence">What needs attention in your packages, worst first. No account, no cookies: the list is in the address, so you can bookmark it.</p>
<p class="note">Example: <a href="/my?packages=curl,openssl,xz,pkg:npm/lodash@4.17.20">curl, openssl, xz and npm’s lodash</a>. <a href="/guides/watch#my-packages">How it works</a>.</p></header></div>
${listForms([], null, worker.path)}`,
  });
}

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
<section><h2 id="follow">Follow this list</h2><p>Bookmark this page: its address has the whole list. Also as <a href="${feeds.atom}">Atom</a>, <a href="${feeds.json}">JSON feed</a>, and a badge:</p>
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

function ageLine({ coverage, asOf }: MyPageModel['coverage']): Markup {
  const read = coverage.filter(({ state }) => isRead(state));
  const fresh = read.filter(({ state }) => state === 'ok').length;
  return html`<p class="note">${asOf === null ? 'Some sources were never checked' : html`Records as of ${moment(asOf)}`}; <a href="#coverage">${fresh} of ${read.length} sources</a> are up to date.</p>`;
}

function nothing(maintainer: string | null): Markup {
  if (maintainer === null) return html`<p>The list contains no packages.</p>`;
  return html`<p>No ${COLLECTION_NAME} package lists ${maintainer} as a maintainer. Logins are case-sensitive.</p>`;
}
