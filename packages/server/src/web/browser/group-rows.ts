import type { Row, Selection } from './select-rows.ts';

/**
 * Lines of the table: rows of which the same is to be said, since nothing was found, are one line. Whoever looks for a name, or sorts by
 * anything but the worst, sees every row by itself.
 */
export function groupRows(
  rows: readonly Row[],
  { sort, words }: Pick<Selection, 'sort' | 'words'>,
): (readonly Row[])[] {
  if (sort !== 'severity' || words.trim() !== '') return rows.map((row) => [row]);
  const groups = Map.groupBy(rows, groupOf);
  return [...groups.values()];
}

function groupOf({ place, outcome: { verdict, reason, unknownReasons, findings } }: Row): string {
  if (findings.length > 0) return String(place);
  // Each says which name was looked up.
  if (verdict === 'none_known') return verdict;
  return verdict === 'unknown' ? JSON.stringify([unknownReasons[0] ?? '', reason]) : String(place);
}
