import type { PackageHealth } from '@almanac/contract';
import type { Documents } from '../../queries/documents.ts';
import { healthEntriesNamed } from '../../queries/health/entries.ts';
import { loadPackageHealths } from '../../queries/package-healths.ts';
import type { Db } from '../../store/database.ts';
import { healthItem } from './health-item.ts';
import { healthRows } from './health-rows.ts';

/**
 * The health of what goes by a name, the worst first. What the worker has judged is taken from there; what it does not list has no tracked issue
 * and no open vulnerability that it knew of, and is judged for the request, from the rows of its own names alone.
 */
export async function namedHealth(
  db: Db,
  documents: Documents,
  name: string,
  now: number,
): Promise<readonly PackageHealth[]> {
  const entries = await healthEntriesNamed(db, name);
  const kept = await loadPackageHealths(
    db,
    entries.map(({ attribute }) => attribute),
  );
  const missing = entries.filter(({ attribute }) => !kept.has(attribute));
  const judged = await healthRows(db, documents, missing, new Map(), 'all', now);
  return [...kept.values(), ...judged.map(healthItem)].toSorted(
    (a, b) => a.scoreAtBest - b.scoreAtBest || a.score - b.score || (a.package < b.package ? -1 : 1),
  );
}
