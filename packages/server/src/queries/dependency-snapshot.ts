import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';

/** Names the state of the stored dependencies: as long as it is the same, so are they. Null: none was ever read. */
export async function dependencySnapshot(db: Db): Promise<string | null> {
  const { rows } = await sql<{ changes: number; swapped: Date | null }>`
    select (select coalesce(sum(changed::bigint + removed), 0)::bigint from run where source = ${sourceNumber('dependencies')}) as changes,
           (select swapped_at from projection_version where name = 'dependencies') as swapped`.execute(db);
  const { changes = 0, swapped = null } = rows[0] ?? {};
  return changes === 0 ? null : `${changes}-${Math.floor((swapped?.getTime() ?? 0) / 1000).toString(36)}`;
}
