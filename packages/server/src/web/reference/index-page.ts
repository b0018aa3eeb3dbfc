import type { OpenapiDocument } from '@almanac/contract';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import { type Column, type Markup, table } from '../markup.ts';
import { envelope, errors, headers, introduction, limits, start } from './chapters.ts';
import { methodBadge } from './endpoint.ts';
import { filterBox, wordsOf } from './filter.ts';
import { type EndpointGroup, endpointAddress, groupsOf } from './groups.ts';

/** Lists every endpoint on one line. Generated from the OpenAPI document. */
export function referencePage(document: OpenapiDocument, script: string | undefined): string {
  const groups = groupsOf(document);
  const all = groups.flatMap(({ members }) => members);
  return layout({
    title: `${document.info.title} API reference`,
    description: document.info.summary,
    part: 'api',
    ...(script === undefined ? {} : { script }),
    contents: contents(groups),
    main: html`${introduction()}
<section><h2 id="endpoints">Endpoints</h2>
<p>Each group has a page with parameters, a request to copy, an example and every member of the answer.</p>
${filterBox(all.length)}
${groups.map(groupRows)}</section>
${start(document)}
${envelope()}
${limits(all)}
${headers(document)}
${errors()}
<p class="colophon">Almanac ${document.info.version}, ${document.info.license.name}. This page is made from <a href="${document.servers[0]?.url ?? ''}/openapi.json">openapi.json</a>.</p>`,
  });
}

/** The ids were the endpoints' anchors when the reference was one page. */
function groupRows({ name, title, description, members }: EndpointGroup): Markup {
  const rows = members.map((described) => {
    const { method, path, operation } = described;
    const { operationId: id, summary } = operation;
    const link = html`<a id="${id}" data-words="${wordsOf(described, title)}" href="${endpointAddress(name, id)}"><code>${path}</code></a>`;
    return [methodBadge(method), link, summary];
  });
  return html`<section class="endpoints"><h3 id="area-${name}"><a href="/docs/${name}">${title}</a></h3>
<p>${description}</p>
${table(`Endpoints: ${title}`, ROWS, rows)}</section>\n`;
}

function contents(groups: readonly EndpointGroup[]): Markup {
  return html`<ul>
<li><a href="#introduction">Introduction</a></li>
<li><a href="#endpoints">Endpoints</a>
<ul>${groups.map(({ name, title }) => html`<li><a href="/docs/${name}">${title}</a></li>\n`)}</ul></li>
<li><a href="#start">Base address</a></li>
<li><a href="#envelope">Envelope</a></li>
<li><a href="#limits">Rate limits</a></li>
<li><a href="#headers">Headers</a></li>
<li><a href="#errors">Errors</a></li>
</ul>`;
}

const ROWS: readonly Column[] = [
  ['Method', 'name'],
  ['Path', 'name'],
  ['What it answers', 'prose'],
];
