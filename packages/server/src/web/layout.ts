import { html, raw } from 'hono/html';
import { type Markup, textOf } from './markup.ts';
import { NOTICE_PLACE } from './notice.ts';
import { STYLE } from './styles.ts';

const PARTS = [
  ['my', '/my', 'My packages'],
  ['scan', '/scan', 'Scan'],
  ['issues', '/issues', 'Issues'],
  ['insights', '/insights', 'Insights'],
  ['sources', '/status', 'Sources'],
  ['guides', '/guides', 'Guides'],
  ['api', '/docs', 'API'],
] as const;

export interface PageFrame {
  readonly title: string;
  readonly description: string;
  readonly part?: (typeof PARTS)[number][0];
  /** False on pages with their own search. */
  readonly search?: false;
  /** For this page only; its policy must allow them. */
  readonly style?: string;
  readonly script?: string;
  /** For long pages. */
  readonly contents: Markup | null;
  readonly main: Markup;
}

/** Loads nothing from other sites. */
export function layout(page: PageFrame): string {
  return textOf(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
<meta name="description" content="${page.description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON}">
<link rel="alternate" type="application/atom+xml" title="New and changed vulnerabilities" href="/api/v1/feed/atom">
<style>${raw(STYLE)}</style>${page.style === undefined ? '' : html`<style>${raw(page.style)}</style>`}
${page.script === undefined ? '' : html`<script type="module" src="${page.script}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="bar">
<a class="brand" href="/">${MARK} Almanac</a>
<nav aria-label="Site">${PARTS.map(([part, href, text]) => html`<a href="${href}"${part === page.part ? html` aria-current="true"` : ''}>${text}</a>\n`)}</nav>
${page.search === false ? '' : SEARCH}
</div></header>${raw(NOTICE_PLACE)}
<div class="frame">${
    page.contents === null
      ? html`<main id="content" tabindex="-1">${page.main}</main>`
      : html`<div class="columns">
<nav class="toc" aria-label="Contents">${page.contents}</nav>
<main id="content" tabindex="-1">${page.main}</main>
</div>`
  }
</div>
${FOOT}
</body>
</html>
`);
}

const SEARCH = html`<form action="/search" method="get" role="search" aria-label="Site"><input type="search" name="q" aria-label="Search" placeholder="CVE, package or words"><button>Search</button></form>`;

const FOOT = html`<footer class="foot"><div class="bar">
<p class="creed"><strong>Unknown is never shown as clean.</strong> Every answer names its sources, those that could not be checked, and the age of the records.</p>
<nav aria-label="More"><ul>
<li><a href="/search">Search</a></li>
<li><a href="/why">Why affected?</a></li>
<li><a href="/compare">Compare a scan</a></li>
<li><a href="/api/v1/feed/atom">Atom feed</a></li>
<li><a href="/api/v1/feed/rss">RSS feed</a></li>
<li><a href="/guides/cli">Command line</a></li>
<li><a href="/guides/client">Client</a></li>
<li><a href="/guides/agents">Agents</a></li>
<li><a href="/api/v1/openapi.json">openapi.json</a></li>
<li><a href="/llms.txt">llms.txt</a></li>
<li><a href="/.well-known/api-policy.json">Limits</a></li>
</ul></nav>
</div></footer>`;

/** Inline, so that it takes the colour of the text. */
const MARK = html`<svg width="26" height="26" viewBox="0 0 26 26" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M13 6.5C10.5 4.6 7 4 3 4.2v15.6c4-.2 7.5.4 10 2.2 2.5-1.8 6-2.4 10-2.2V4.2C19 4 15.5 4.6 13 6.5zM13 6.5V22"/></svg>`;

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 26 26' fill='none' stroke='%23b4531a' stroke-width='2' stroke-linejoin='round'%3E%3Cpath d='M13 6.5C10.5 4.6 7 4 3 4.2v15.6c4-.2 7.5.4 10 2.2 2.5-1.8 6-2.4 10-2.2V4.2C19 4 15.5 4.6 13 6.5zM13 6.5V22'/%3E%3C/svg%3E";
