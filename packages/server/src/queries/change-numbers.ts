import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { settledBefore } from '../store/change-clock.ts';
import type { Db } from '../store/database.ts';

/** Figures over all data are valid while these numbers stay the same. */
export interface ChangeNumbers {
  /** How many records of each source have ever changed or gone. */
  readonly sources: Readonly<Partial<Record<SourceId, number>>>;
  /** When a projection was last filled anew. */
  readonly rebuiltAt: string | null;
}

export async function changeNumbers(db: Db, sources: readonly SourceId[]): Promise<ChangeNumbers> {
  const { rows } = await sql<{ name: SourceId; changes: number }>`
    select source.name, sum(counted.changes)::bigint as changes
    from source join lateral (
      select changes from source_changes where source_changes.source = source.id
      union all
      select run.changed::bigint + run.removed from run where run.source = source.id and state = 'running'
    ) as counted on true
    where source.name = any(${sources}::text[]) group by source.name order by source.name`.execute(db);
  const { rows: swapped } = await sql<{ at: Date | null }>`
    select max(swapped_at) as at from projection_version`.execute(db);
  return {
    sources: Object.fromEntries(rows.map(({ name, changes }) => [name, changes])),
    rebuiltAt: swapped[0]?.at?.toISOString() ?? null,
  };
}

/** Before everything that is stored from now on, in the order of changes (changes.ts). */
export async function changesHead(db: Db): Promise<string> {
  return `${await settledBefore(db)}.0.0`;
}

/**
 * Whether something is stored that the order of changes does not show yet: it does only once every transaction that was under way then,
 * in any database of the cluster, has ended.
 */
export async function changesPending(db: Db): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from version where tx >= settled_before()) as pending`.execute(db);
  return rows[0]?.pending ?? false;
}
