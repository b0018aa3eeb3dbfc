import type { MyFinding, MyRow } from '@almanac/contract';
import { nextStep } from '@almanac/core/my-packages';
import { percent } from '@almanac/core/scores';
import { counted, foreign, make } from './dom.ts';
import type { ListState } from './my-list.ts';

/** Matches the rows that the server renders for a list in the address. */
export function listView({ rows }: ListState): HTMLElement[] {
  const of = (...verdicts: MyRow['verdict'][]) => rows.filter(({ verdict }) => verdicts.includes(verdict));
  return [
    ...section('Needs attention', AFFECTED, of('affected').map(affectedCells)),
    ...section('Could not be checked', GROUPED, grouped(of('unknown'))),
    ...section('No known vulnerability', GROUPED, grouped(of('none_known', 'not_affected'))),
  ];
}

type Cell = Node | string;

const AFFECTED = ['Package', 'Why', 'Fix', 'Age'];
const GROUPED = ['Why', 'Packages'];
const KINDS = ['name', 'prose', 'prose', 'brief'];

function section(title: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): HTMLElement[] {
  if (rows.length === 0) return [];
  const head = heads.map((text) => make('th', { role: 'columnheader', scope: 'col' }, text));
  const body = rows.map((cells) =>
    make(
      'tr',
      { role: 'row' },
      ...cells.map((cell, i) => make('td', { role: 'cell', class: KINDS[i] ?? 'prose' }, cell)),
    ),
  );
  const table = make(
    'table',
    { role: 'table' },
    make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, ...head)),
    make('tbody', { role: 'rowgroup' }, ...body),
  );
  const frame = { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title };
  return [make('section', {}, make('h2', {}, title), make('div', frame, table))];
}

function affectedCells(row: MyRow): Cell[] {
  const { verdictReason, findings, knownSince, channels, ecosystem } = row;
  const step = nextStep(row);
  const where = ecosystem ?? channels.join(', ');
  return [
    make('div', {}, make('strong', {}, named(row)), where === '' ? null : make('p', { class: 'note' }, where)),
    make('div', {}, make('p', {}, verdictReason), make('ul', { class: 'plain' }, ...findings.slice(0, 3).map(finding))),
    make('div', {}, step?.sentence ?? '', step?.command == null ? null : make('p', {}, make('code', {}, step.command))),
    knownSince === null ? 'age unknown' : make('time', { datetime: knownSince }, `since ${knownSince.slice(0, 10)}`),
  ];
}

function finding({ id, severity, kev, epss }: MyFinding): HTMLElement {
  const chip = make('span', { class: `chip ${severity ?? 'unrated'}` }, severity ?? 'not rated');
  const exploited = kev ? make('span', { class: 'chip bad' }, 'known to be exploited') : null;
  const score = epss === null ? '' : ` EPSS ${percent(epss)}`;
  const link = make('a', { href: `/${encodeURIComponent(id)}` }, id);
  return make('li', {}, link, ' ', chip, ' ', exploited, make('span', { class: 'note' }, score));
}

/** Groups rows by reason and next step: a thousand equal rows say no more than one. */
function grouped(rows: readonly MyRow[]): Cell[][] {
  const groups = Map.groupBy(rows, (row) => [row.verdictReason, nextStep(row)?.sentence ?? ''].join(' ').trim());
  return [...groups].map(([reason, same]) => [
    make('div', {}, make('strong', {}, counted(same.length, 'version')), make('p', {}, reason)),
    make('ul', { class: 'names' }, ...same.map((row) => make('li', {}, named(row)))),
  ]);
}

function named({ package: name, version }: MyRow): HTMLElement {
  return foreign(version === null ? name : `${name} ${version}`);
}
