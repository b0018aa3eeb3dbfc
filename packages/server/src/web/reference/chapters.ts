import {
  CALLER_BUDGETS,
  ERRORS,
  type ErrorCode,
  exampleError,
  NETWORK_SHARES,
  type OpenapiDocument,
  PROCESS_BUDGETS,
  PROMISES,
  RATE_WINDOW_SECONDS,
  RATES,
} from '@almanac/contract';
import { html } from 'hono/html';
import { jsonBlock } from '../json-block.ts';
import { block, type Column, type Markup, prose, table } from '../markup.ts';
import type { Described } from './described.ts';

export function introduction(): Markup {
  return html`<section class="hero" id="introduction">
<h1>API reference</h1>
<p class="intro">Almanac gathers vulnerability data from several sources and answers in one form. Every answer about vulnerabilities keeps three promises.</p>
<ul class="promises">${PROMISES.map(({ name, text }) => html`<li><h2>${name}</h2><p>${prose(text)}</p></li>`)}</ul>
</section>`;
}

export function start(document: OpenapiDocument): Markup {
  return html`<section><h2 id="start">Base address</h2>
<p>Every path is relative to this address. Answers are JSON, whatever <code>Accept</code> says, and open to every origin.</p>
<p>A query parameter that an address does not take changes nothing; <code>X-Ignored-Parameters</code> names it, so that a slip is seen. One that it takes may be given once.</p>
${block('Base address', document.servers[0]?.url ?? '')}</section>`;
}

export function envelope(): Markup {
  const success = { success: true, data: {}, timestamp: '2026-11-15T08:30:00.000Z' };
  return html`<section><h2 id="envelope">Envelope</h2>
<p>Look at <code>success</code> first. Members are added over time: ignore those that you do not know. Where an answer rests on sources, <code>coverage</code> lists each with its
<code>source</code>, its <code>state</code>, and when it was last read (<code>checkedAt</code>) and last changed (<code>changedAt</code>). <code>notice</code> says what the data leaves out.</p>
<div class="side">
<div><h3>Success</h3>${jsonBlock('A successful answer', success)}</div>
<div><h3>Error</h3>${jsonBlock('An error', exampleError('ROUTE_UNKNOWN'))}</div>
</div></section>`;
}

/** From the constants that enforce them. */
export function limits(all: readonly Described[]): Markup {
  const classes = Object.entries(RATES)
    .map(([name, limit]) => ({
      limit,
      members: all.filter(({ operation }) => operation['x-rate-limit'].class === name),
    }))
    .filter(({ members }) => members.length > 0);
  const rows = classes.map(({ limit, members }) => [
    html`${members.map(({ path }, index) => html`${index === 0 ? '' : ', '}<code>${path}</code>`)}`,
    `${limit} a minute`,
  ]);
  return html`<section><h2 id="limits">Rate limits</h2>
<p>Each caller has a budget for every window of ${RATE_WINDOW_SECONDS} seconds. The endpoints of one row share it. Over it, the answer is 429 with <code>Retry-After</code>.</p>
<p>With an API key the endpoints of ${RATES.general} and ${RATES.issues} a minute share ${RATES.key}, wherever it is sent from. A key comes from <a href="/docs/access#postRequestAccess"><code>POST /request-access</code></a>, most easily by <a href="/guides/cli#commands"><code>almanac login</code></a> (<a href="/guides/install#access">how access is given</a>), and is sent as <code>Authorization: Bearer &lt;key&gt;</code>.</p>
<p>A large request counts as several: ${weighted(all)}. <code>X-RateLimit-Remaining</code> says what is left after it.</p>
${table('Rate limits', LIMITS, rows)}
${budgets()}</section>`;
}

function weighted(all: readonly Described[]): Markup {
  const endpoints = all.flatMap(({ path, operation }) => {
    const units = operation['x-rate-limit'].weights ?? [];
    return units.map(
      ({ unit, perRequest }) => html`${perRequest.toLocaleString('en')} ${unit} of <code>${path}</code>`,
    );
  });
  return html`${endpoints.map((each, index) => html`${index === 0 ? '' : ', '}${each}`)} count as one`;
}

/** Limits other than requests per minute, and those that all callers share. */
function budgets(): Markup {
  const own = Object.entries(CALLER_BUDGETS).map(([name, { withoutKey, withKey, per, meaning }]) => [
    html`<code>${name}</code>`,
    `${withoutKey.toLocaleString('en')} ${per}`,
    `${withKey.toLocaleString('en')} ${per}`,
    meaning,
  ]);
  const shared = Object.entries(PROCESS_BUDGETS).map(([name, meaning]) => [html`<code>${name}</code>`, prose(meaning)]);
  return html`<h3 id="budgets">Budgets beside the requests</h3>
<p>Over a budget of its own a caller gets a 429 <code>BUDGET_EXCEEDED</code>, over one that all callers share a 503 <code>OVERLOADED</code>. Either comes with <code>Retry-After</code>, and <code>details</code> names the budget. An IPv6 /48 has ${NETWORK_SHARES} times the budgets of one /64, request rates included.</p>
${table('Budgets of one caller', BUDGETS, own)}
${table('Budgets that all callers share', SHARED, shared)}`;
}

export function headers(document: OpenapiDocument): Markup {
  const rows = Object.entries(document.components.headers).map(([name, { description }]) => [
    html`<code>${name}</code>`,
    prose(description),
  ]);
  return html`<section><h2 id="headers">Headers</h2>
${table('Headers of answers', HEADERS, rows)}</section>`;
}

export function errors(): Markup {
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => [
    html`<code id="error-${code}">${code}</code>`,
    html`${ERRORS[code].status}`,
    html`${prose(ERRORS[code].meaning)}<br><span class="note">${prose(ERRORS[code].remedy)}</span>`,
  ]);
  return html`<section><h2 id="errors">Errors</h2>
<p>Branch on <code>code</code>, never on the text of <code>error</code>. Treat a code that you do not know by its status.</p>
${table('Error codes', CODES, rows)}</section>`;
}

const LIMITS: readonly Column[] = [
  ['Endpoints', 'name'],
  ['Requests', 'brief'],
];
const BUDGETS: readonly Column[] = [
  ['Budget', 'name'],
  ['Without a key', 'brief'],
  ['With a key', 'brief'],
  ['Of what', 'prose'],
];
const SHARED: readonly Column[] = [
  ['Budget', 'name'],
  ['Of what', 'prose'],
];
const HEADERS: readonly Column[] = [
  ['Header', 'name'],
  ['Meaning', 'prose'],
];
const CODES: readonly Column[] = [
  ['Code', 'name'],
  ['Status', 'brief'],
  ['Meaning and remedy', 'prose'],
];
