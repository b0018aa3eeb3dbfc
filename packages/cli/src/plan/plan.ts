import type { Coverage, RemediationResult } from '@almanac/contract';
import type { ClearedCounts, FileStep, PlannedRun, PlanRest } from '@almanac/core/remediation';
import type { ScanResult } from '../scan/result.ts';
import type { AppliedRun } from './apply.ts';
import type { Difference } from './compare-scans.ts';

export interface Plan {
  readonly scan: ScanResult;
  readonly steps: readonly FileStep[];
  readonly runs: readonly PlannedRun[];
  readonly cleared: ClearedCounts;
  readonly rest: readonly PlanRest[];
  /** Affected packages beyond the limit of one plan. */
  readonly left: number;
  readonly totals: RemediationResult['totals'];
  readonly notes: readonly string[];
  readonly coverage: Coverage | null;
}

export interface Application {
  readonly runs: readonly AppliedRun[];
  readonly after: ScanResult;
  readonly difference: Difference;
}
