import type { Coverage } from '@almanac/contract';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { chip } from './chip.ts';
import { moment, sourceName } from './words.ts';

export function coverageSection(coverage: Coverage['coverage']): Markup {
  return html`<section><h2 id="coverage">Coverage</h2>${coverageTable(coverage)}</section>`;
}

/** Which sources were consulted, and how old they are: an empty page means nothing without this. */
export function coverageTable(coverage: Coverage['coverage']): Markup {
  const rows = coverage.map(({ source, state, checkedAt }) => [
    html`<strong>${sourceName(source)}</strong>`,
    chip(state.replaceAll('_', ' '), state === 'ok' ? 'good' : 'warn'),
    checkedAt === null ? 'never asked' : html`asked ${moment(checkedAt)}`,
  ]);
  return table(
    'Sources consulted',
    [
      ['Source', 'name'],
      ['State', 'brief'],
      ['Last asked', 'prose'],
    ],
    rows,
  );
}
