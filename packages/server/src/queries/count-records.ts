import type { SourceId } from '@almanac/contract';
import { sql } from 'kysely';
import { sourceNumber } from '../projections/version.ts';
import type { Db } from '../store/database.ts';
import { momentOf } from './affected-rows.ts';
import { type Moment, rowsValidAt } from './affected-valid-at.ts';
import { integers, smallints } from './list-parameter.ts';

/** Entries that are counted: as many as one answer evaluates. */
const MOST_ENTRIES = 20_000;

/** How many live records of these sources are about one of the packages, now or as it was known at an instant; bounded. */
export async function countRecords(
  db: Db,
  packageIds: readonly number[],
  sources: readonly SourceId[],
  at: Date | Moment | null,
): Promise<number> {
  if (packageIds.length === 0) return 0;
  const said = sql`affected.package_id = any(${integers(packageIds)})
    and affected.source = any(${smallints(sources.map(sourceNumber))}) and not affected.withdrawn`;
  const { rows } = await sql<{ count: number }>`
    select count(distinct record_id)::integer as count
    from (select record_id from (${rowsValidAt(said, momentOf(at))}) held limit ${MOST_ENTRIES}) stated`.execute(db);
  return rows[0]?.count ?? 0;
}
