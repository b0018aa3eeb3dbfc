import { CAUSES, type ComparedFinding, type ScannerReport, sideOf } from '@almanac/core/compare';
import { count, counted, foreign, make } from './dom.ts';

const SIDES = { both: 'found by both', theirs: 'only the report', ours: 'only Almanac', unknown: 'unknown' } as const;

export function comparisonView(report: ScannerReport, findings: readonly ComparedFinding[]): HTMLElement[] {
  const { scanner, version, packages } = report;
  const tiles = Object.entries(SIDES).map(([side, words]) => {
    const total = findings.filter(({ cause }) => sideOf(cause) === side).length;
    return make('li', {}, make('strong', {}, count(total)), ` ${words}`);
  });
  return [
    make(
      'h2',
      { id: 'result' },
      `${scanner}${version === null ? '' : ` ${version}`}: ${counted(packages.length, 'package')}`,
    ),
    make('ul', { class: 'tally' }, ...tiles),
    ...CAUSES.flatMap(({ id, side, words }) => {
      const rows = findings.filter(({ cause }) => cause === id);
      return rows.length === 0 ? [] : [section(`${words} (${count(rows.length)})`, SIDES[side], rows)];
    }),
  ];
}

const HEADS = ['Vulnerability', 'Package', 'Version', 'Why'];
/** More rows slow the page down; the command line shows all. */
const MAX_ROWS = 500;

function section(title: string, side: string, rows: readonly ComparedFinding[]): HTMLElement {
  const head = HEADS.map((text) => make('th', { role: 'columnheader', scope: 'col' }, text));
  const table = make(
    'table',
    { role: 'table' },
    make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, ...head)),
    make('tbody', { role: 'rowgroup' }, ...rows.slice(0, MAX_ROWS).map(row)),
  );
  const left = rows.length - MAX_ROWS;
  return make(
    'section',
    {},
    make('h3', {}, title, side === SIDES.both ? null : make('span', { class: 'note' }, ` ${side}`)),
    make('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': title }, table),
    left > 0 ? make('p', { class: 'note' }, `${count(left)} more: almanac compare shows them all.`) : null,
  );
}

function row({ id, package: { name, version, purl }, why }: ComparedFinding): HTMLElement {
  const query = purl === null ? null : new URLSearchParams({ package: purl, cve: id }).toString();
  const explained = query === null ? '' : make('a', { href: `/why?${query}` }, 'Proof');
  const cells: readonly (readonly [string, (Node | string)[]])[] = [
    ['name', [make('a', { href: `/${encodeURIComponent(id)}` }, foreign(id))]],
    ['brief', [foreign(name)]],
    ['brief', [foreign(version ?? 'no version')]],
    ['prose', [foreign(why), ' ', explained]],
  ];
  return make(
    'tr',
    { role: 'row' },
    ...cells.map(([kind, content]) => make('td', { role: 'cell', class: kind }, ...content)),
  );
}
