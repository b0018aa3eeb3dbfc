import type { DecisionIndex } from '@almanac/core/decisions';
import type { Finding } from '@almanac/core/sbom';
import type { ScanRow } from './rows.ts';
import { isCve, type Threshold } from './thresholds.ts';

/** Selects CVEs whose exploitation matters to thresholds or decisions. */
export function cvesToAsk(
  rows: readonly ScanRow[],
  thresholds: readonly Threshold[],
  decisions: DecisionIndex,
): string[] {
  const asksAll = thresholds.some(({ kind }) => kind !== 'severity');
  const ids = rows.flatMap(({ component, verdict, findings }) =>
    findings.flatMap((finding) => {
      if (decisions.of(component, idsOf(finding)).length > 0) return idsOf(finding);
      return asksAll && verdict === 'affected' ? [finding.id] : [];
    }),
  );
  return [...new Set(ids.filter(isCve))];
}

function idsOf({ id, aliases }: Finding): string[] {
  return [id, ...aliases];
}
