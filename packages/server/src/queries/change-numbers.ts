import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import type { Db } from '../store/database.ts';

/** What figures over everything depend on: as long as it stays the same, so do they. */
export interface ChangeNumbers {
  /** How many records of each source have ever changed or gone. */
  readonly sources: Readonly<Partial<Record<SourceId, number>>>;
  /** When a projection was last filled anew. */
  readonly rebuiltAt: string | null;
}

export async function changeNumbers(db: Db, sources: readonly SourceId[]): Promise<ChangeNumbers> {
  const { rows } = await sql<{ name: SourceId; changes: number }>`
    select source.name, sum(run.changed::bigint + run.removed)::bigint as changes
    from run join source on source.id = run.source
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
  const { rows } = await sql<{ tx: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as tx`.execute(db);
  return `${rows[0]?.tx ?? '0'}.0.0`;
}

/**
 * Whether something is stored that the order of changes does not show yet: it does only once every transaction that was under way then,
 * in any database of the cluster, has ended.
 */
export async function changesPending(db: Db): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (select from version where tx >= pg_snapshot_xmin(pg_current_snapshot())) as pending`.execute(db);
  return rows[0]?.pending ?? false;
}
