import { html } from 'hono/html';
import { layout } from './layout.ts';
import type { Markup } from './markup.ts';

/** Says what is the matter and what to do next, and offers a search. */
export function shortPage(title: string, state: string, main: Markup, searched = ''): string {
  return layout({
    title,
    description: title,
    search: false,
    contents: null,
    main: html`<header class="verdict"><p class="state unknown-id">${state}</p><h1>${title}</h1></header>
${main}
<form class="big-search" action="/search" method="get" role="search" aria-label="Vulnerabilities"><input type="search" name="q" value="${searched}" aria-label="CVE id, package or words" placeholder="CVE id, package or words"><button class="primary">Search</button></form>`,
  });
}
