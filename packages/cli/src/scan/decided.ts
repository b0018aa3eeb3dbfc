import {
  type Decision,
  type DecisionIndex,
  decideOutcome,
  type FindingDecision,
  isSuppressed,
} from '@almanac/core/decisions';
import type { Finding } from '@almanac/core/sbom';
import type { ScanRow } from './rows.ts';

export interface Decided {
  readonly given: number;
  readonly suppressed: number;
  /** Decisions that no longer apply, once per finding, with the reason. */
  readonly over: readonly { readonly finding: Finding; readonly row: ScanRow; readonly decision: FindingDecision }[];
  /** Suppressed findings whose current exploitation is unknown. */
  readonly unverified: number;
  readonly unused: readonly Decision[];
  /** Parts of the documents that were not used. */
  readonly notes: readonly string[];
}

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
