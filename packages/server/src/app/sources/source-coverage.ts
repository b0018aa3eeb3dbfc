import type { CoverageRow, SourceId, SourceStatus } from '@almanac/contract';
import type { Db } from '../../store/database.ts';
import { sourceStatus } from './source-status.ts';

/** How these sources stand, for figures that are made from what they say. */
export async function sourceCoverage(db: Db, sources: readonly SourceId[], now: Date): Promise<readonly CoverageRow[]> {
  const known = new Map((await sourceStatus(db, now)).map((source) => [source.id, source]));
  return sources.flatMap((id) => {
    const source = known.get(id);
    return source === undefined ? [] : [coverageRow(source)];
  });
}

/** What `coverage` says of one source. A run that is held has brought what is new; what looks removed is not yet believed. */
export function coverageRow(source: SourceStatus): CoverageRow {
  const { id, state, lastCheckedAt, lastChangedAt } = source;
  return {
    source: id,
    state: state === 'held' ? 'stale' : state,
    checkedAt: lastCheckedAt,
    changedAt: lastChangedAt,
  };
}
