import type { Coverage, RemediationResult } from '@almanac/contract';
import type { ClearedCounts, FileStep, PlannedRun, PlanRest } from '@almanac/core/remediation';
import type { ScanResult } from '../scan/result.ts';
import type { AppliedRun } from './apply.ts';
import type { Difference } from './compare-scans.ts';

/** What to upgrade after a scan, and what no upgrade clears. */
export interface Plan {
  readonly scan: ScanResult;
  readonly steps: readonly FileStep[];
  readonly runs: readonly PlannedRun[];
  readonly cleared: ClearedCounts;
  readonly rest: readonly PlanRest[];
  /** Affected packages that were not asked about: one answer plans for so many. */
  readonly left: number;
  readonly totals: RemediationResult['totals'];
  readonly notes: readonly string[];
  readonly coverage: Coverage | null;
}

/** What became of it when it was applied. */
export interface Application {
  readonly runs: readonly AppliedRun[];
  /** The scan of the files as they are now. */
  readonly after: ScanResult;
  readonly difference: Difference;
}
