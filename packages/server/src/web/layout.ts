import { html, raw } from 'hono/html';
import { type Markup, textOf } from './markup.ts';
import { STYLE } from './styles.ts';

export interface Page {
  readonly title: string;
  readonly description: string;
  /** Shown beside the name of the service. */
  readonly version: string;
  /** Further links of the top line. */
  readonly links: readonly { readonly href: string; readonly text: string }[];
  /** Style and module script of this page alone, which its policy must allow. */
  readonly style?: string;
  readonly script?: string;
  /** Null: a page that is short enough without. */
  readonly contents: Markup | null;
  readonly main: Markup;
}

/** The frame of every page: head, top line, table of contents, content. Nothing is loaded from elsewhere, and no script but a page's own. */
export function layout(page: Page): string {
  return textOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
<style>${raw(STYLE)}</style>${page.style === undefined ? '' : html`<style>${raw(page.style)}</style>`}
${page.script === undefined ? '' : html`<script type="module" src="${page.script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="frame">
<header class="top">
<a class="brand" href="/">${MARK} Almanac</a>
<span class="version">${page.version}</span>
<nav aria-label="Site"><a href="/search">Search</a> <a href="/scan">Scan</a> <a href="/issues">Issues</a> <a href="/insights">Insights</a> <a href="/status">Sources</a> <a href="/docs">API</a> ${page.links.map(({ href, text }) => html`<a href="${href}">${text}</a>\n`)}</nav>
<form action="/search" method="get" role="search" aria-label="Site"><input type="search" name="q" aria-label="Search" placeholder="CVE id or words"><button>Search</button></form>
</header>
${
  page.contents === null
    ? html`<main id="content">${page.main}</main>`
    : html`<div class="columns">
<nav class="toc" aria-label="Contents">${page.contents}</nav>
<main id="content">${page.main}</main>
</div>`
}
</div>
</body>
</html>
`);
}

/** An open book with a bar of days: drawn inside the page, so that it takes the colour of the text around it. */
const MARK = html`<svg width="26" height="26" viewBox="0 0 26 26" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M13 6.5C10.5 4.6 7 4 3 4.2v15.6c4-.2 7.5.4 10 2.2 2.5-1.8 6-2.4 10-2.2V4.2C19 4 15.5 4.6 13 6.5zM13 6.5V22"/></svg>`;

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 26 26' fill='none' stroke='%23b4531a' stroke-width='2' stroke-linejoin='round'%3E%3Cpath d='M13 6.5C10.5 4.6 7 4 3 4.2v15.6c4-.2 7.5.4 10 2.2 2.5-1.8 6-2.4 10-2.2V4.2C19 4 15.5 4.6 13 6.5zM13 6.5V22'/%3E%3C/svg%3E";
