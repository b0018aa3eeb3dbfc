import type { OpenapiDocument } from '@almanac/contract';
import { html } from 'hono/html';
import { layout } from '../layout.ts';
import type { Markup } from '../markup.ts';
import { codeList, commonCodes, endpointArticle } from './endpoint.ts';
import { filterBox } from './filter.ts';
import { areaNames, type EndpointGroup, groupsOf, groupTitle } from './groups.ts';

export function referenceGroupPage(document: OpenapiDocument, script: string | undefined): string {
  const [group] = groupsOf(document);
  if (group === undefined) throw new Error('The document has no endpoints');
  const { title, description, members } = group;
  const common = commonCodes(members);
  return layout({
    title: `${title} – API reference`,
    description,
    part: 'api',
    ...(script === undefined ? {} : { script }),
    contents: contents(group),
    main: html`<header class="verdict"><p class="trail"><a href="/docs">API reference</a> <span aria-hidden="true">/</span> ${title}</p><h1>${title}</h1>
<p class="sentence">${description} Paths are relative to <code>${document.servers[0]?.url ?? ''}</code>.</p></header>
<h2 id="endpoints">Endpoints</h2>
${filterBox(members.length)}
${members.map((described) => endpointArticle(described, title, common))}
<section><h2 id="common">Errors of every endpoint on this page</h2>
${codeList(common)}</section>
<p class="colophon">Almanac ${document.info.version}. What all endpoints share is in <a href="/docs">the reference</a>: <a href="/docs#envelope">envelope</a>, <a href="/docs#limits">rate limits</a>, <a href="/docs#headers">headers</a>, <a href="/docs#errors">errors</a>.</p>`,
  });
}

function contents({ name, title, members }: EndpointGroup): Markup {
  const others = areaNames().filter((area) => area !== name);
  return html`<ul><li><a href="/docs/${name}" aria-current="page">${title}</a>
<ul>${members.map(({ path, operation }) => html`<li><a href="#${operation.operationId}"><code>${path}</code></a></li>`)}</ul></li>
${others.map((area) => html`<li><a href="/docs/${area}">${groupTitle(area)}</a></li>\n`)}</ul>`;
}
