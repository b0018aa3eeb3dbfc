import {
  type Decision,
  type DecisionIndex,
  decideOutcome,
  type FindingDecision,
  isSuppressed,
} from '@almanac/core/decisions';
import type { Finding } from '@almanac/core/sbom';
import type { ScanRow } from './rows.ts';

/** What decisions came to in a scan. */
export interface Decided {
  readonly given: number;
  /** Findings that do not count, by decision. */
  readonly suppressed: number;
  /** Decisions that apply no longer, once for each finding, with what to say. */
  readonly over: readonly { readonly finding: Finding; readonly row: ScanRow; readonly decision: FindingDecision }[];
  /** Suppressed findings of which it could not be found out whether they are exploited by now. */
  readonly unverified: number;
  /** Decisions that apply to no finding of the scan. */
  readonly unused: readonly Decision[];
  /** What of the documents was not used. */
  readonly notes: readonly string[];
}

/** The rows with what was decided about them. */
export function decideRows(
  rows: readonly ScanRow[],
  decisions: DecisionIndex,
  context: Parameters<typeof decideOutcome>[3],
): ScanRow[] {
  return rows.map((row) => decideOutcome(row.component, row, decisions, context));
}

export function decidedOf(rows: readonly ScanRow[], { all }: DecisionIndex, notes: readonly string[]): Decided {
  const found = rows.flatMap((row) =>
    row.findings.flatMap((finding) =>
      finding.decision === undefined ? [] : [{ row, finding, decision: finding.decision }],
    ),
  );
  const used = new Set(found.map(({ decision }) => decision.decision));
  return {
    given: all.length,
    suppressed: found.filter(({ finding }) => isSuppressed(finding)).length,
    over: found.filter(({ decision: { state } }) => state === 'reopened' || state === 'expired'),
    unverified: found.filter(({ decision }) => decision.unverified).length,
    unused: all.filter((decision) => !used.has(decision)),
    notes,
  };
}
