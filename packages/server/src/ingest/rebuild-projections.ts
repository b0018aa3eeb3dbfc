import type { Pool } from '../platform/postgres.ts';
import { type Locked, withLock } from '../platform/postgres-lock.ts';
import type { Db } from '../store/database.ts';
import type { Projection } from '../store/projections/define-projection.ts';
import { outdatedProjections } from '../store/projections/projection-versions.ts';
import { rebuild } from '../store/projections/rebuild.ts';

export interface RebuildingDeps {
  readonly db: Db;
  readonly pool: Pool;
  readonly now: () => Date;
}

export interface RebuildWatch {
  begun?(projection: Projection): void;
  done?(projection: Projection, seconds: number): Promise<void>;
}

/** Any number that no other use of advisory locks has. One rebuild at a time: some read what others write. */
const REBUILD_LOCK = [0x70726f6a, 0] as const;

/** While this runs no table of a projection takes the place of another. */
export function withoutRebuilds<T>(pool: Pool, work: (lost: AbortSignal) => Promise<T>): Promise<Locked<T>> {
  return withLock(pool, REBUILD_LOCK, work);
}

/** Fills these projections anew, or those that are outdated; resolves to what was rebuilt. Not begun beside another. */
export function rebuildProjections(
  { db, pool, now }: RebuildingDeps,
  which: readonly Projection[] | 'outdated',
  signal: AbortSignal,
  watch: RebuildWatch = {},
): Promise<Locked<readonly Projection[]>> {
  return withoutRebuilds(pool, async (lost) => {
    const chosen = which === 'outdated' ? await outdatedProjections(db) : which;
    const stop = AbortSignal.any([signal, lost]);
    for (const projection of chosen) {
      watch.begun?.(projection);
      const startedAt = performance.now();
      await rebuild({ db, now, signal: stop }, projection);
      await watch.done?.(projection, (performance.now() - startedAt) / 1000);
    }
    return chosen;
  });
}
