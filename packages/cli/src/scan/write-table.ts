import type { Finding } from '@almanac/core/sbom';
import { type Colours, paintOf } from '../output/colours.ts';
import { plain } from '../output/plain-text.ts';
import { type Cell, table } from '../output/table.ts';
import { widthOf, wrapped } from '../output/width.ts';
import { count, counted } from '../output/words.ts';
import { coverageWords } from './gaps.ts';
import type { ScanResult } from './result.ts';
import type { ScanRow } from './rows.ts';
import { SEVERITIES, thresholdWords } from './thresholds.ts';

const COLUMNS = [
  { head: 'Package', least: 12 },
  { head: 'Version', least: 7, mayGo: true },
  { head: 'Vulnerability' },
  { head: 'Severity' },
  { head: 'Fixed in', least: 8 },
] as const;

const FILE = { head: 'File', least: 10, keepEnd: true, mayGo: true } as const;

interface Line {
  readonly row: ScanRow;
  readonly finding: Finding;
}

/** The findings, worst first, and what it all comes to. */
export function scanTable(result: ScanResult, colours: Colours, width: number | null): string[] {
  const { rows, files } = result;
  const several = files.length > 1;
  const lines = rows.flatMap((row) => row.findings.map((finding): Line => ({ row, finding })));
  const cells = lines.toSorted((a, b) => rank(a) - rank(b)).map((line) => cellsOf(line, several, colours));
  const left = rows.reduce((sum, { more }) => sum + more, 0);
  return [
    ...(cells.length === 0 ? [] : [...table(several ? [...COLUMNS, FILE] : COLUMNS, cells, width, colours.dim), '']),
    ...(left === 0 ? [] : [`${count(left)} more findings: almanac package <purl> lists those of a package.`, '']),
    ...summary(result, colours, width),
  ];
}

/** The last lines, also where something else is written: what is affected, what is not, and what nobody knows and why. */
export function summary(result: ScanResult, colours: Colours, width: number | null): string[] {
  const { files, counts, coverage, gaps, reached } = result;
  const columns = width ?? 120;
  const affected = `${count(counts.affected)} affected`;
  const unknown = `${count(counts.unknown)} unknown`;
  const clean = `${count(counts.notAffected)} not affected, ${count(counts.noneKnown)} none known`;
  const headline = [
    counts.affected > 0 ? colours.red(colours.bold(affected)) : affected,
    clean,
    counts.unknown > 0 ? colours.yellow(colours.bold(unknown)) : unknown,
  ].join(', ');
  const others = [...gaps.filter(({ components }) => components === 0).map(({ words }) => words), ...reached.undecided];
  const where = files.length === 1 ? plain(files[0]?.path ?? '') : counted(files.length, 'file');
  const whole = `of ${counted(counts.seen, 'component')} in ${where}`;
  const bare = `${affected}, ${clean}, ${unknown} ${whole}`;
  return [
    ...(widthOf(bare) > columns ? [headline, whole] : [`${headline} ${whole}`]),
    ...thresholdLine(result).flatMap((line) => bullet(line, columns)),
    ...reasonsOf(result.rows, files.length > 1).flatMap((line) => bullet(`unknown: ${line}`, columns)),
    ...others.flatMap((line) => bullet(`not sure: ${line}`, columns)),
    ...(coverage === null ? [] : wrapped(plain(coverageWords(coverage)), columns).map(colours.dim)),
  ];
}

/** Why it ended as it did: without a threshold the first line says it. */
function thresholdLine({ thresholds, reached }: ScanResult): string[] {
  if (thresholds.length === 0) return [];
  return [`${counted(reached.reached, 'finding')} at or above ${thresholds.map(thresholdWords).join(' or ')}`];
}

/** So many reasons are named. */
const NAMED = 8;

/** Why what is unknown is unknown, the most frequent first. */
function reasonsOf(rows: readonly ScanRow[], several: boolean): string[] {
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown');
  const groups = [...Map.groupBy(unknown, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  const named = groups.slice(0, NAMED).map(([reason, [first, ...others]]) => {
    const { file = '', component } = first ?? {};
    const name = component?.name ?? '';
    // A line has no name of its own: which file it is of must be said.
    const place = several && name === component?.place && name !== file ? ` in ${file}` : '';
    return `${name}${place}${others.length === 0 ? '' : ` and ${counted(others.length, 'other')}`}: ${reason}`;
  });
  const left = groups.slice(NAMED).reduce((sum, [, all]) => sum + all.length, 0);
  return left === 0 ? named : [...named, `${counted(left, 'other')} for other reasons; --json names all`];
}

function bullet(text: string, columns: number): string[] {
  return wrapped(plain(text), columns - 2).map((line, i) => `${i === 0 ? '-' : ' '} ${line}`);
}

function cellsOf({ row, finding }: Line, several: boolean, colours: Colours): Cell[] {
  const { name, version } = row.component;
  return [
    { text: name },
    { text: version ?? 'no version' },
    { text: finding.id },
    { text: severityWords(row, finding), paint: paintOf(colours, holds(row, finding) ? finding.severity : null) },
    { text: finding.fixedIn ?? 'no fix known' },
    ...(several ? [{ text: row.file, paint: colours.dim }] : []),
  ];
}

/** Only what holds for sure is named plainly. */
function severityWords(row: ScanRow, finding: Finding): string {
  const words = finding.severity ?? 'not rated';
  if (finding.status === 'fixed_by_patch') return `${words}, patched`;
  return holds(row, finding) ? words : `${words}, possible`;
}

/** Of a component of which nothing is sure, say for want of a version, a finding is possible at best. */
function holds({ verdict }: ScanRow, { status }: Finding): boolean {
  return verdict === 'affected' && status === 'affected';
}

function rank({ row, finding }: Line): number {
  const { severity, status } = finding;
  const place = severity === null ? SEVERITIES.length : SEVERITIES.indexOf(severity);
  return (status === 'fixed_by_patch' ? 20 : holds(row, finding) ? 0 : 10) + place;
}
