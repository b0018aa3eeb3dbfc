import { throughWords } from '@almanac/core/scan';
import { percent } from '@almanac/core/scores';
import { type Colours, paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { type Cell, type Column, table } from '../output/table.ts';
import { widthOf, wrapped } from '../output/width.ts';
import { count } from '../output/words.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { ScanResult } from '../scan/result.ts';
import type { ScanFormat } from './format.ts';
import { type FoundLine, foundLines, severityWords, stateOfFound, targetWords } from './found.ts';
import { countsWords, headline, remarksButCoverage, wholeWords } from './summary.ts';

const COLUMNS = [
  { head: 'Package', least: 12 },
  { head: 'Version', least: 7, mayGo: true },
  { head: 'Vulnerability' },
  { head: 'Severity' },
  { head: 'Upgrade to', least: 8 },
  { head: 'EPSS', mayGo: true },
  { head: 'Introduced by', least: 12, mayGo: true },
] as const;

const FILE = { head: 'File', least: 10, keepEnd: true, mayGo: true } as const;

export const tableFormat: ScanFormat = {
  name: 'table',
  write({ result, colours, width }) {
    const { rows, files } = result;
    const several = files.length > 1;
    const cells = foundLines(rows).map((line) => cellsOf(line, several, colours));
    const left = rows.reduce((sum, { more }) => sum + more, 0);
    const columns = several ? [...COLUMNS, FILE] : COLUMNS;
    return [
      ...(cells.length === 0 ? [] : [...told(columns, cells, width, colours), '']),
      ...(left === 0
        ? []
        : [`${count(left)} more findings; use almanac package <purl> to list those of one package.`, '']),
      ...summary(result, colours, width),
    ].join('\n');
  },
};

/** Leaves out columns that are empty in all rows. */
function told(columns: readonly Column[], cells: readonly Cell[][], width: number | null, colours: Colours): string[] {
  const saying = new Set(columns.keys().filter((i) => cells.some((row) => row[i]?.text !== '')));
  const of = <T>(all: readonly T[]) => all.filter((_, i) => saying.has(i));
  return table(of(columns), cells.map(of), width, colours.dim);
}

/** Summarizes the scan, also when the document goes elsewhere. */
export function summary(result: ScanResult, colours: Colours, width: number | null): string[] {
  const { counts, coverage } = result;
  const columns = width ?? 120;
  const { affected, clean, unknown } = countsWords(result);
  const painted = [
    counts.affected > 0 ? colours.red(colours.bold(affected)) : affected,
    clean,
    counts.unknown > 0 ? colours.yellow(colours.bold(unknown)) : unknown,
  ].join(', ');
  const whole = wholeWords(result);
  return [
    ...(widthOf(headline(result)) > columns ? [painted, whole] : [`${painted} ${whole}`]),
    ...remarksButCoverage(result).flatMap((line) => bullet(line, columns)),
    ...(coverage === null ? [] : wrapped(plain(coverageWords(coverage)), columns).map(colours.dim)),
  ];
}

function bullet(text: string, columns: number): string[] {
  return wrapped(plain(text), columns - 2).map((line, i) => `${i === 0 ? '-' : ' '} ${line}`);
}

function cellsOf(line: FoundLine, several: boolean, colours: Colours): Cell[] {
  const { row, finding } = line;
  const { name, version } = row.component;
  const isSure = stateOfFound(line) === 'affected';
  return [
    { text: name },
    { text: version ?? 'no version' },
    { text: finding.id },
    { text: severityWords(line), paint: paintOf(colours, isSure ? finding.severity : null) },
    { text: targetWords(line) },
    { text: typeof finding.epss === 'number' ? percent(finding.epss) : '' },
    { text: throughWords(row.component) ?? '' },
    ...(several ? [{ text: row.file, paint: colours.dim }] : []),
  ];
}
