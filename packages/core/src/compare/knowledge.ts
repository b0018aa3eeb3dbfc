import type { ExplainedClearance } from '../explain/explain.ts';
import type { ScanOutcome } from '../scan/scan-outcome.ts';
import type { RecordStatus } from './causes.ts';

/** A package of the report, and what Almanac knows of it. */
export interface JudgedPackage {
  readonly outcome: ScanOutcome;
  /** Vulnerabilities that a record clears for the version, by every id in lower case; empty where they were not asked for. */
  readonly cleared: ReadonlyMap<string, ExplainedClearance>;
  /** Whether what was read of the package is all that there is. */
  readonly isComplete: boolean;
}

/** What the records of a vulnerability say, whatever package they name. */
export interface KnownRecord {
  readonly status: RecordStatus;
  readonly packages: readonly string[];
}

/** What a report is compared with. */
export interface Knowledge {
  /** By package URL. */
  readonly packages: ReadonlyMap<string, JudgedPackage>;
  /** By id in lower case. */
  readonly records: ReadonlyMap<string, KnownRecord>;
}
