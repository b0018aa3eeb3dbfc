import type { CoverageRow } from '@almanac/contract';

/** The moment at which something is computed, and how its sources stood then. */
export interface Computing {
  readonly signal: AbortSignal;
  readonly computedAt: Date;
  readonly coverage: readonly CoverageRow[];
}
