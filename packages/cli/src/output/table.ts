import { plain } from './plain-text.ts';
import { shortened, shortenedAtStart, widthOf } from './width.ts';

export interface Cell {
  readonly text: string;
  readonly paint?: ((text: string) => string) | undefined;
}

export interface Column {
  readonly head: string;
  /** The fewest columns of the terminal that are left to it where the table is too wide; not shortened where not given. */
  readonly least?: number;
  /** Whether its beginning is what is left out. */
  readonly keepEnd?: boolean;
}

const GAP = 2;

/** Lines of a table, head first; texts of others lose what steers a terminal. Null as width: nothing is shortened. */
export function table(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number | null,
  paintHead: (text: string) => string = (text) => text,
): string[] {
  const head = columns.map(({ head: text }): Cell => ({ text, paint: paintHead }));
  const cells = [head, ...rows].map((row) => row.map((cell): Cell => ({ ...cell, text: plain(cell.text) })));
  const natural = columns.map((_, i) => Math.max(...cells.map((row) => widthOf(row[i]?.text ?? ''))));
  const widths = width === null ? natural : fitted(columns, natural, width);
  return cells.map((row) => lineOf(columns, row, widths));
}

function lineOf(columns: readonly Column[], row: readonly Cell[], widths: readonly number[]): string {
  const parts = row.map(({ text, paint = (same) => same }, i) => {
    const shown = (columns[i]?.keepEnd === true ? shortenedAtStart : shortened)(text, widths[i] ?? 0);
    const padding = i === row.length - 1 ? 0 : (widths[i] ?? 0) - widthOf(shown);
    return (shown === '' ? '' : paint(shown)) + ' '.repeat(Math.max(0, padding));
  });
  return parts.join(' '.repeat(GAP)).trimEnd();
}

/** The widest of those that may be shortened gives way first. */
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
