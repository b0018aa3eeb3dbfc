import type { Coverage } from '@almanac/contract';
import { coverageSentence, formatSourceState } from '@almanac/core/sources';
import { html } from 'hono/html';
import { type Markup, table } from '../markup.ts';
import { chip } from './chip.ts';
import { fold } from './fold.ts';
import { moment, sourceName } from './words.ts';

type Row = Coverage['coverage'][number];

/** One line while all sources are up to date. Others come first, in a table. */
export function coveragePart(coverage: readonly Row[]): Markup {
  const late = coverage.filter(({ state }) => state !== 'ok');
  const note =
    late.length === 0 ? coverageSentence(coverage) : `${late.length} of ${coverage.length} are not up to date`;
  return html`${late.length === 0 ? '' : html`<section><h2 id="late">Sources that are not up to date</h2>${sourceTable('Sources that are not up to date', late)}</section>`}
${fold('coverage', 'Coverage', note, sourceTable('Sources', coverage))}`;
}

function sourceTable(label: string, coverage: readonly Row[]): Markup {
  const rows = coverage.map(({ source, state, checkedAt }) => [
    html`<strong>${sourceName(source)}</strong>`,
    chip(formatSourceState(state), state === 'ok' ? 'good' : 'warn'),
    checkedAt === null ? 'never' : moment(checkedAt),
  ]);
  return table(label, COLUMNS, rows);
}

const COLUMNS = [
  ['Source', 'name'],
  ['State', 'brief'],
  ['Last checked', 'prose'],
] as const;
