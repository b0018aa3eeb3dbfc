import { boundRow, type Freshness, type FreshnessRow } from '@almanac/core/freshness';
import type { SourceWatch } from '../../queries/source-watch.ts';
import type { Db } from '../../store/database.ts';
import { watchedSources } from '../sources/source-status.ts';

/** How every source is now, by the judgement of `/sources`. */
export async function stateFreshness(db: Db, now: Date): Promise<Freshness> {
  const sources = await watchedSources(db, now);
  return { at: now.toISOString(), sources: sources.map(({ status, watch }) => rowOf(status, watch, now)) };
}

type Status = Awaited<ReturnType<typeof watchedSources>>[number]['status'];

function rowOf(status: Status, { canaries, reconciliations: [compared] }: SourceWatch, now: Date): FreshnessRow {
  const { id, state, lastCheckedAt, lastChangedAt, records, warnings } = status;
  return boundRow({
    source: id,
    state,
    ageSeconds: lastCheckedAt === null ? null : ageOf(lastCheckedAt, now),
    checkedAt: lastCheckedAt,
    changedAt: lastChangedAt,
    records,
    canaries: canaries.map(({ key, outcome }) => ({ key, outcome })),
    compared:
      compared === undefined
        ? null
        : {
            at: compared.at.toISOString(),
            missing: compared.missing,
            extra: compared.extra,
            ids: [...compared.examples],
          },
    warnings,
  });
}

/** The clock of the machine that checked may run ahead. */
function ageOf(checkedAt: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(checkedAt)) / 1000));
}
