import type { Row, Selection } from './select-rows.ts';

/**
 * Merges rows without findings and with the same explanation into one line. With a name filter or another sort order
 * every row stands alone.
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
  // Ignores the reason, which names the package.
  if (verdict === 'none_known') return verdict;
  return verdict === 'unknown' ? JSON.stringify([unknownReasons[0] ?? '', reason]) : String(place);
}
