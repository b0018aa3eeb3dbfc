import { plain } from './plain-text.ts';
import { shortened, shortenedAtStart, widthOf } from './width.ts';

export interface Cell {
  readonly text: string;
  readonly paint?: ((text: string) => string) | undefined;
}

export interface Column {
  readonly head: string;
  /** Minimum width if the table is too wide; without it, the column is never shortened. */
  readonly least?: number;
  /** Whether the column may be dropped to fit; the last one goes first. */
  readonly mayGo?: true;
  /** Shortens the beginning instead of the end. */
  readonly keepEnd?: boolean;
}

const GAP = 2;

/** Formats a table with its head, made safe for terminals. Null width: nothing is shortened. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number | null,
  paintHead: (text: string) => string = (text) => text,
): string[] {
  const head = columns.map(({ head: text }): Cell => ({ text, paint: paintHead }));
  const cells = [head, ...rows].map((row) => row.map((cell): Cell => ({ ...cell, text: plain(cell.text) })));
  const natural = columns.map((_, i) => cells.reduce((most, row) => Math.max(most, widthOf(row[i]?.text ?? '')), 0));
  if (width === null) return cells.map((row) => lineOf(columns, row, natural));
  const kept = keptColumns(columns, natural, width);
  const of = <T>(all: readonly T[]) => all.filter((_, i) => kept.has(i));
  const widths = fitted(of(columns), of(natural), width);
  return cells.map((row) => lineOf(of(columns), of(row), widths));
}

/** Returns the indexes of columns to keep: all, unless they are too wide even when shortened. */
function keptColumns(columns: readonly Column[], natural: readonly number[], width: number): ReadonlySet<number> {
  const kept = new Set(columns.keys());
  const least = () =>
    [...kept].reduce((sum, i) => sum + GAP + Math.min(natural[i] ?? 0, columns[i]?.least ?? Infinity), -GAP);
  for (let i = columns.length - 1; i >= 0 && least() > width; i -= 1) if (columns[i]?.mayGo === true) kept.delete(i);
  return kept;
}

function lineOf(columns: readonly Column[], row: readonly Cell[], widths: readonly number[]): string {
  const parts = row.map(({ text, paint = (same) => same }, i) => {
    const shown = (columns[i]?.keepEnd === true ? shortenedAtStart : shortened)(text, widths[i] ?? 0);
    const padding = i === row.length - 1 ? 0 : (widths[i] ?? 0) - widthOf(shown);
    return (shown === '' ? '' : paint(shown)) + ' '.repeat(Math.max(0, padding));
  });
  return parts.join(' '.repeat(GAP)).trimEnd();
}

/** Shortens the widest shortenable column first. */
function fitted(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  let over = widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1) - width;
  while (over > 0) {
    let widest = -1;
    columns.forEach(({ least }, i) => {
      const here = widths[i] ?? 0;
      if (least !== undefined && here > least && (widest === -1 || here > (widths[widest] ?? 0))) widest = i;
    });
    if (widest === -1) return widths;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
  return widths;
}
