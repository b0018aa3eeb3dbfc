import { SOURCE_IDS, type SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { toMoment } from './affected-rows.ts';
import { type Moment, rowsValidAt } from './affected-valid-at.ts';
import { integers, smallints } from './list-parameter.ts';

export interface SourcesByPackage {
  /** Sources with a live record, by the number of the package. */
  readonly speakers: ReadonlyMap<number, ReadonlySet<SourceId>>;
  /** Live entries of all packages together. */
  readonly entries: number;
}

/** Finds which of the sources have a live record of each package, now or as it was known at an instant. */
export async function sourcesByPackage(
  db: Db,
  packageIds: readonly number[],
  sources: readonly SourceId[],
  at: Date | Moment | null = null,
): Promise<SourcesByPackage> {
  if (packageIds.length === 0 || sources.length === 0) return { speakers: new Map(), entries: 0 };
  const said = sql`affected.package_id = asked.id and affected.source = any(${smallints(sources.map(sourceNumber))})
    and not affected.withdrawn`;
  // Grouped within, so that the planner does not make a join of it, which reads the whole table once a thousand packages are asked for.
  const { rows } = await sql<{ id: number; source: number; entries: number }>`
    select asked.id, said.source, said.entries
    from unnest(${integers(packageIds)}) as asked (id)
    cross join lateral (select source, count(*)::integer as entries from (${rowsValidAt(said, toMoment(at))}) held group by source) said`.execute(
    db,
  );
  const speakers = Array.from(
    Map.groupBy(rows, ({ id }) => id),
    ([id, all]) => [id, new Set(all.flatMap(({ source }) => SOURCE_IDS[source - 1] ?? []))] as const,
  );
  return { speakers: new Map(speakers), entries: rows.reduce((sum, row) => sum + row.entries, 0) };
}
