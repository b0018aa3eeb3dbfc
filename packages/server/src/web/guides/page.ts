import { html } from 'hono/html';
import type { Guide } from '../../app/guides/guides.ts';
import type { Anchored } from '../../app/guides/headings.ts';
import { GROUPS, type Group } from '../../app/guides/list.ts';
import { layout } from '../layout.ts';
import type { Markup } from '../markup.ts';
import { OWN_SCRIPT, policyWith, STYLE } from '../styles.ts';
import { guideBody } from './show.ts';
import { GUIDE_STYLE } from './style.ts';
import { leadsWithin } from './targets.ts';

export const GUIDE_POLICY = policyWith([STYLE, GUIDE_STYLE], OWN_SCRIPT);

/** Grouped by the reader's goal. */
export function guidesPage(guides: readonly Guide[]): string {
  return layout({
    title: 'Guides – Almanac',
    description: 'How to ask Almanac, how to read what it answers, how the answers are made, and how to run it.',
    part: 'guides',
    style: GUIDE_STYLE,
    contents: null,
    main: html`<header class="verdict"><h1>Guides</h1>
<p class="sentence">How to ask, how to read the answers, and how they are made. <a href="/docs">The API reference</a> has each address and its parameters.</p></header>
<div class="shelf">${GROUPS.map((group) => shelf(group, membersOf(guides, group.title)))}</div>`,
  });
}

function shelf({ title, question }: Group, members: readonly Guide[]): Markup {
  if (members.length === 0) return html``;
  const cards = members.map(
    (guide) => html`<li><a href="/guides/${guide.name}">${guide.title}</a><p>${guide.description}</p></li>\n`,
  );
  return html`<section><h2>${title}</h2><p class="note">${question}</p>
<ul>${cards}</ul></section>\n`;
}

/** `script` is the address of the script that copies commands. */
export function guidePage(guides: readonly Guide[], guide: Guide, version: string, script: string | undefined): string {
  const at = guides.indexOf(guide);
  const leads = leadsWithin(new Set(guides.map(({ name }) => name)));
  const isLong = guide.headings.length > 2;
  return layout({
    title: `${guide.title} – guides`,
    description: guide.description,
    part: 'guides',
    style: GUIDE_STYLE,
    ...(script === undefined ? {} : { script }),
    contents: html`${isLong ? html`<p class="of-what">On this page</p>${contents(guide.headings)}` : ''}
${siblings(guides, guide)}`,
    main: html`<header class="verdict"><p class="trail"><a href="/guides">Guides</a> <span aria-hidden="true">/</span> ${guide.group} <a class="md" href="/guides/${guide.name}.md">Markdown</a></p><h1>${guide.title}</h1></header>
${isLong ? html`<details class="here"><summary>On this page</summary>${contents(guide.headings)}</details>` : ''}
<article class="guide">
${guideBody(guide.blocks, leads, guide.pictures)}</article>
<nav class="turn" aria-label="Further guides">${turn('Before', guides[at - 1])}${turn('Next', guides[at + 1])}</nav>
<p class="colophon">Almanac ${version}, <code>docs/${guide.name}.md</code>. Every address and its members: <a href="/docs">the API reference</a>.</p>`,
  });
}

function membersOf(guides: readonly Guide[], group: string): readonly Guide[] {
  return guides.filter((guide) => guide.group === group);
}

/** Nests third-level headings under second-level ones. */
function contents(headings: readonly Anchored[]): Markup {
  const chapters: { head: Anchored; sections: Anchored[] }[] = [];
  for (const head of headings) {
    const chapter = chapters.at(-1);
    if (head.level === 2 || chapter === undefined) chapters.push({ head, sections: [] });
    else chapter.sections.push(head);
  }
  return html`<ul>${chapters.map(
    ({ head, sections }) =>
      html`<li>${anchor(head)}${sections.length === 0 ? '' : html`<ul>${sections.map((each) => html`<li>${anchor(each)}</li>`)}</ul>`}</li>\n`,
  )}</ul>`;
}

function anchor({ id, text }: Anchored): Markup {
  return html`<a href="#${id}">${text}</a>`;
}

/** Other guides of the same group. */
function siblings(guides: readonly Guide[], guide: Guide): Markup {
  const members = membersOf(guides, guide.group);
  if (members.length < 2) return html``;
  return html`<p class="of-what">${guide.group}</p>
<ul class="siblings">${members.map(
    ({ name, title }) =>
      html`<li><a href="/guides/${name}"${name === guide.name ? html` aria-current="page"` : ''}>${title}</a></li>\n`,
  )}</ul>`;
}

function turn(word: 'Before' | 'Next', guide: Guide | undefined): Markup {
  if (guide === undefined) return html`<span></span>`;
  return html`<a class="${word.toLowerCase()}" href="/guides/${guide.name}"><small>${word}</small> <strong>${guide.title}</strong></a>`;
}
