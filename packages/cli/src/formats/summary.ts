import { plain } from '../output/plain-text.ts';
import { count, counted, instant } from '../output/words.ts';
import { coverageWords } from '../scan/gaps.ts';
import type { ScanResult } from '../scan/result.ts';
import type { ScanRow } from '../scan/rows.ts';
import { thresholdWords } from '../scan/thresholds.ts';

/** For example `1 affected, 2 not affected, 0 none known, 1 unknown`. */
export function countsWords({ counts }: ScanResult): {
  readonly affected: string;
  readonly clean: string;
  readonly unknown: string;
} {
  return {
    affected: `${count(counts.affected)} affected`,
    clean: `${count(counts.notAffected)} not affected, ${count(counts.noneKnown)} none known`,
    unknown: `${count(counts.unknown)} unknown`,
  };
}

export function wholeWords({ files, counts }: ScanResult): string {
  const where = files.length === 1 ? plain(files[0]?.path ?? '') : counted(files.length, 'file');
  return `of ${counted(counts.seen, 'component')} in ${where}`;
}

export function headline(result: ScanResult): string {
  const { affected, clean, unknown } = countsWords(result);
  return `${affected}, ${clean}, ${unknown} ${wholeWords(result)}`;
}

export function remarks(result: ScanResult): string[] {
  const { coverage } = result;
  return [...remarksButCoverage(result), ...(coverage === null ? [] : [coverageWords(coverage)])];
}

export function remarksButCoverage(result: ScanResult): string[] {
  const { gaps, reached, files, snapshot } = result;
  const others = [...gaps.filter(({ components }) => components === 0).map(({ words }) => words), ...reached.undecided];
  return [
    ...thresholdLine(result),
    ...decisionLines(result),
    ...reasonsOf(result.rows, files.length > 1).map((line) => `unknown: ${line}`),
    ...others.map((line) => `incomplete: ${line}`),
    ...(snapshot === null ? [] : [snapshotLine(snapshot)]),
  ];
}

/** An answer is as old as its snapshot. */
function snapshotLine({ root, published, expires }: NonNullable<ScanResult['snapshot']>): string {
  return `answered from the snapshot of ${instant(published)}, which expires ${instant(expires)}, root ${root}`;
}

/** Without a threshold the first line explains the exit code. */
function thresholdLine({ thresholds, reached }: ScanResult): string[] {
  if (thresholds.length === 0) return [];
  return [`${counted(reached.reached, 'finding')} at or above ${thresholds.map(thresholdWords).join(' or ')}`];
}

function decisionLines({ decided }: ScanResult): string[] {
  const { suppressed, over, unused, notes } = decided;
  const named = over.slice(0, NAMED).map(({ finding, row, decision: { state, sentence } }) => {
    return `decision ${state}: ${finding.id} in ${row.component.name}: ${sentence}`;
  });
  const left = over.length - named.length;
  return [
    ...(suppressed === 0 ? [] : [`${counted(suppressed, 'finding')} suppressed by a decision`]),
    ...named,
    ...(left === 0
      ? []
      : [`${counted(left, 'other decision')} no longer ${left === 1 ? 'applies' : 'apply'}; use --json to see all`]),
    ...(unused.length === 0 ? [] : [unusedLine(unused)]),
    ...notes,
  ];
}

function unusedLine([first, ...others]: ScanResult['decided']['unused']): string {
  const named = `${first?.vulnerability} in ${first?.package} (${first?.place})`;
  const rest = others.length === 0 ? '' : ` and ${counted(others.length, 'other')}`;
  return `decisions that match no finding: ${named}${rest}`;
}

const NAMED = 8;

/** Sorts by frequency. */
function reasonsOf(rows: readonly ScanRow[], several: boolean): string[] {
  const unknown = rows.filter(({ verdict }) => verdict === 'unknown');
  const groups = [...Map.groupBy(unknown, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  const named = groups.slice(0, NAMED).map(([reason, [first, ...others]]) => {
    const { file = '', component } = first ?? {};
    const name = component?.name ?? '';
    // A component named after its line needs the file, too.
    const place = several && name === component?.place && name !== file ? ` in ${file}` : '';
    return `${name}${place}${others.length === 0 ? '' : ` and ${counted(others.length, 'other')}`}: ${reason}`;
  });
  const left = groups.slice(NAMED).reduce((sum, [, all]) => sum + all.length, 0);
  return left === 0 ? named : [...named, `${counted(left, 'other')} for other reasons; use --json to see all`];
}
