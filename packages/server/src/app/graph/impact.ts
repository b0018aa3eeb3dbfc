import { impactComputedAt, keptImpact } from '../../queries/kept-impact.ts';
import type { Db } from '../../store/database.ts';
import { AGGREGATES } from '../aggregates/list.ts';
import { unpackNumbers } from '../aggregates/rebuild-impact.ts';

/** How many packages depend on each, as the worker counted them. */
export interface Impact {
  readonly computedAt: string;
  /** The state of the dependencies that was counted. */
  readonly snapshot: string | null;
  /** Numbers of attributes, most dependents first. */
  readonly numbers: Uint32Array;
  readonly transitive: Uint32Array;
}

/** Null: none has been computed by this release. The one at hand is handed back where it is still the newest. */
export async function newestImpact(db: Db, atHand: Impact | null): Promise<Impact | null> {
  const { version } = AGGREGATES['rebuild-impact'];
  const newest = await impactComputedAt(db, version);
  if (newest === null || newest === atHand?.computedAt) return newest === null ? null : atHand;
  const kept = await keptImpact(db, version);
  if (kept === null) return null;
  const { snapshot, numbers, transitive } = kept.value;
  return {
    computedAt: kept.computedAt.toISOString(),
    snapshot,
    numbers: unpackNumbers(numbers),
    transitive: unpackNumbers(transitive),
  };
}
