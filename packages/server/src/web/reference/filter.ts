import { html } from 'hono/html';
import type { Markup } from '../markup.ts';
import { type Described, parametersOf } from './described.ts';

/** Shown where scripts run. Nothing is sent. */
export function filterBox(count: number): Markup {
  return html`<form class="find" role="search" aria-label="Endpoints"><label>Filter <input id="find" type="search" autocomplete="off" maxlength="100" placeholder="purl, epss, history …"></label> <output id="found" for="find">${count} endpoints</output></form>
<p id="found-none" class="past" hidden>No endpoint has all of these words.</p>`;
}

/** Method, path, summary, parameter names and the group's title, for the filter. */
export function wordsOf(described: Described, group: string): string {
  const { method, path, operation } = described;
  const names = parametersOf(described).map(({ name }) => name);
  return [method, path, operation.operationId, operation.summary, ...names, group].join(' ').toLowerCase();
}
