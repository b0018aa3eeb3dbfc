import { lazy } from '../frame/memo.ts';
import type { Vulnerability } from '../world/vulnerability.ts';
import type { World } from '../world/world.ts';
import type { FeedRecord, RecordFeed, Revision } from './record-feed.ts';

/** For sources with at most one record per vulnerability, under its own id. Caches nothing. */
export function feedOfWorld(
  world: World,
  revisionsOf: (vulnerability: Vulnerability) => readonly Revision[],
): RecordFeed {
  return {
    size: world.size,
    *records() {
      for (const vulnerability of world.entries()) {
        const revisions = revisionsOf(vulnerability);
        if (revisions.length > 0) yield { id: vulnerability.id, revisions };
      }
    },
    find(id) {
      const vulnerability = world.find(id);
      const revisions = vulnerability === null ? [] : revisionsOf(vulnerability);
      return revisions.length === 0 ? null : { id, revisions };
    },
  };
}

/** For sources with their own ids. Caches the ids on first use. */
export function feedOfDatabase(
  world: World,
  recordsOf: (vulnerability: Vulnerability) => readonly FeedRecord[],
): RecordFeed {
  const owners = lazy(() => {
    const found = new Map<string, string>();
    for (const entry of world.entries()) for (const { id } of recordsOf(entry)) found.set(id, entry.id);
    return found;
  });
  return {
    size: world.size,
    *records() {
      for (const vulnerability of world.entries()) yield* recordsOf(vulnerability);
    },
    find(id) {
      const owner = world.find(owners().get(id) ?? '');
      return owner === null ? null : (recordsOf(owner).find((record) => record.id === id) ?? null);
    },
  };
}
