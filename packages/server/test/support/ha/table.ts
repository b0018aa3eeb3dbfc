import { readFileSync, writeFileSync } from 'node:fs';
import type { RoundReport } from './round.ts';

const HEAD = ['Fault', 'Rounds', 'Cached reads', 'Other reads', 'Commits', 'Records stored', 'Whole again'] as const;

const MEASURED = ['cachedReads', 'uncachedReads', 'commits', 'records', 'whole'] as const;

/** A row for each fault: the worst and the median of its rounds, in seconds. */
export function outageTable(reports: readonly RoundReport[]): string {
  const rows = [...Map.groupBy(reports, ({ fault }) => fault)].map(([fault, rounds]) =>
    [fault, String(rounds.length)].concat(MEASURED.map((what) => worstAndMedian(rounds.map((round) => round[what])))),
  );
  const widths = HEAD.map((head, column) =>
    Math.max(...[[...HEAD], ...rows].map((row) => (row[column] ?? head).length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(HEAD), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

function worstAndMedian(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const [worst, median] = [sorted.at(-1) ?? 0, sorted[Math.floor((sorted.length - 1) / 2)] ?? 0];
  return `${seconds(worst)} / ${seconds(median)}`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(1);
}

/** Puts the text between the two comments of that name in a page. */
export function writeBetween(file: string, name: string, text: string): void {
  const page = readFileSync(file, 'utf8');
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${file} has no place for ${name}`);
  writeFileSync(file, `${page.slice(0, from + begin.length)}\n\n${text}\n\n${page.slice(to)}`);
}
