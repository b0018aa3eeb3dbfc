import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { integers, smallints } from '../store/list-parameter.ts';
import { toMoment } from './affected-rows.ts';
import { type Moment, rowsValidAt } from './affected-valid-at.ts';

/** Finds which of the sources have a live record of each package, now or as it was known at an instant. */
export async function sourcesByPackage(
  db: Db,
  packageIds: readonly number[],
  sources: readonly SourceId[],
  at: Date | Moment | null = null,
): Promise<ReadonlyMap<number, ReadonlySet<SourceId>>> {
  if (packageIds.length === 0 || sources.length === 0) return new Map();
  const said = sql`affected.package_id = asked.id and affected.source = any(${smallints(sources.map(sourceNumber))})
    and not affected.withdrawn`;
  // Grouped within, so that the planner does not make a join of it, which reads the whole table once a thousand packages are asked for.
  const { rows } = await sql<{ id: number; source: number }>`
    select asked.id, said.source
    from unnest(${integers(packageIds)}) as asked (id)
    cross join lateral (select distinct source from (${rowsValidAt(said, toMoment(at))}) held) said`.execute(db);
  return new Map(
    Array.from(
      Map.groupBy(rows, ({ id }) => id),
      ([id, all]) => [id, new Set(all.flatMap(({ source }) => SOURCE_IDS[source - 1] ?? []))] as const,
    ),
  );
}
