import type { OpenapiDocument, Operation, Parameter, Response } from '@almanac/contract';
import { html } from 'hono/html';
import { jsonBlock } from '../json-block.ts';
import { type Column, type Markup, prose, table } from '../markup.ts';
import { command } from '../parts/command.ts';
import { type Described, parametersOf } from './described.ts';
import { wordsOf } from './filter.ts';
import { deref, type Member, membersOfSchema, typeText } from './members.ts';

/** `common` lists error codes that the whole page shares. */
export function endpointArticle(described: Described, group: string, common: readonly string[]): Markup {
  const { method, path, operation } = described;
  return html`<article class="endpoint" id="${operation.operationId}" data-words="${wordsOf(described, group)}" aria-labelledby="${operation.operationId}-name">
<h3 id="${operation.operationId}-name">${methodBadge(method)} <a href="#${operation.operationId}"><code>${path}</code></a></h3>
<p class="summary">${operation.summary}.${operation.description === undefined ? '' : html` ${prose(operation.description)}`}</p>
${facts(operation)}
${parameters(described)}
<h4>Request</h4>
${command(`Request of ${path}`, curl(described))}
${answer(described)}
${ownErrors(codesOf(described).filter((code) => !common.includes(code)))}</article>
`;
}

export function methodBadge(method: string): Markup {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

function facts(operation: Operation): Markup {
  const { limit } = operation['x-rate-limit'];
  const seconds = operation['x-cache-seconds'];
  return html`<ul class="facts">
<li>${operation.security.length === 0 ? 'Public' : 'Needs a key'}</li>
<li>${limit} requests a minute</li>
<li>${seconds === 0 ? 'Never cached' : `Cached ${duration(seconds)}`}</li>
</ul>`;
}

function duration(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0
      ? [seconds / 3600, 'hour']
      : seconds % 60 === 0
        ? [seconds / 60, 'minute']
        : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function parameters(described: Described): Markup | string {
  const own = parametersOf(described).filter((each) => each.in !== 'header');
  if (own.length === 0) return '';
  const rows = own.map((each) => [
    html`<code>${each.name}</code>`,
    `${each.in}${each.required ? ', required' : ''}`,
    typeText(described.document, each.schema),
    html`${prose(each.description ?? '')}${preset(each)}`,
  ]);
  return html`<h4>Parameters</h4>${table(`Parameters of ${described.path}`, PARAMETERS, rows)}`;
}

function preset({ schema }: Parameter): Markup | string {
  return schema['default'] === undefined
    ? ''
    : html` <span class="note">Default: ${JSON.stringify(schema['default'])}.</span>`;
}

/** Fills path parameters with their first examples. */
function curl(described: Described): string {
  const { document, method, path, operation } = described;
  const filled = parametersOf(described)
    .filter((each) => each.in === 'path')
    .reduce((address, each) => address.replace(`{${each.name}}`, () => sample(document, each)), path);
  const address = `${document.servers[0]?.url ?? ''}${filled}`.replaceAll("'", '%27');
  const lines = [
    `curl '${address}'`,
    ...(operation.security.length === 0 ? [] : ['-H "Authorization: Bearer $ALMANAC_KEY"']),
    ...(method === 'post' ? sent(operation) : []),
    ...(method === 'delete' ? ['-X DELETE'] : []),
  ];
  return lines.join(' \\\n  ');
}

function sent(operation: Operation): string[] {
  if (operation.requestBody === undefined) return ['-X POST'];
  return ["-H 'Content-Type: application/json'", `-d ${bodyText(operation)}`];
}

function bodyText({ requestBody }: Operation): string {
  const example = requestBody?.content['application/json']?.example;
  return example === undefined ? '@body.json' : `'${JSON.stringify(example).replaceAll("'", String.raw`'\''`)}'`;
}

function sample(document: OpenapiDocument, { name, schema }: Parameter): string {
  const [first] = (deref(document, schema)['examples'] as readonly unknown[] | undefined) ?? [];
  return typeof first === 'string' ? encodeURIComponent(first) : `{${name}}`;
}

function answer({ document, path, operation }: Described): Markup | string {
  const given = operation.responses['200'] ?? operation.responses['201'] ?? operation.responses['202'];
  const content = given === undefined ? undefined : deref<Response>(document, given).content?.['application/json'];
  if (content === undefined) return '';
  const members = membersOfSchema(document, content.schema).filter(({ path: member }) => !SHARED.test(member));
  return html`<h4>Answer</h4>
<div class="stack">${jsonBlock(`Example answer of ${path}`, content.example)}
<details><summary>All ${members.length} members of the answer</summary><dl class="members">${members.map(memberLines)}</dl></details></div>`;
}

/** Explained on the reference's first page. */
const SHARED = /^(?:success|timestamp|notice|coverage\[\]\..+)$/;

function memberLines({ path, type, required, description }: Member): Markup {
  return html`<dt><code>${path}</code> ${type}${required ? '' : ', optional'}</dt>${description === '' ? '' : html`<dd>${prose(description)}</dd>`}\n`;
}

function ownErrors(codes: readonly string[]): Markup | string {
  return codes.length === 0 ? '' : html`<h4>Errors of its own</h4>\n${codeList(codes)}\n`;
}

export function codeList(codes: readonly string[]): Markup {
  return html`<ul class="codes">${codes.map((code) => html`<li><a href="/docs#error-${code}"><code>${code}</code></a></li>`)}</ul>`;
}

export function commonCodes([first, ...others]: readonly Described[]): string[] {
  if (first === undefined) return [];
  const known = others.map((described) => new Set(codesOf(described)));
  return codesOf(first).filter((code) => known.every((codes) => codes.has(code)));
}

function codesOf({ document, operation }: Described): string[] {
  return Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .flatMap(([, given]) =>
      Object.keys(deref<Response>(document, given).content?.['application/json']?.examples ?? {}),
    );
}

const PARAMETERS: readonly Column[] = [
  ['Name', 'name'],
  ['In', 'brief'],
  ['Type', 'brief'],
  ['Meaning', 'prose'],
];
