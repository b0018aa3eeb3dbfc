import type { SourceStatus } from '@almanac/contract';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import { type Markup, table } from './markup.ts';
import { ago, outside } from './parts/words.ts';

const STATES: ReadonlyMap<string, string> = new Map([
  ['ok', 'up to date'],
  ['stale', 'not checked in time'],
  ['unreachable', 'cannot be read'],
  ['held', 'held for review'],
  ['disabled', 'not read yet'],
]);

/** How old every source is, and what is the matter with those that are not as they should be. */
export function statusPage(sources: readonly SourceStatus[], now: string, baseUrl: string): string {
  const read = sources.filter(({ state }) => state !== 'disabled');
  const wrong = read.filter(({ state, warnings }) => state !== 'ok' || warnings.length > 0);
  const rows = read.map((source) => [
    html`<strong>${outside(source.home, source.name)}</strong>`,
    html`<span class="state-${source.state}">${STATES.get(source.state) ?? source.state}</span>`,
    age(source, now),
    `${source.records.toLocaleString('en')} records`,
    html`${source.licence ?? 'no licence stated'}${source.attribution === null ? '' : html`<br><span class="note">${source.attribution}</span>`}`,
  ]);
  return layout({
    title: 'Sources and their age',
    description: 'Which sources the answers stand on, and how old each is.',
    version: '',
    links: [],
    contents: html`<ul><li><a href="#sources">Sources</a></li>${wrong.length === 0 ? '' : html`<li><a href="#trouble">Trouble</a></li>`}</ul>`,
    main: html`<header class="verdict"><h1>Sources</h1>
<p class="sentence">${wrong.length === 0 ? 'Every source that is read is up to date.' : `${read.length - wrong.length} of ${read.length} sources are as they should be.`}</p></header>
<section><h2 id="sources">What the answers stand on</h2>${table('Sources', COLUMNS, rows)}</section>
${wrong.length === 0 ? '' : html`<section><h2 id="trouble">What is the matter</h2><ul class="plain">${wrong.map(trouble)}</ul></section>`}
<p class="note">The same as JSON: <a href="${baseUrl}/sources">sources</a>, <a href="${baseUrl}/health">health</a>.</p>`,
  });
}

/** What is asked record by record has no age of its own. */
function age({ cadenceSeconds, lastCheckedAt, lastChangedAt }: SourceStatus, now: string): string {
  if (cadenceSeconds === null) return 'asked when needed';
  const asked = lastCheckedAt === null ? 'never asked' : `asked ${ago(lastCheckedAt, now)}`;
  return `${asked}; ${lastChangedAt === null ? 'never changed' : `changed ${ago(lastChangedAt, now)}`}`;
}

const COLUMNS = [
  ['Source', 'name'],
  ['State', 'brief'],
  ['Age', 'prose'],
  ['Size', 'brief'],
  ['Licence', 'prose'],
] as const;

function trouble({ name, state, lastError, warnings }: SourceStatus): Markup {
  const reasons = [
    ...(state === 'ok' ? [] : [`${STATES.get(state) ?? state}${lastError === null ? '' : `: ${lastError}`}`]),
    ...warnings.map(({ detail }) => detail),
  ];
  return html`<li><strong>${name}</strong>: ${reasons.join('; ')}</li>\n`;
}
