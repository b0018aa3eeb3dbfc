import type { Coverage } from '@almanac/contract';
import type { Gap } from './gaps.ts';
import type { GivenFile } from './read-files.ts';
import type { Counts, ScanRow } from './rows.ts';
import type { Exploitation, Reached, Threshold } from './thresholds.ts';

/** What a scan came to. */
export interface ScanResult {
  readonly files: readonly GivenFile[];
  readonly rows: readonly ScanRow[];
  readonly counts: Counts;
  readonly coverage: Coverage | null;
  /** Empty where no threshold speaks of it. */
  readonly exploitation: ReadonlyMap<string, Exploitation>;
  /** Those of `--fail-on`. */
  readonly thresholds: readonly Threshold[];
  readonly reached: Reached;
  /** Why not everything could be checked. */
  readonly gaps: readonly Gap[];
}
