import type { MyFinding, MyRow } from '@almanac/contract';
import { nextStep } from '@almanac/core/my-packages';
import { percent } from '@almanac/core/scores';
import { html } from 'hono/html';
import { type Markup, said, table } from '../markup.ts';
import { chip, EXPLOITED, severityChip, verdictChip } from '../parts/chip.ts';
import { countWords } from '../parts/fold.ts';
import { stageWords } from '../parts/pulls.ts';
import { time, UNKNOWN } from '../parts/words.ts';

const AFFECTED = [
  ['Package', 'name'],
  ['Why', 'prose'],
  ['Fix', 'prose'],
  ['Age', 'brief'],
] as const;

/** Worst first. */
export function affectedSection(rows: readonly MyRow[]): Markup | string {
  const affected = rows.filter(({ verdict }) => verdict === 'affected');
  if (affected.length === 0) return '';
  const cells = affected.map((row) => [subject(row), reasons(row), fix(row), since(row)]);
  return html`<section><h2 id="attention">Needs attention</h2>${table('What needs attention', AFFECTED, cells)}</section>`;
}

function subject(row: MyRow): Markup {
  const { version, channels, ecosystem } = row;
  const where = ecosystem ?? channels.join(', ');
  return html`<strong>${packageName(row)}</strong>${version === null ? '' : html` ${said(version)}`}<br>${verdictChip(row.verdict)}${where === '' ? '' : html`<br><span class="note">${where}</span>`}`;
}

/** Packages of an ecosystem have no page under their name alone. */
function packageName({ package: name, version, ecosystem }: MyRow): Markup {
  if (ecosystem !== null) return said(name);
  const query = version === null ? '' : `?version=${encodeURIComponent(version)}`;
  return html`<a href="/package/${encodeURIComponent(name)}${query}">${said(name)}</a>`;
}

const FIRST = 3;

function reasons({ verdictReason, findings, total }: MyRow): Markup {
  const more = findings.slice(FIRST);
  const left = total - findings.length;
  const rest =
    left > 0 ? html`<li class="note">${countWords(left, 'more is', 'more are')} on the package page.</li>` : '';
  return html`<p>${verdictReason}</p><ul class="plain">${findings.slice(0, FIRST).map(findingItem)}</ul>${
    more.length === 0
      ? ''
      : html`<details class="proof"><summary>${countWords(more.length, 'more', 'more')}</summary><ul class="plain">${more.map(findingItem)}${rest}</ul></details>`
  }`;
}

function findingItem({ id, severity, kev, epss, status }: MyFinding): Markup {
  const facts = [
    ...(status === 'affected' ? [] : [status === 'possible' ? 'may apply' : 'patched']),
    ...(epss === null ? [] : [`EPSS ${percent(epss)}`]),
  ];
  return html`<li>${address(id)} ${severityChip(severity)}${kev ? html` ${EXPLOITED}` : ''} <span class="note">${facts.join(', ')}</span></li>\n`;
}

function address(id: string): Markup {
  return html`<a href="/${encodeURIComponent(id)}">${id}</a>`;
}

function fix(row: MyRow): Markup {
  const step = nextStep(row);
  const issue = row.findings.find((finding) => finding.issue !== undefined)?.issue;
  return html`<p>${step?.sentence ?? ''}</p>${step?.command == null ? '' : html`<p><code>${step.command}</code></p>`}
${issue === undefined ? '' : html`<p class="note">Tracked in <a href="/issues/${issue.number}">#${issue.number}</a>${issue.stage === null ? ', no pull request yet' : html`, pull request ${stageWords(issue.stage)}`}.</p>`}
${row.rebuilds === null || row.rebuilds === 0 ? '' : html`<p class="note">Rebuilds at least ${countWords(row.rebuilds, 'package')}.</p>`}`;
}

function since({ knownSince }: MyRow): Markup {
  return knownSince === null ? html`age ${UNKNOWN}` : html`since ${time(knownSince)}`;
}

const UNCHECKED = [
  ['Packages', 'name'],
  ['Why', 'prose'],
  ['What to do', 'prose'],
] as const;

/** Grouped by reason. */
export function unknownSection(rows: readonly MyRow[], left: number): Markup | string {
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown');
  if (unknown.length + left === 0) return '';
  const groups = [
    ...Map.groupBy(unknown, (row) => JSON.stringify([row.verdictReason, nextStep(row)?.sentence])).values(),
  ];
  const cells = groups.flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [[names(same), first.verdictReason, unknownStep(first)]];
  });
  return html`<section><h2 id="unknown">Could not be checked</h2><p>These are ${UNKNOWN}, which does not mean clean.</p>
${cells.length === 0 ? '' : table('What could not be checked', UNCHECKED, cells)}
${left === 0 ? '' : html`<p>${countWords(left, 'more package')} of this maintainer: only the first 100 by name are checked.</p>`}</section>`;
}

function unknownStep(row: MyRow): Markup | string {
  const possible = row.findings.filter(({ status }) => status !== 'fixed_by_patch').slice(0, FIRST);
  if (possible.length === 0) return nextStep(row)?.sentence ?? '';
  return html`${nextStep(row)?.sentence ?? ''}<ul class="plain">${possible.map(findingItem)}</ul>`;
}

export function calmSection(rows: readonly MyRow[]): Markup | string {
  const groups = CALM.flatMap(([verdict, why]) => {
    const same = rows.filter((row) => row.verdict === verdict);
    return same.length === 0 ? [] : [[verdictChip(verdict), why, names(same)] as const];
  });
  if (groups.length === 0) return '';
  return html`<section><h2 id="calm">No known vulnerability</h2>${table('No known vulnerability', CALM_COLUMNS, groups)}</section>`;
}

const CALM = [
  ['none_known', 'The sources that cover the package are up to date and have no record of it.'],
  ['not_affected', 'Records of the package exist, but none applies to this version.'],
] as const;

const CALM_COLUMNS = [
  ['Verdict', 'brief'],
  ['Why', 'prose'],
  ['Packages', 'prose'],
] as const;

function names(rows: readonly MyRow[]): Markup {
  return html`<ul class="names">${rows.map((row) => html`<li>${packageName(row)}${row.version === null ? '' : html` ${said(row.version)}`}${row.channels.length === 0 ? '' : html` <span class="note">${row.channels.join(', ')}</span>`}</li>\n`)}</ul>`;
}

export function totalsLine({
  affected,
  unknown,
  noneKnown,
  notAffected,
}: {
  affected: number;
  unknown: number;
  noneKnown: number;
  notAffected: number;
}): Markup {
  const parts = [
    ...(affected > 0 ? [chip(`${affected} affected`, 'bad')] : []),
    ...(unknown > 0 ? [chip(`${unknown} unknown`, 'warn')] : []),
    ...(noneKnown > 0 ? [chip(`${noneKnown} without known vulnerabilities`, 'good')] : []),
    ...(notAffected > 0 ? [chip(`${notAffected} not affected`, 'good')] : []),
  ];
  return html`<p class="totals">${parts.map((part) => html`${part} `)}</p>`;
}
