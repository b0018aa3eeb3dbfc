import type { SourceStatus } from '@almanac/contract';
import type { FreshnessChange } from '@almanac/core/freshness';
import { REQUIRED_SOURCES } from '@almanac/core/matching';
import { sourceName } from '@almanac/core/sources';
import { html } from 'hono/html';
import { layout } from './layout.ts';
import { type Markup, table } from './markup.ts';
import { chip } from './parts/chip.ts';
import { describeSources, groupSources } from './parts/source-count.ts';
import { moment, outside } from './parts/words.ts';

const STATES: ReadonlyMap<string, readonly [words: string, kind: string]> = new Map([
  ['ok', ['up to date', 'good']],
  ['stale', ['out of date', 'warn']],
  ['unreachable', ['cannot be read', 'bad']],
  ['held', ['held for review', 'warn']],
  ['disabled', ['not read yet', 'unrated']],
  ['not_configured', ['not read here', 'unrated']],
]);

export interface Stated {
  readonly at: Date;
  readonly isSigned: boolean;
  readonly changed: readonly { readonly at: Date; readonly changes: readonly FreshnessChange[] }[];
}

export function statusPage(
  sources: readonly SourceStatus[],
  stated: Stated | null,
  now: string,
  baseUrl: string,
): string {
  const groups = groupSources(sources);
  const wrong = [...groups.late, ...groups.warned];
  const rows = groups.read.map((source) => [
    html`<strong>${outside(source.home, source.name)}</strong><br><span class="note">${source.licence ?? 'no licence stated'}${source.attribution === null ? '' : ` · ${source.attribution}`}</span>`,
    chip(...(STATES.get(source.state) ?? [source.state, 'unrated'])),
    html`<span class="told">checked </span>${asked(source)}`,
    html`<span class="told">changed </span>${changed(source)}`,
    html`${source.records.toLocaleString('en')}<span class="told"> records</span>`,
  ]);
  return layout({
    title: 'Sources and their age',
    description: 'Which sources the answers use, and how old each is.',
    part: 'sources',
    contents: null,
    main: html`<header class="verdict"><h1>Sources</h1>
<p class="sentence">${describeSources(groups)} Answers that depend on a late source say so. As of ${moment(now)}.</p></header>
${wrong.length === 0 ? '' : html`<section class="trouble"><h2 id="trouble">Problems</h2><ul class="plain">${wrong.map(trouble)}</ul></section>`}
<section aria-label="Sources of the answers">${table('Sources', COLUMNS, rows)}</section>
${requiredSection()}
${statedSection(stated, baseUrl)}
${checkedSection(groups.read)}
<p class="note">As JSON: <a href="${baseUrl}/sources">sources</a>, <a href="${baseUrl}/health">health</a>.</p>`,
  });
}

function statedSection(stated: Stated | null, baseUrl: string): Markup {
  const links = html`<a href="${baseUrl}/sources/freshness">All statements</a> of the last year; <a href="${baseUrl}/feed/freshness">a feed</a> of changes.`;
  if (stated === null) {
    return html`<section><h2 id="stated">State changes</h2><p>The worker records the age of every source once an hour. It has not done so yet. ${links}</p></section>`;
  }
  const rows = stated.changed.flatMap(({ at, changes }) =>
    changes.map(({ source, sentence }) => [moment(at.toISOString()), sourceName(source), sentence]),
  );
  return html`<section><h2 id="stated">State changes</h2>
<p>The worker records the age of every source once an hour, last ${moment(stated.at.toISOString())}${stated.isSigned ? ', signed' : ', unsigned: no key is set'}. ${links}</p>
${rows.length === 0 ? html`<p class="note">No source has changed state yet.</p>` : table('State changes', CHANGED_COLUMNS, rows)}</section>`;
}

const CHANGED_COLUMNS = [
  ['Recorded', 'brief'],
  ['Source', 'name'],
  ['Change', 'prose'],
] as const;

/** When each source was last compared with the real upstream. */
function checkedSection(sources: readonly SourceStatus[]): Markup {
  const checked = sources.flatMap(({ name, checkedLiveAt }) =>
    checkedLiveAt === null ? [] : [html`<li>${name}: ${moment(checkedLiveAt)}</li>`],
  );
  const rest = checked.length === 0 ? 'all sources' : `the other ${sources.length - checked.length}`;
  return html`<section><h2 id="checked">Checked against the real upstream</h2>
<p><code>check-sources</code> compares what this release assumes about each source with the real one. Last runs:</p>
<ul class="plain">${checked}${checked.length === sources.length ? '' : html`<li>${rest}: never</li>`}</ul></section>`;
}

/** The sources that a verdict needs. */
function requiredSection(): Markup {
  const rows = REQUIRED_SOURCES.map(({ subject, sources }) => [subject, sources.map(sourceName).join(', ')]);
  return html`<section><h2 id="required">Which sources an answer needs</h2>
<p>While a required source is late, or does not cover the package, a package without findings is <strong>unknown</strong>. Other sources only add findings.</p>
${table('Required sources', REQUIRED_COLUMNS, rows)}</section>`;
}

const REQUIRED_COLUMNS = [
  ['Query', 'prose'],
  ['Required', 'prose'],
] as const;

function asked({ cadenceSeconds, lastCheckedAt }: SourceStatus): Markup | string {
  if (cadenceSeconds === null) return 'when needed';
  return lastCheckedAt === null ? 'never' : moment(lastCheckedAt);
}

function changed({ cadenceSeconds, lastChangedAt }: SourceStatus): Markup | string {
  if (lastChangedAt !== null) return moment(lastChangedAt);
  return cadenceSeconds === null ? 'nothing fetched yet' : 'never';
}

const COLUMNS = [
  ['Source', 'name'],
  ['State', 'brief'],
  ['Checked', 'brief'],
  ['Changed', 'brief'],
  ['Records', 'brief'],
] as const;

function trouble({ name, state, lastError, warnings }: SourceStatus): Markup {
  const reasons = [
    ...(state === 'ok' ? [] : [`${STATES.get(state)?.[0] ?? state}${lastError === null ? '' : `: ${lastError}`}`]),
    ...warnings.map(({ detail }) => detail),
  ];
  return html`<li><strong>${name}</strong>: ${reasons.join('; ')}</li>\n`;
}
