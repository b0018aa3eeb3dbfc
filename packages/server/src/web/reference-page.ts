import type { OpenapiDocument } from '@almanac/contract';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import type { Markup } from './markup.ts';
import { envelope, errors, headers, introduction, limits, start } from './reference/chapters.ts';
import { type Described, endpointArticle } from './reference/endpoint.ts';

/** The API reference for people, made from the same document that programs read. */
export function referencePage(document: OpenapiDocument): string {
  const all = describedIn(document);
  const areas = document.tags.map((tag) => ({
    ...tag,
    title: TITLES.get(tag.name) ?? tag.name,
    members: all.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));

  return layout({
    title: `${document.info.title} API reference`,
    description: document.info.summary,
    part: 'api',
    contents: contents(areas),
    main: html`${introduction()}
${start(document, all)}
${envelope()}
${limits(all)}
${headers(document)}
${areas.map(
  ({ name, title, description, members }) => html`<section><h2 id="area-${name}">${title}</h2>
<p>${description}</p>
${members.map(endpointArticle)}</section>`,
)}
${errors()}
<p class="colophon">Almanac ${document.info.version}, ${document.info.license.name}. This page is made from <a href="${document.servers[0]?.url ?? ''}/openapi.json">openapi.json</a>.</p>`,
  });
}

interface AreaContents {
  readonly name: string;
  readonly title: string;
  readonly members: readonly Described[];
}

function contents(areas: readonly AreaContents[]): Markup {
  return html`<ul>
<li><a href="#introduction">Introduction</a></li>
<li><a href="#start">Base address</a></li>
<li><a href="#envelope">Envelope</a></li>
<li><a href="#limits">Rate limits</a></li>
<li><a href="#headers">Headers</a></li>
${areas.map(
  ({ name, title, members }) => html`<li><a href="#area-${name}">${title}</a>
<ul>${members.map(({ path, operation }) => html`<li><a href="#${operation.operationId}"><code>${path}</code></a></li>`)}</ul></li>
`,
)}<li><a href="#errors">Errors</a></li>
</ul>`;
}

function describedIn(document: OpenapiDocument): Described[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ document, method, path, operation })),
  );
}

const TITLES = new Map([
  ['cve', 'CVEs'],
  ['packages', 'Packages'],
  ['tracker', 'Tracker'],
  ['sbom', 'Bills of materials'],
  ['graph', 'Graph'],
  ['analytics', 'Analytics'],
  ['feeds', 'Feeds'],
  ['access', 'Access'],
  ['meta', 'The service'],
]);
