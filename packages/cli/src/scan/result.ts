import type { Coverage } from '@almanac/contract';
import type { KnownExploitation } from '@almanac/core/scan';
import type { AnsweringSnapshot } from './answers.ts';
import type { Decided } from './decided.ts';
import type { Gap } from './gaps.ts';
import type { GivenFile } from './read-files.ts';
import type { Counts, ScanRow } from './rows.ts';
import type { Reached, Threshold } from './thresholds.ts';

export interface ScanResult {
  readonly files: readonly GivenFile[];
  readonly rows: readonly ScanRow[];
  readonly counts: Counts;
  readonly coverage: Coverage | null;
  /** Null: the API answered. */
  readonly snapshot: AnsweringSnapshot | null;
  /** Empty unless a threshold needs it. */
  readonly exploitation: ReadonlyMap<string, KnownExploitation>;
  readonly thresholds: readonly Threshold[];
  readonly reached: Reached;
  readonly decided: Decided;
  readonly gaps: readonly Gap[];
}
