import { type FoundLine, foundLines, stateOfFound } from '../formats/found.ts';
import type { ScanResult } from '../scan/result.ts';
import type { ScanRow } from '../scan/rows.ts';

export interface Difference {
  readonly gone: readonly FoundLine[];
  readonly remain: readonly FoundLine[];
  /** Findings that the second scan could not check: unknown is not gone. */
  readonly unchecked: readonly FoundLine[];
  readonly opened: readonly FoundLine[];
}

/** Matches findings by file, package and id, whatever the version. */
export function compareScans(before: ScanResult, after: ScanResult): Difference {
  const old = different(before.rows);
  const now = different(after.rows);
  const unread = new Set(after.files.filter(({ reading }) => reading.file === null).map(({ path }) => path));
  const seen = new Set(after.files.map(({ path }) => path));
  const unknown = new Set(after.rows.filter(({ verdict }) => verdict === 'unknown').map(packageOf));
  const isUnchecked = ({ row }: FoundLine) =>
    !seen.has(row.file) || unread.has(row.file) || unknown.has(packageOf(row));
  const missing = [...old].filter(([key]) => !now.has(key)).map(([, line]) => line);
  return {
    gone: missing.filter((line) => !isUnchecked(line)),
    unchecked: missing.filter(isUnchecked),
    remain: [...now].filter(([key]) => old.has(key)).map(([, line]) => line),
    opened: [...now].filter(([key]) => !old.has(key)).map(([, line]) => line),
  };
}

function different(rows: readonly ScanRow[]): ReadonlyMap<string, FoundLine> {
  const affected = foundLines(rows).filter((line) => stateOfFound(line) === 'affected');
  return new Map(affected.map((line) => [JSON.stringify([packageOf(line.row), line.finding.id]), line]));
}

function packageOf({ file, component }: ScanRow): string {
  return JSON.stringify([file, component.name]);
}
