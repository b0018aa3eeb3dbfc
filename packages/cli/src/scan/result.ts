import type { Coverage } from '@almanac/contract';
import type { KnownExploitation } from '@almanac/core/scan';
import type { AnsweringSnapshot } from './answers.ts';
import type { Decided } from './decided.ts';
import type { Gap } from './gaps.ts';
import type { GivenFile } from './read-files.ts';
import type { Counts, ScanRow } from './rows.ts';
import type { Reached, Threshold } from './thresholds.ts';

/** What a scan came to. */
export interface ScanResult {
  readonly files: readonly GivenFile[];
  readonly rows: readonly ScanRow[];
  readonly counts: Counts;
  readonly coverage: Coverage | null;
  /** The snapshot that the answers are from; null: the API gave them. */
  readonly snapshot: AnsweringSnapshot | null;
  /** Empty where no threshold speaks of it. */
  readonly exploitation: ReadonlyMap<string, KnownExploitation>;
  /** Those of `--fail-on`. */
  readonly thresholds: readonly Threshold[];
  readonly reached: Reached;
  readonly decided: Decided;
  /** Why not everything could be checked. */
  readonly gaps: readonly Gap[];
}
