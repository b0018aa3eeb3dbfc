import type { ScanResult } from '../scan/result.ts';
import type { ScanRow } from '../scan/rows.ts';

export function rowsWithFindings({
  files,
  rows,
}: ScanResult): { readonly path: string; readonly rows: readonly ScanRow[] }[] {
  const byFile = Map.groupBy(rows, ({ file }) => file);
  return files.map(({ path }) => ({ path, rows: byFile.get(path) ?? [] }));
}
