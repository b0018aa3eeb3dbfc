import type { CoverageRow, SourceId } from '@almanac/contract';
import { sourceRunsAt } from '../../queries/source-runs-at.ts';
import { OPTIONAL_SOURCES, SOURCE_CATALOGUE } from '../../sources/catalogue.ts';
import type { Db } from '../../store/database.ts';
import { judgeSource } from './source-state.ts';

/**
 * How every source was at a past instant, by the runs that had ended by then. A source that had not been read by then was not up to date.
 * Whether it was switched on, and which of its parts stood still, is not stored: the former is as it is today, the latter is not told.
 */
export async function sourceStatesAt(db: Db, at: Date): Promise<ReadonlyMap<SourceId, CoverageRow>> {
  const rows = await sourceRunsAt(db, at);
  const ended = new Map(rows.map((row) => [row.name, row]));
  return new Map(
    SOURCE_CATALOGUE.map(({ id, cadenceSeconds }) => {
      const { lastRun = null, checkedAt = null, configured = true } = ended.get(id) ?? {};
      const enabled = lastRun !== null || !OPTIONAL_SOURCES.has(id);
      const { state } = judgeSource({ now: at, enabled, configured, cadenceSeconds, checkedAt, lastRun });
      return [
        id,
        {
          source: id,
          state: state === 'held' ? 'stale' : state,
          checkedAt: checkedAt?.toISOString() ?? null,
          changedAt: null,
        },
      ];
    }),
  );
}
